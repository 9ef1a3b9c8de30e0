"use client";

import { useEffect } from "react";
import { late } from "@/components/ui/late";

// A reader's page does without it: only what somebody is writing has not been read by the server.
const parser = late(() => import("@/lib/messages/markdown/parse"));

/** Fetches the parser. Without it texts stand as they were written, which reads well too. */
export const loadParser = parser.load;

/** The parser, or null until it is there; it is fetched when it is `needed`. */
export function useParser(needed: boolean) {
  useEffect(() => {
    if (needed) void loadParser();
  }, [needed]);
  return parser.use()?.parseMarkdown ?? null;
}
