import { z } from "zod";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { cleanText, codePoints } from "@/lib/text";

/** What a person's client sends. The nonce is a UUID or the like: 8 to 64 characters of [A-Za-z0-9_-]. */
export const sendMessageSchema = z.object({
  content: z
    .string("content must be a string.")
    .transform((text) => cleanText(text).trim())
    .refine((text) => text !== "", "Write something to send.")
    .refine((text) => codePoints(text) <= MESSAGE_LIMIT, `A message can have at most ${MESSAGE_LIMIT} characters.`),
  nonce: z
    .string("nonce must be a string.")
    .regex(/^[\w-]{8,64}$/, "nonce must be 8 to 64 characters of A-Z, a-z, 0-9, _ and -."),
});

const seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Which page of a channel a client asks for; without any of these, its end. */
export const pageSchema = z.union(
  [
    z.object({ before: seq }).transform(({ before }) => ({ at: "before" as const, seq: before })),
    z.object({ after: seq }).transform(({ after }) => ({ at: "after" as const, seq: after })),
    z.object({ around: seq }).transform(({ around }) => ({ at: "around" as const, seq: around })),
    z
      .object({ before: z.undefined(), after: z.undefined(), around: z.undefined() })
      .transform(() => ({ at: "latest" as const })),
  ],
  "before, after and around take a message's number.",
);
