import { z } from "zod";
import { parseId, storableText } from "@/lib/text";

/** A row of a sorted list, by its sort key, and by its id among rows with the same key. The next page starts after it. */
export type Cursor = { key: string; id: bigint };

// A name of 80 characters, each a number of its own, has about so long a key.
const LONGEST = 4_000;

/** The cursor as text, for the address of the next page. */
export function cursorText({ key, id }: Cursor): string {
  return `${id}.${key}`;
}

/** Reads a cursor that `cursorText` wrote. Anything else counts as no cursor, so the list starts at its beginning. */
export const cursorParameter = z
  .string()
  .max(LONGEST)
  .transform((text): Cursor | undefined => {
    const dot = text.indexOf(".");
    const id = dot === -1 ? null : parseId(text.slice(0, dot));
    return id === null ? undefined : { key: storableText(text.slice(dot + 1)), id };
  })
  .optional()
  .catch(undefined);
