// Dialogs, menus and popovers that are open, in the order in which they opened.
const open = new Set<EventTarget>();
let waiting: (() => void)[] = [];

/** What a dialog's, menu's or popover's content is given, so that `afterDialog` knows when it has gone. */
export const dialogContent = {
  ref: (element: HTMLElement | null): void => {
    if (element) open.add(element);
  },
  onCloseAutoFocus: (event: Event): void => {
    const { target } = event;
    const isLast = [...open].at(-1) === target;
    if (target) open.delete(target);
    // Something that opened meanwhile has the focus. Moving the focus away, even for a moment, would select the text typed in its
    // field so far, and the next letter would replace it.
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

/** Does what moves the focus once every dialog and menu has gone, or the closing one would take it back. */
export function afterDialog(move: () => void): void {
  if (open.size > 0) waiting.push(move);
  else setTimeout(move);
}
