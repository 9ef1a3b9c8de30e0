import { collapse, moveSection } from "./arrange";
import type { RowCommand } from "./row-keys";

export { dragging } from "./dragging";
export { RowMenus } from "./row-menus";

/** Collapses or expands the section of this heading. */
export function toggle(head: HTMLElement): void {
  void collapse(head.dataset.row ?? "", head.getAttribute("aria-expanded") === "true");
}

/** Follows a key that was pressed on a row or its menu button. */
export function follow(command: Exclude<RowCommand, "menu">, from: HTMLElement, area: HTMLElement): void {
  const box = from.closest<HTMLElement>("[data-channel], [data-head]");
  const row = box?.querySelector<HTMLElement>("[data-row]") ?? from;
  const expanded = row.getAttribute("aria-expanded");
  if (command === "move-up" || command === "move-down") move(row, command === "move-up" ? -1 : 1, area);
  else if (command === "in" && expanded === "false") toggle(row);
  else if (command === "out" && from === row && expanded === "true") toggle(row);
  else goalOf(command, from, row, area)?.focus();
}

function goalOf(
  command: Exclude<RowCommand, "menu" | "move-up" | "move-down">,
  from: HTMLElement,
  row: HTMLElement,
  area: HTMLElement,
): HTMLElement | null | undefined {
  const rows = [...area.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(row);
  const headOf = () => row.closest("[data-section]")?.querySelector<HTMLElement>("[data-row]");
  const goals = {
    up: () => rows[at - 1],
    down: () => rows[at + 1],
    first: () => rows[0],
    last: () => rows.at(-1),
    in: () => row.closest("[data-channel], [data-head]")?.querySelector<HTMLElement>("[data-menu]"),
    out: () => (from === row ? headOf() : row),
  };
  return goals[command]();
}

function move(row: HTMLElement, by: -1 | 1, area: HTMLElement): void {
  const key = row.dataset.row ?? "";
  void moveSection(key, by);
  // The browser takes the focus away from an element that moves in the page.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) area.querySelector<HTMLElement>(`[data-row="${key}"]`)?.focus();
  });
}
