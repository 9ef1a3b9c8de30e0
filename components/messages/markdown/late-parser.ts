"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { parseMarkdown } from "@/lib/messages/markdown/parse";

type Parse = typeof parseMarkdown;

// A reader's page does without it: only what somebody is writing has not been read by the server.
let parser: Parse | null = null;
const listeners = new Set<() => void>();

/** Fetches the parser, once. Without it texts stand as they were written, which reads well too. */
export async function loadParser(): Promise<void> {
  if (parser !== null) return;
  const loaded = await import("@/lib/messages/markdown/parse").catch(() => null);
  if (loaded === null) return;
  parser = loaded.parseMarkdown;
  for (const listener of listeners) listener();
}

/** The parser, or null until it is there; it is fetched when it is `needed`. */
export function useParser(needed: boolean): Parse | null {
  useEffect(() => {
    if (needed) void loadParser();
  }, [needed]);
  return useSyncExternalStore(subscribe, current, current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function current(): Parse | null {
  return parser;
}
