import { afterDialog } from "@/components/ui/after-dialog";
import type { MessageDto } from "@/lib/messages/dto";

/** The message that stands next to this one in its list: `by` 1 below it, -1 above it. */
export function besideMessage(article: HTMLElement, by: 1 | -1): HTMLElement | null {
  const all = [...(article.closest("section")?.querySelectorAll<HTMLElement>("article[data-seq]") ?? [])];
  return all[all.indexOf(article) + by] ?? null;
}

/** Where the focus goes when this message goes: the one below, or else the one above. */
export function neighbourOf(article: HTMLElement): HTMLElement | null {
  return besideMessage(article, 1) ?? besideMessage(article, -1);
}

/** Gives the focus back to a message, or to its open editor, when a dialog about it has closed. */
export function backToMessage(article: HTMLElement | null): void {
  afterDialog(() => (article?.querySelector("textarea") ?? article)?.focus({ preventScroll: true }));
}

/** The lines on the page that stand for muted messages, and the messages for which each stands. */
export const mutedLines = new Set<{ messages: readonly MessageDto[]; button: HTMLButtonElement }>();

/** Focuses the button of the line that stands for the message with this `seq`. */
export function focusMutedLine(seq: number): void {
  const line = [...mutedLines].find(({ messages }) => messages.some((message) => message.seq === seq));
  line?.button.focus({ preventScroll: true });
}
