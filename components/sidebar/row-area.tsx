"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useLongPress } from "@/components/ui/hooks/use-long-press";
import type { MenuPosition } from "@/components/ui/overlays/menu-at";
import { rowCommand } from "./row-keys";
import type { RowMenu } from "./row-menus";

const tools = deferred(() => import("./row-tools"));

type RowAreaProps = { leaveChannel: FormAction; children: ReactNode };

/**
 * Gives the rows of the sidebar their menus, keys, and dragging. It listens for all of them; the code that acts is loaded
 * when the pointer or the focus comes near. Rows are marked by attributes: `data-row` on what can have the focus,
 * `data-channel` and `data-head` around it, and `data-menu` on its button for the menu.
 */
export function RowArea({ leaveChannel, children }: RowAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const Tools = tools.use();

  /** Opens the menu of the row that this element is in. Returns whether it's in one. */
  function openMenu(from: Element, how: Pick<MenuPosition, "x" | "y" | "byKey">): boolean {
    const box = rowOf(from, area.current);
    const id = box?.dataset.channel ?? box?.dataset.head;
    if (!box || id === undefined) return false;
    void tools.load();
    const button = box.querySelector<HTMLElement>("[data-menu]");
    const opener = box.querySelector<HTMLElement>("[data-row]");
    setMenu({ of: box.dataset.channel === undefined ? "section" : "channel", id, at: { ...how, button }, opener });
    return true;
  }

  function openBelow(button: Element, byKey: boolean): void {
    const { left, bottom } = button.getBoundingClientRect();
    if (menu?.at.button === button) setMenu(null);
    else openMenu(button, { x: left, y: bottom, byKey });
  }

  const onContextMenu = (event: MouseEvent) => {
    const { target, clientX: x, clientY: y } = event;
    if (target instanceof Element && openMenu(target, { x, y, byKey: false })) event.preventDefault();
  };
  const onClick = ({ target, detail }: MouseEvent) => {
    if (!(target instanceof Element) || !area.current?.contains(target)) return;
    const button = target.closest("[data-menu]");
    if (button) openBelow(button, detail === 0);
    const toggle = target.closest<HTMLElement>("[data-toggle]");
    if (toggle) void tools.load().then((loaded) => loaded?.toggle(toggle));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || !area.current?.contains(target)) return;
    const from = target.closest<HTMLElement>("[data-row], [data-menu]");
    const command = from && rowCommand(event, from.dataset.toggle !== undefined);
    if (!from || !command) return;
    if (command === "menu") {
      const { left, bottom } = from.getBoundingClientRect();
      if (openMenu(from, { x: left + 8, y: bottom, byKey: true })) event.preventDefault();
      return;
    }
    event.preventDefault();
    const within = area.current;
    void tools.load().then((loaded) => loaded?.follow(command, from, within));
  };
  const onPointerDown = useLongPress(({ target, x, y }) => openMenu(target, { x, y, byKey: false }), "[data-menu]");
  const load = () => void tools.load();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are links and buttons.
    <div
      ref={area}
      onPointerEnter={load}
      onFocus={load}
      onContextMenu={onContextMenu}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      {...Tools?.dragging}
      className="flex min-h-0 flex-1 flex-col"
    >
      {children}
      {Tools && <Tools.RowMenus menu={menu} close={() => setMenu(null)} leaveChannel={leaveChannel} />}
    </div>
  );
}

/** Returns the element of the row that this element is in: a channel's, or a section's heading. */
function rowOf(from: Element, area: HTMLElement | null): HTMLElement | null {
  return area?.contains(from) ? from.closest<HTMLElement>("[data-channel], [data-head]") : null;
}
