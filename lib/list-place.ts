import { z } from "zod";
import { parseId } from "@/lib/ids";
import { storableText } from "@/lib/text";

/** Where a row stands in a sorted list: by `key`, and among those with the same one by its id. The next page begins behind it. */
export type ListPlace = { key: string; id: bigint };

// A name of 80 characters, each a number of its own, has about so long a key.
const LONGEST = 4_000;

/** The place as a client keeps it to ask for what follows. */
export function placeText({ key, id }: ListPlace): string {
  return `${id}.${key}`;
}

/** A place as `placeText` wrote it; what is none is as if it weren't there, and leads to the list's beginning. */
export const placeParameter = z
  .string()
  .max(LONGEST)
  .transform((text): ListPlace | undefined => {
    const dot = text.indexOf(".");
    const id = dot === -1 ? null : parseId(text.slice(0, dot));
    return id === null ? undefined : { key: storableText(text.slice(dot + 1)), id };
  })
  .optional()
  .catch(undefined);
