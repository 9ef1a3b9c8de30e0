/** A change to a text: what stands from `start` to `end` becomes `insert`, and then that from and to `select` is selected. */
export type TextEdit = { start: number; end: number; insert: string; select: [number, number] };

/** Makes the change as if it had been typed, so that the browser can undo it and the field's listeners hear of it. */
export function applyEdit(field: HTMLTextAreaElement, { start, end, insert, select }: TextEdit): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Old, and the only way that keeps the history of what can be undone.
  const done = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!done) {
    field.setRangeText(insert, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}
