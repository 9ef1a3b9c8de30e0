import { z } from "zod";
import { idText } from "@/lib/channels/schema";
import { uploadedAvatarSchema } from "@/lib/people/avatars/schema";
import { avatarUrlSchema, nameSchema } from "@/lib/people/schema";
import { Budget } from "@/lib/text/budget";
import { cursorParameter } from "@/lib/text/cursor";
import { idParameter } from "@/lib/text/id-schema";
import { codePoints, storableText } from "@/lib/text/text";
import { FAILURES_SHOWN, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import { CARD_LIMITS, MODEL_BUDGET } from "@/lib/webhooks/interpret/own-cards/limits";
import { cardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { parseExactly } from "@/lib/webhooks/payload/json-object";
import { PayloadError, type Problem } from "@/lib/webhooks/payload/problem";
import { PAYLOAD_LIMITS, readPayload, type WebhookPost } from "@/lib/webhooks/payload/read-payload";

const descriptionSchema = z
  .string()
  .transform((text) => storableText(text).trim())
  .pipe(z.string().refine((text) => codePoints(text) <= 500, "The description can have at most 500 characters."));

/** The fields that describe a webhook. */
const webhookFieldsSchema = z.object({
  name: nameSchema("a name for the webhook"),
  description: descriptionSchema,
  avatarUrl: avatarUrlSchema,
  /** An uploaded avatar, used instead of the URL. */
  picture: uploadedAvatarSchema,
});

export const createWebhookSchema = webhookFieldsSchema.extend({
  channelId: idText,
  /** The chosen sender's name. */
  sender: z.string().max(64).default("parley"),
  oneLine: z.boolean().default(true),
  gathersAll: z.boolean().default(false),
});

export const webhookIdSchema = z.object({ channelId: idText, webhookId: idText });

/** The query parameters of the list of all webhooks. They never fail: invalid ones are ignored. */
export const allWebhooksSchema = z.object({
  q: z.string().catch(""),
  state: z.enum(["active", "paused", "failing", "silent"]).optional().catch(undefined),
  channel: idParameter,
  sort: z.enum(["name", "channel", "state", "used", "created"]).catch("name"),
  order: z.enum(["", "reversed"]).catch(""),
  after: cursorParameter,
});

/** The reason for a change that notifies others. Empty and absent become null. */
const reasonSchema = z
  .string("reason must be a string.")
  .transform((text) => storableText(text).trim())
  .pipe(z.string().refine((text) => codePoints(text) <= 500, "The reason can have at most 500 characters."))
  .nullish()
  .transform((text) => text || null);

/** A change that the webhook's creator and its channel's managers are notified of. */
export const webhookChangeSchema = webhookIdSchema.extend({ reason: reasonSchema });

const HOURS = "Enter a whole number of hours from 1 to 720, or leave it empty.";

/** How often a webhook is expected to post, in hours. Empty and null: no alert. */
const expectedEveryHoursSchema = z.preprocess(
  (given) => (typeof given === "string" ? hoursIn(given.trim()) : given),
  z.number(HOURS).int(HOURS).min(1, HOURS).max(720, HOURS).nullable(),
);

function hoursIn(text: string): number | null {
  if (text === "") return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** If `expectedEveryHours` is absent, it doesn't change. */
export const updateWebhookSchema = webhookFieldsSchema.extend({
  ...webhookIdSchema.shape,
  /** If absent, it doesn't change. */
  takesAnyJson: z.boolean().optional(),
  /** If absent, it doesn't change. */
  updatesCards: z.boolean().optional(),
  /** If absent, they don't change. */
  oneLine: z.boolean().optional(),
  gathersAll: z.boolean().optional(),
  expectedEveryHours: expectedEveryHoursSchema.optional(),
});

export const notIncidentSchema = webhookIdSchema.extend({ kind: z.string().max(1_000) });

export const moveWebhookSchema = webhookChangeSchema.extend({ toChannelId: idText });

export const deliveryIdSchema = webhookIdSchema.extend({ deliveryId: idText });

/** How many failures to list; FAILURES_SHOWN by default. */
export const deliveryLogSchema = z.object({
  failures: z.coerce
    .number("failures must be a number.")
    .int("failures must be a whole number.")
    .min(1, "failures must be at least 1.")
    .max(LOG_LIMITS.failures, `failures can be at most ${LOG_LIMITS.failures}.`)
    .default(FAILURES_SHOWN),
});

/** A payload that a member corrected. The endpoint validates its content. */
export const replayDeliverySchema = deliveryIdSchema.extend({
  payload: z
    .string()
    .max(256 * 1024, "The payload can be at most 256 KiB.")
    .transform(storableText),
});

/** An empty `secret` stops requiring signatures. If `secret` or `scheme` is absent, it doesn't change. */
export const signingSecretSchema = webhookChangeSchema.extend({
  secret: z
    .string()
    .refine((text) => text === "" || codePoints(text) >= 8, "The signing secret must have at least 8 characters.")
    .refine((text) => codePoints(text) <= 200, "The signing secret can have at most 200 characters.")
    .optional(),
  scheme: z.string().optional(),
});

// The whole file is checked where it's read; longer ones aren't read at all.
const cardFile = z.string().max(CARD_LIMITS.bytes, "The card's file can be at most 64 KiB.");

const cardVersion = z.number("The version must be a number.").int().min(1);

/** A card as a `sender.yaml`. */
export const importCardSchema = webhookIdSchema.extend({ yaml: cardFile });

/** A webhook's own card as the form edits it, as JSON: it nests deeper than a call of an action may. */
export const cardSchema = webhookIdSchema.extend({
  model: z
    .string()
    .max(MODEL_BUDGET.characters, "The card is too large.")
    .transform((text, context): unknown => {
      try {
        return parseExactly(text, new Budget(MODEL_BUDGET));
      } catch {
        context.addIssue({ code: "custom", message: "The card can't be read." });
        return z.NEVER;
      }
    })
    .pipe(cardModel),
});

export const previewCardSchema = cardSchema.extend({ deliveryId: idText });

/** `basedOn` is the version that was changed; null for the first one. */
export const saveCardSchema = cardSchema.extend({ basedOn: cardVersion.nullable() });

export const restoreCardSchema = webhookIdSchema.extend({ version: cardVersion });

export const switchCardSchema = webhookIdSchema.extend({ on: z.boolean() });

export const pauseWebhookSchema = webhookIdSchema.extend({ paused: z.boolean() });

/** A payload that a member wrote. The endpoint validates its content. */
export const sendAsWebhookSchema = webhookIdSchema.extend({ payload: replayDeliverySchema.shape.payload });

/** A payload's limits, for the documentation and the embed builder. */
export const payloadLimits = { ...PAYLOAD_LIMITS, embed: EMBED_LIMITS } as const;

/** Validates a payload: returns the message, or all problems. */
export function checkPayload(payload: unknown): { post: WebhookPost | null; problems: readonly Problem[] } {
  try {
    return { post: readPayload(payload), problems: [] };
  } catch (error) {
    if (error instanceof PayloadError) return { post: null, problems: error.problems };
    throw error;
  }
}
