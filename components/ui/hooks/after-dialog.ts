// Open dialogs, menus and popovers, in the order they opened.
const open = new Set<EventTarget>();
const waiting: (() => void)[] = [];
let returning = false;

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
    returning = true;
    const moves = open.size > 0 ? [] : waiting.splice(0);
    // The closing one returns the focus to its button first; only then may others move it.
    queueMicrotask(() => {
      for (const move of moves) move();
      returning = false;
    });
  },
};

/** Runs `move` once all dialogs and menus have closed: a closing one would take the focus back. */
export function afterDialog(move: () => void): void {
  if (open.size > 0) waiting.push(move);
  else setTimeout(move);
}

/** Returns whether a focus change comes from a dialog or menu that closes, not from someone who moves the focus. */
export function isReturning(): boolean {
  return returning;
}
