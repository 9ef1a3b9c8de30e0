import { z } from "zod";
import { idText } from "@/lib/channels/schema";
import { cleanText, codePoints } from "@/lib/text";
import { avatarUrlSchema, nameSchema } from "@/lib/users/schema";

const descriptionSchema = z
  .string()
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().refine((text) => codePoints(text) <= 500, "A description can have at most 500 characters."));

/** What a person says of a webhook. */
const webhookFieldsSchema = z.object({
  name: nameSchema("a name for the webhook"),
  description: descriptionSchema,
  avatarUrl: avatarUrlSchema,
});

export const createWebhookSchema = webhookFieldsSchema.extend({ channelId: idText });

export const webhookIdSchema = z.object({ channelId: idText, webhookId: idText });

export const updateWebhookSchema = webhookFieldsSchema.extend(webhookIdSchema.shape);

export const moveWebhookSchema = webhookIdSchema.extend({ toChannelId: idText });

export const deliveryIdSchema = webhookIdSchema.extend({ deliveryId: idText });

/** A payload as a member has corrected it; the endpoint itself says what is wrong with it. */
export const replayDeliverySchema = deliveryIdSchema.extend({
  payload: z
    .string()
    .max(256 * 1024, "A payload can have at most 256 KiB.")
    .transform(cleanText),
});

/** Empty: posts need no signature. */
export const signingSecretSchema = webhookIdSchema.extend({
  secret: z
    .string()
    .refine((text) => text === "" || codePoints(text) >= 8, "A signing secret must have at least 8 characters.")
    .refine((text) => codePoints(text) <= 200, "A signing secret can have at most 200 characters."),
});

export const pauseWebhookSchema = webhookIdSchema.extend({ paused: z.boolean() });
