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

export const pauseWebhookSchema = webhookIdSchema.extend({ paused: z.boolean() });
