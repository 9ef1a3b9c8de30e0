import { z } from "zod";
import { SEARCH_SORTS } from "@/lib/messages/search/dto";
import { idSchema } from "@/lib/text/id-schema";
import { codePoints, storableText } from "@/lib/text/text";

/** The longest query, in UTF-16 units. */
export const LONGEST_QUERY = 300;

const query = z
  .string("q is required. Set it to the text to search for.")
  .max(LONGEST_QUERY, `A search can have at most ${LONGEST_QUERY} characters.`);

/** A search request: `q`, the order, and for the next page by time the id of the last message received. */
export const searchSchema = z.object({
  q: query,
  sort: z.enum(SEARCH_SORTS, "sort must be time or relevance.").optional(),
  before: idSchema("before must be a message ID.").optional(),
  limit: z.coerce
    .number("limit must be a number from 1 to 50.")
    .int("limit must be a number from 1 to 50.")
    .min(1, "limit must be a number from 1 to 50.")
    .max(50, "limit must be a number from 1 to 50.")
    .optional(),
});

const name = z
  .string("name must be a string.")
  .max(160, "A name can have at most 80 characters.")
  .transform((text) => storableText(text).replace(/\s+/g, " ").trim())
  .refine((text) => text !== "", "Enter a name.")
  .refine((text) => codePoints(text) <= 80, "A name can have at most 80 characters.");

/** A search to save, and a new name for one. */
export const saveSearchSchema = z.object({
  name,
  query: query.transform(storableText).refine((text) => text.trim() !== "", "Search for something first."),
});
export const renameSearchSchema = z.object({ name });

/** A search to count. */
export const countSchema = z.object({ q: query });

/** The part of a person's name to search for. */
export const peopleSchema = z.object({ q: query.optional() });
