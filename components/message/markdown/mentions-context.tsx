"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { MessageDto } from "@/lib/messages/dto";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { markdownTexts } from "@/lib/messages/markdown-texts";
import { type Mentions, mentionsOf, nobody } from "./mentions";

const ReaderContext = createContext<string | null>(null);
const MentionsContext = createContext<Mentions>(nobody);
const ParsedContext = createContext<ReadonlyMap<string, MarkdownNode[] | null>>(new Map());

/** Says who reads the messages below it. */
export function ReaderProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ReaderContext value={id}>{children}</ReaderContext>;
}

/** The id of the person who reads; null where nobody has said. */
export function useReaderId(): string | null {
  return useContext(ReaderContext);
}

/** Gives the texts below it what is known of the message: the names of those whom it mentions, and how its Markdown reads. */
export function MentionsProvider({ message, children }: { message: MessageDto; children: ReactNode }) {
  const readerId = useReaderId();
  const mentions = useMemo(() => mentionsOf(message, readerId), [message, readerId]);
  const parsed = useMemo(() => parsedOf(message), [message]);
  return (
    <MentionsContext value={mentions}>
      <ParsedContext value={parsed}>{children}</ParsedContext>
    </MentionsContext>
  );
}

/** Whom the message around mentions; nobody outside of one. */
export function useMentions(): Mentions {
  return useContext(MentionsContext);
}

/** The text of the message around as the server has read it: null when it is shown as written, undefined when it hasn't seen it. */
export function useParsed(source: string): MarkdownNode[] | null | undefined {
  return useContext(ParsedContext).get(source);
}

// By its text, so that what a message said before an edit is never taken for what it says now.
function parsedOf(message: MessageDto): Map<string, MarkdownNode[] | null> {
  if (message.parsed.length === 0) return new Map();
  return new Map(markdownTexts(message).map((text, index) => [text, message.parsed[index] ?? null]));
}
