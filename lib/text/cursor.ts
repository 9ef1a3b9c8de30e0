import { z } from "zod";
import { parseId, storableText } from "@/lib/text/text";

/**
 * A row's position in a sorted list: its sort key, and its id among rows with the same key. The next page starts after
 * it.
 */
export type Cursor = { key: string; id: bigint };

// About as long as the key of a name of 80 characters, each a number, can get.
const LONGEST = 4_000;

/** Formats a cursor for the next page's URL. */
export function cursorText({ key, id }: Cursor): string {
  return `${id}.${key}`;
}

/** Returns the cursor that `cursorText` formatted, or undefined for any other text. */
export function parseCursor(text: string): Cursor | undefined {
  const dot = text.indexOf(".");
  const id = dot === -1 ? null : parseId(text.slice(0, dot));
  return id === null ? undefined : { key: storableText(text.slice(dot + 1)), id };
}

/** Parses a cursor from `cursorText`. Anything else counts as no cursor, so the list starts at its beginning. */
export const cursorParameter = z.string().max(LONGEST).transform(parseCursor).optional().catch(undefined);
