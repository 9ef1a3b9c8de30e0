type Kind = "channel" | "thread";

const fields = new Map<Kind, HTMLTextAreaElement>();

/** Lets other parts of the page reach the composer of the channel, or of the thread beside it, until the returned function is called. */
export function registerComposer(kind: Kind, field: HTMLTextAreaElement): () => void {
  fields.set(kind, field);
  return () => {
    if (fields.get(kind) === field) fields.delete(kind);
  };
}

/** Focuses the composer of the channel, or of the thread beside it, unless nobody can write there. */
export function focusComposer(kind: Kind): void {
  fields.get(kind)?.focus();
}

/** The fields of the composers on the page, the channel's first. */
export function openComposers(): HTMLTextAreaElement[] {
  return (["channel", "thread"] as const).flatMap((kind) => fields.get(kind) ?? []);
}
