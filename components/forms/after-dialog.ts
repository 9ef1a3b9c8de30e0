// Longer than a dialog takes to close and to give the focus back to its button.
const CLOSED_MS = 100;

/** Does what moves the focus once the dialog that asked for it is gone, or the dialog would take it back. */
export function afterDialog(move: () => void): void {
  setTimeout(move, CLOSED_MS);
}
