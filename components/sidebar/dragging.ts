import type { DragEvent } from "react";
import { moveTo, order, placedAt, shownSections } from "./arrange";

type Side = "before" | "after" | "into";

let dragged: { of: "channel" | "section"; id: string; from: HTMLElement } | null = null;
let marked: HTMLElement | null = null;

/** Handlers for dragging channels to sections, and sections to other places. The look is in the sidebar's styles. */
export const dragging = {
  onDragStart({ target, dataTransfer }: DragEvent): void {
    const box = target instanceof Element ? target.closest<HTMLElement>("[data-channel], [data-head]") : null;
    const from = box?.closest<HTMLElement>("[data-section]");
    if (!box || !from) return;
    const { channel, head } = box.dataset;
    dragged = { of: channel === undefined ? "section" : "channel", id: channel ?? head ?? "", from };
    dataTransfer.effectAllowed = "all";
    // Firefox drags nothing without data. A channel's link already is some.
    if (head !== undefined) dataTransfer.setData("text/plain", box.textContent);
  },
  onDragOver(event: DragEvent): void {
    const goal = goalOf(event);
    mark(goal?.section ?? null, goal?.side);
    if (!goal) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) mark(null);
  },
  onDrop(event: DragEvent): void {
    const goal = goalOf(event);
    mark(null);
    if (!goal || !dragged) return;
    event.preventDefault();
    const key = goal.section.dataset.section ?? "";
    if (goal.side === "into") void moveTo(dragged.id, key);
    else void order(placedAt(shownSections(), dragged.id, goal.side, key));
  },
  onDragEnd(): void {
    dragged = null;
    mark(null);
  },
};

/** Returns the section under the pointer and where in relation to it something would be dropped; null if nothing can be. */
function goalOf({ target, clientY }: DragEvent): { section: HTMLElement; side: Side } | null {
  const section = target instanceof Element ? target.closest<HTMLElement>("[data-section]") : null;
  if (!section || !dragged || section === dragged.from) return null;
  if (dragged.of === "channel") return { section, side: "into" };
  const { top, height } = section.getBoundingClientRect();
  return { section, side: clientY < top + height / 2 ? "before" : "after" };
}

function mark(section: HTMLElement | null, side?: Side): void {
  if (marked !== section) marked?.removeAttribute("data-drop");
  marked = section;
  if (side) section?.setAttribute("data-drop", side);
}
