/** Focuses the composer of the channel, or of the thread beside it, unless nobody can write there. */
export function focusComposer(of: "channel" | "thread"): void {
  document.querySelector<HTMLElement>(`textarea[data-composer=${of}]`)?.focus();
}

/** Focuses the messages of the channel. */
export function focusMessages(): void {
  document.querySelector<HTMLElement>("[data-messages]")?.focus();
}
