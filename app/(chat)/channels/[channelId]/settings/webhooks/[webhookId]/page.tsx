import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { DeliveryLog } from "@/components/delivery-log/delivery-log";
import { canManageWebhooks } from "@/lib/channels/access";
import { idParam, orNotFound } from "@/lib/web/http";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { listDeliveries, managedWebhook } from "@/lib/webhooks/delivery-log";
import { settingsChannel } from "../../settings-channel";
import { openDelivery, replayDelivery, sendTestMessage } from "../actions";

type Props = { params: Promise<{ channelId: string; webhookId: string }> };

/** Loads the webhook once per request. 404 for anyone who may not manage it. */
const load = cache(async (channelId: string, webhookId: string) => {
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

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `Delivery log of ${(await load(channelId, webhookId)).webhook.name}` };
}

/** The delivery log of one webhook, for people who may manage it. */
export default async function DeliveryLogPage({ params }: Props) {
  const { channelId, webhookId } = await params;
  const { id, channel, webhook } = await load(channelId, webhookId);
  return (
    <DeliveryLog
      webhook={webhook}
      rev={Number(channel.channel.rev)}
      log={await orNotFound(listDeliveries(channel, id))}
      actions={{ openDelivery, replayDelivery, sendTestMessage }}
    />
  );
}
