import { notFound } from "next/navigation";
import { cache } from "react";
import { type AccessibleChannel, canManageWebhooks, requireMember } from "@/lib/channels/access";
import { isAppError } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";
import { idParam, orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { managedWebhook } from "@/lib/webhooks/delivery-log";

/** Returns the channel whose settings a page shows, read once per request. 404 for non-members and direct messages. */
export const settingsChannel = cache(async (channelId: string): Promise<AccessibleChannel> => {
  const user = await requirePageUser();
  const id = parseId(channelId);
  if (id === null) notFound();
  const accessible = await requireMember(user, id).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  });
  if (accessible.channel.kind === "direct") notFound();
  return accessible;
});

/** Returns the webhook that a page of the settings shows, read once per request. 404 for anyone who may not manage it. */
export const settingsWebhook = cache(async (channelId: string, webhookId: string) => {
  const accessible = await settingsChannel(channelId);
  if (!canManageWebhooks(accessible)) notFound();
  return orNotFound(
    (async () => {
      const id = idParam({ webhookId }, "webhookId");
      const channel = await requireWebhookManager(accessible.user, accessible.channel.id);
      return { id, channel, webhook: await managedWebhook(channel, id) };
    })(),
  );
});
