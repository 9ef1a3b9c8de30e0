"use server";

import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { postAsMember } from "@/lib/webhooks/post-as-member";
import { sendAsWebhookSchema } from "@/lib/webhooks/schema";

/** Posts a payload as a webhook that the person may manage, and returns the message's position. */
export const sendAsWebhook = action(sendAsWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const request = { dialect: "parley", origin: "composed", body: input.payload } as const;
  return postAsMember(channel, inputId(input.webhookId), request);
});
