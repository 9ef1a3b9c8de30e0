import { afterDialog } from "@/components/ui/after-dialog";

/** Gives the focus back to a message, or to its open editor, when a dialog about it has closed. */
export function backToMessage(article: HTMLElement | null): void {
  afterDialog(() => (article?.querySelector("textarea") ?? article)?.focus({ preventScroll: true }));
}
