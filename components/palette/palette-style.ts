/** The palette's box. */
export const palettePanel =
  "fixed inset-x-4 top-[min(14vh,9rem)] z-40 mx-auto flex max-h-[min(70vh,32rem)] max-w-xl animate-appear flex-col overflow-hidden rounded-xl bg-surface-raised text-text shadow-float max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:rounded-none";

/** The row with the field. */
export const paletteRow = "flex h-13 shrink-0 items-center gap-2.5 border-b ps-4 pe-2";

export const palettePlaceholder = "Search channels, people, messages and actions";
