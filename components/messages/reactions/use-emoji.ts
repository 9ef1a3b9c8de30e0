"use client";

import { useCallback, useEffect, useState } from "react";
import { type EmojiSection, loadEmoji } from "./emoji";
import { recentEmoji } from "./recent-emoji";

type Loaded = EmojiSection[] | "failed" | null;

/** All emoji with those last used in front, once they are there; null until then, "failed" when they could not be had. */
export function useEmoji() {
  const [sections, setSections] = useState<Loaded>(null);
  const load = useCallback(() => {
    setSections(null);
    loadEmoji().then(
      (all) => setSections(withRecentFirst(all)),
      () => setSections("failed"),
    );
  }, []);
  useEffect(load, [load]);
  return { sections, retry: load };
}

function withRecentFirst(all: EmojiSection[]): EmojiSection[] {
  const byEmoji = new Map(all.flatMap((section) => section.emoji).map((each) => [each.emoji, each]));
  const recent = recentEmoji().flatMap((emoji) => byEmoji.get(emoji) ?? []);
  return recent.length > 0 ? [{ name: "Recently used", emoji: recent }, ...all] : all;
}
