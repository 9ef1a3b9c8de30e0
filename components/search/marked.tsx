import { Fragment } from "react";
import { EMOJI_ROWS, withCustomEmoji } from "@/components/emoji/custom-emoji";
import { withSigns } from "@/components/emoji/signs";
import { useEmojiIds } from "@/lib/browser/emoji";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import type { Segment } from "./hits";

/** Text with its hits highlighted, and with its custom emoji. */
export function Marked({ parts }: { parts: readonly Segment[] }) {
  const ids = useEmojiIds();
  return withWholeEmoji(parts, ids).map(({ text, hit, isEmoji }, index) => {
    const shown = isEmoji ? withCustomEmoji(text) : withSigns(text);
    // The parts of a text are replaced together and never move.
    const key = String(index);
    if (!hit) return <Fragment key={key}>{shown}</Fragment>;
    return (
      <mark key={key} className="rounded-md bg-mention font-medium text-text">
        {shown}
      </mark>
    );
  });
}

/** Makes each custom emoji's name in the segments' text a segment of its own. It's a hit if any part of it is one. */
function withWholeEmoji(parts: readonly Segment[], ids: EmojiIds): (Segment & { isEmoji?: boolean })[] {
  const text = parts.map((part) => part.text).join("");
  let at = 0;
  return namesAndRest(text).flatMap((piece) => {
    const found = between(parts, at, at + piece.length);
    at += piece.length;
    if (!piece.startsWith(":") || !Object.hasOwn(ids, piece.slice(1, -1))) return found;
    return [{ text: piece, hit: found.some(({ hit }) => hit), isEmoji: true }];
  });
}

/** Splits a text into the names that could be those of custom emoji, with their colons, and the rest. */
function namesAndRest(text: string): string[] {
  return text.split(EMOJI_ROWS).flatMap((part, index) => (index % 2 === 0 ? part : part.split(/(?<=:)(?=:)/)));
}

/** Returns the segments of the text from `start` to `end`. */
function between(parts: readonly Segment[], start: number, end: number): Segment[] {
  let at = 0;
  return parts.flatMap(({ text, hit }) => {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return piece === "" ? [] : { text: piece, hit };
  });
}
