import type { MouseEvent } from "react";

/** On mouse down: keeps the focus, and a phone's keyboard, in the text field. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
