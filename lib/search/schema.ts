import { z } from "zod";
import { idSchema } from "@/lib/id-schema";

/** The longest query, in UTF-16 units. */
export const LONGEST_QUERY = 300;

const query = z
  .string("q is required. Set it to the text to search for.")
  .max(LONGEST_QUERY, `A search can have at most ${LONGEST_QUERY} characters.`);

/** A search request: `q`, and for the next page the id of the last message received. */
export const searchSchema = z.object({
  q: query,
  before: idSchema("before must be a message ID.").optional(),
  limit: z.coerce
    .number("limit must be a number from 1 to 50.")
    .int("limit must be a number from 1 to 50.")
    .min(1, "limit must be a number from 1 to 50.")
    .max(50, "limit must be a number from 1 to 50.")
    .optional(),
});

/** The part of a person's name to search for. */
export const peopleSchema = z.object({ q: query.optional() });
