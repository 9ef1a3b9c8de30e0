/** A ref that focuses an element when it appears. Often it has replaced the button that was pressed. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
