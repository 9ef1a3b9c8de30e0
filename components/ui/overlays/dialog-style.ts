/** The box of a bottom sheet: full width up to a maximum. */
export const sheetPanel =
  "fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[85dvh] max-w-lg animate-appear flex-col rounded-t-xl bg-surface-raised pb-[env(safe-area-inset-bottom)] text-text shadow-float outline-none";

/** The dialog's box, never larger than the screen. */
export const dialogPanel =
  "fixed inset-x-4 top-[min(14vh,9rem)] z-40 mx-auto flex max-h-[min(80vh,44rem)] max-w-md animate-appear flex-col rounded-xl bg-surface-raised text-text shadow-float outline-none";
