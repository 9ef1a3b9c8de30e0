"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { markdownTexts } from "@/lib/messages/cards/markdown-texts";
import type { MessageDto } from "@/lib/messages/dto";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { type Mentions, mentionsOf, noMentions } from "./mentions";

const ReaderContext = createContext<string | null>(null);
const MentionsContext = createContext<Mentions>(noMentions);
const MessageContext = createContext<Pick<MessageDto, "id" | "createdAt"> | null>(null);
const ParsedContext = createContext<ReadonlyMap<string, MarkdownNode[] | null>>(new Map());

/** Tells the messages below who reads them. */
export function ReaderProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ReaderContext value={id}>{children}</ReaderContext>;
}

/** Returns the reader's id; null outside a provider. */
export function useReaderId(): string | null {
  return useContext(ReaderContext);
}

/** Provides the names a message mentions and its parsed Markdown to the texts below. */
export function MentionsProvider({ message, children }: { message: MessageDto; children: ReactNode }) {
  const readerId = useReaderId();
  const mentions = useMemo(() => mentionsOf(message, readerId), [message, readerId]);
  const parsed = useMemo(() => parsedOf(message), [message]);
  return (
    <MessageContext value={message}>
      <MentionsContext value={mentions}>
        <ParsedContext value={parsed}>{children}</ParsedContext>
      </MentionsContext>
    </MessageContext>
  );
}

/** Returns the surrounding message; null outside one. */
export function useMessage(): Pick<MessageDto, "id" | "createdAt"> | null {
  return useContext(MessageContext);
}

/** Returns the mentions of the surrounding message; none outside one. */
export function useMentions(): Mentions {
  return useContext(MentionsContext);
}

/** Returns the server's parse of the text: null if it is shown as written, undefined if the server hasn't seen it. */
export function useParsed(source: string): MarkdownNode[] | null | undefined {
  return useContext(ParsedContext).get(source);
}

// Keyed by text, so that an earlier version is never mistaken for the current one.
function parsedOf(message: MessageDto): Map<string, MarkdownNode[] | null> {
  if (message.parsed.length === 0) return new Map();
  return new Map(markdownTexts(message).map((text, index) => [text, message.parsed[index] ?? null]));
}
