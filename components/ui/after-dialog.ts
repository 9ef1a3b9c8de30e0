// Open dialogs, menus and popovers, in the order they opened.
const open = new Set<EventTarget>();
let waiting: (() => void)[] = [];

/** Props for a dialog's, menu's or popover's content, so that `afterDialog` knows when it has closed. */
export const dialogContent = {
  ref: (element: HTMLElement | null): void => {
    if (element) open.add(element);
  },
  onCloseAutoFocus: (event: Event): void => {
    const { target } = event;
    const isLast = [...open].at(-1) === target;
    if (target) open.delete(target);
    // Something opened meanwhile has the focus. Moving it away, even briefly, would select the text in its field, and
    // the next letter would replace it.
    if (!isLast && open.size > 0) event.preventDefault();
    if (open.size > 0) return;
    const moves = waiting;
    waiting = [];
    // The closing one returns the focus to its button first; only then may others move it.
    queueMicrotask(() => {
      for (const move of moves) move();
    });
  },
};

/** Runs `move` once all dialogs and menus have closed: a closing one would take the focus back. */
export function afterDialog(move: () => void): void {
  if (open.size > 0) waiting.push(move);
  else setTimeout(move);
}
