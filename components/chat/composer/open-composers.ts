import type { Draft } from "./mention-text";

type Kind = "channel" | "thread";

const fields = new Map<Kind, HTMLTextAreaElement>();

/** Makes the composer of the channel or thread available to other parts of the page. Call the returned function to undo. */
export function registerComposer(kind: Kind, field: HTMLTextAreaElement): () => void {
  fields.set(kind, field);
  return () => {
    if (fields.get(kind) === field) fields.delete(kind);
  };
}

/** Returns whether the page's address asks for a thread whose composer isn't there, at least not yet. */
export function isThreadOpening(): boolean {
  return !fields.has("thread") && /[?&]thread=/.test(window.location.search);
}

/** Focuses the composer of the channel or thread. Does nothing where the user can't write. */
export function focusComposer(kind: Kind): void {
  fields.get(kind)?.focus();
}

/** Returns the fields of the composers on the page, the channel's first. */
export function openComposers(): HTMLTextAreaElement[] {
  return (["channel", "thread"] as const).flatMap((kind) => fields.get(kind) ?? []);
}

const quoting = new Map<string, (quote: Draft) => void>();

/** Registers the composer that takes quotes for a channel or thread. Call the returned function to undo. */
export function takeQuotes(conversationId: string, insert: (quote: Draft) => void): () => void {
  quoting.set(conversationId, insert);
  return () => {
    if (quoting.get(conversationId) === insert) quoting.delete(conversationId);
  };
}

/** Inserts a quote into the composer of this channel or thread and focuses it. Does nothing without a composer. */
export function insertQuote(conversationId: string, quote: Draft): void {
  quoting.get(conversationId)?.(quote);
}
