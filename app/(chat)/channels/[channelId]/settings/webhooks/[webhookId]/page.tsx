import type { Metadata } from "next";
import { DeliveryLog } from "@/components/webhooks/log/delivery-log";
import { orNotFound } from "@/lib/web/http";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { settingsWebhook } from "../../settings-channel";
import { openDelivery, replayDelivery, sendTestMessage } from "../actions";

type Props = { params: Promise<{ channelId: string; webhookId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `Delivery log of ${(await settingsWebhook(channelId, webhookId)).webhook.name}` };
}

/** The delivery log of one webhook, for people who may manage it. */
export default async function DeliveryLogPage({ params }: Props) {
  const { channelId, webhookId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  return (
    <DeliveryLog
      webhook={webhook}
      rev={Number(channel.channel.rev)}
      log={await orNotFound(listDeliveries(channel, id))}
      actions={{ openDelivery, replayDelivery, sendTestMessage }}
    />
  );
}
