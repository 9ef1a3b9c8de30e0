"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { MessageDto } from "@/lib/messages/dto";
import { type Mentions, mentionsOf, nobody } from "./mentions";

const ReaderContext = createContext<string | null>(null);
const MentionsContext = createContext<Mentions>(nobody);

/** Says who reads the messages below it. */
export function ReaderProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ReaderContext value={id}>{children}</ReaderContext>;
}

/** The id of the person who reads; null where nobody has said. */
export function useReaderId(): string | null {
  return useContext(ReaderContext);
}

/** Gives the texts below it the names of those whom the message mentions. */
export function MentionsProvider({ message, children }: { message: MessageDto; children: ReactNode }) {
  const readerId = useReaderId();
  const mentions = useMemo(() => mentionsOf(message, readerId), [message, readerId]);
  return <MentionsContext value={mentions}>{children}</MentionsContext>;
}

/** Whom the message around mentions; nobody outside of one. */
export function useMentions(): Mentions {
  return useContext(MentionsContext);
}
