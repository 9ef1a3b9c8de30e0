import { afterDialog } from "@/components/ui/hooks/after-dialog";
import type { MessageDto } from "@/lib/messages/dto";

/** Returns the neighboring message in the list: `by` 1 below, -1 above. */
export function besideMessage(article: HTMLElement, by: 1 | -1): HTMLElement | null {
  const all = [...(article.closest("section")?.querySelectorAll<HTMLElement>("article[data-seq]") ?? [])];
  return all[all.indexOf(article) + by] ?? null;
}

/** Returns what gets the focus when this message disappears: the next message, or else the previous one. */
export function neighborOf(article: HTMLElement): HTMLElement | null {
  return besideMessage(article, 1) ?? besideMessage(article, -1);
}

/** Returns the focus to a message, or to its open editor, after a dialog. */
export function backToMessage(article: HTMLElement | null): void {
  afterDialog(() => (article?.querySelector("textarea") ?? article)?.focus({ preventScroll: true }));
}

type MutedLine = { messages: readonly MessageDto[]; button: HTMLButtonElement };

// The lines on the page that stand for muted messages, and the message whose line is focused once it's there.
const mutedLines = new Set<MutedLine>();
let wanted: number | null = null;

/** Makes a line known that stands for muted messages. Returns a function that forgets it. */
export function addMutedLine(line: MutedLine): () => void {
  mutedLines.add(line);
  if (wanted !== null) focusMutedLine(wanted);
  return () => void mutedLines.delete(line);
}

/** Focuses the button of the line that represents the message with this `seq`, once it's on the page. */
export function focusMutedLine(seq: number): void {
  const line = [...mutedLines].find(({ messages }) => messages.some((message) => message.seq === seq));
  wanted = line ? null : seq;
  line?.button.focus({ preventScroll: true });
}
