let users = 0;

/** Until the returned function is called, a file that is dropped beside its aim doesn't open in the page's place. */
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
  // A field for files takes them by itself.
  if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}
