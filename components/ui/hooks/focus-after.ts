import { dialogContent } from "./after-dialog";

/**
 * Like `dialogContent`, for a dialog or menu without a button that gets the focus back: closing it focuses what `next`
 * returns, unless something that it opened has the focus.
 */
export function focusAfter(next: () => HTMLElement | null): typeof dialogContent {
  return {
    ref: dialogContent.ref,
    onCloseAutoFocus: (event) => {
      dialogContent.onCloseAutoFocus(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      next()?.focus({ preventScroll: true });
    },
  };
}
