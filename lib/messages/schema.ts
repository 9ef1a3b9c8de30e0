import { z } from "zod";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { EMOJI_NAME } from "@/lib/messages/markdown/mention-grammar";
import { idSchema } from "@/lib/text/id-schema";
import { codePoints, parseId, storableText } from "@/lib/text/text";

const content = z
  .string("content must be a string.")
  .transform((text) => storableText(text).trim())
  .refine((text) => codePoints(text) <= MESSAGE_LIMIT, `A message can have at most ${MESSAGE_LIMIT} characters.`);

/**
 * A message from a person's client. The nonce is 8 to 64 characters of [A-Za-z0-9_-], such as a UUID. `threadId` is the
 * message that it replies to; with `inChannel` the reply appears in the channel, too.
 */
export const sendMessageSchema = z.object({
  content: content.refine((text) => text !== "", "Write a message."),
  threadId: idSchema("threadId must be a message ID.")
    .nullish()
    .transform((id) => id ?? null),
  inChannel: z.boolean("inChannel must be true or false.").default(false),
  nonce: z
    .string("nonce must be a string.")
    .regex(/^[\w-]{8,64}$/, "nonce must be 8 to 64 characters of A-Z, a-z, 0-9, _ and -."),
});

/** People to add to a channel, named as in a message. */
export const newMembersSchema = z.object({ people: content });

/** A forwarded message: the channel that it goes to, and a comment, which may be empty. */
export const forwardSchema = z.object({
  to: idSchema("to must be a channel ID."),
  content: content.default(""),
  nonce: sendMessageSchema.shape.nonce,
});

/** The same as text fields of a form with files. The content may be empty or missing. */
export const uploadMessageSchema = sendMessageSchema.extend({
  content: content.default(""),
  inChannel: z.stringbool("inChannel must be true or false.").default(false),
});

/** An edit from a person's client. A message with files needs no text. */
export const editMessageSchema = z.object({ content });

const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

/** One emoji that everyone has. */
export const emojiSchema = z.string().max(64).regex(ONE_EMOJI);

/** One emoji, or `:name:` of a custom one, from a URL's path. */
export const reactionSchema = z.union(
  [emojiSchema, z.string().regex(new RegExp(`^:${EMOJI_NAME}:$`))],
  "A reaction must be a single emoji.",
);

const seq = z.coerce
  .number("before, after and around must be message numbers.")
  .int()
  .min(Number.MIN_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER);

/** Which page of a thread to load: the last one, or the one before a reply's number. */
export const threadPageSchema = z.object({ before: seq.optional() });

/** How far the user has read in a thread: a reply's number. */
export const threadReadSchema = z.object({
  seq: z
    .number("seq must be a reply's message number.")
    .int()
    .min(Number.MIN_SAFE_INTEGER)
    .max(Number.MAX_SAFE_INTEGER),
});

/** Which page of a channel to load: before, after or around a message's number, or the last one. */
export const pageSchema = z
  .object({ before: seq.optional(), after: seq.optional(), around: seq.optional() })
  .transform(({ before, after, around }) => {
    if (before !== undefined) return { at: "before" as const, seq: before };
    if (after !== undefined) return { at: "after" as const, seq: after };
    return around === undefined ? { at: "latest" as const } : { at: "around" as const, seq: around };
  });

/** Which of a channel's messages to show. */
export type MessageFilter = { by: "people" } | { by: "webhook"; webhookId: string };

/**
 * The filter in a URL's query: `show=people`, or `webhook` with a webhook's id, which takes precedence. Null without
 * either.
 */
export const filterSchema = z
  .object({
    show: z.literal("people", "show takes only: people.").optional(),
    webhook: z
      .string("webhook must be a webhook ID.")
      .refine((text) => parseId(text) !== null, "webhook must be a webhook ID.")
      .optional(),
  })
  .transform(({ show, webhook }): MessageFilter | null => {
    if (webhook !== undefined) return { by: "webhook", webhookId: webhook };
    return show === undefined ? null : { by: show };
  });
