/** What lies between the page and a dialog. */
export const dialogOverlay = "fixed inset-0 z-40 animate-late bg-overlay [animation-delay:0ms]";

/** The dialog's own box: never taller or wider than the screen. */
export const dialogPanel =
  "fixed inset-x-4 top-[min(14vh,9rem)] z-40 mx-auto flex max-h-[min(80vh,44rem)] max-w-md animate-appear flex-col rounded-xl bg-surface-raised text-text shadow-float";
