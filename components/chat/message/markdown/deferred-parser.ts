"use client";

import { useEffect } from "react";
import { deferred } from "@/components/ui/deferred/deferred";

// Reading needs no parser: the server has parsed all messages but those being written.
const parser = deferred(() => import("@/lib/messages/markdown/parse"));

/** Loads the parser. Until then, and if that fails, texts are shown as written. */
export const loadParser = parser.load;

/** Returns the parser, or null until it is loaded, which happens when it is `needed`. */
export function useParser(needed: boolean) {
  useEffect(() => {
    if (needed) void loadParser();
  }, [needed]);
  return parser.use()?.parseMarkdown ?? null;
}
