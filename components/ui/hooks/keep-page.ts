let users = 0;

/** Keeps a file dropped outside a drop area from replacing the page. Call the returned function to undo. */
export function keepPage(): () => void {
  users += 1;
  if (users === 1) {
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
  }
  return () => {
    users -= 1;
    if (users > 0) return;
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
  // File fields handle drops themselves.
  if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}
