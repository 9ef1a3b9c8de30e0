import type { Metadata } from "next";
import { CardEditor } from "@/components/webhooks/card/card-editor";
import { draftModel } from "@/components/webhooks/card/draft";
import { idParam, orNotFound, requestBaseUrl } from "@/lib/web/http";
import { cardEditorOf } from "@/lib/webhooks/cards";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { plainCard } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { previewPayload } from "@/lib/webhooks/try-card";
import { settingsWebhook } from "../../../settings-channel";
import { importCard, previewCard, restoreCard, saveCard, switchCard, tryCard } from "../../actions";

type Props = {
  params: Promise<{ channelId: string; webhookId: string }>;
  searchParams: Promise<{ delivery?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `Card of ${(await settingsWebhook(channelId, webhookId)).webhook.name}` };
}

/** The editor of a webhook's own card, for people who may manage the webhook. */
export default async function CardPage({ params, searchParams }: Props) {
  const { channelId, webhookId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  const { deliveries } = await orNotFound(listDeliveries(channel, id));
  const stored = deliveries.filter(({ hasPayload }) => hasPayload);
  const { delivery: asked = stored[0]?.id } = await searchParams;
  const deliveryId = typeof asked === "string" ? asked : undefined;
  const { delivery, ...card } = await orNotFound(
    (async () =>
      cardEditorOf(channel, id, deliveryId === undefined ? null : idParam({ delivery: deliveryId }, "delivery")))(),
  );
  const baseUrl = await requestBaseUrl();
  const payload = delivery?.payload ?? {};
  const plain = isObject(payload) ? plainCard(payload, plainBudget()).embeds[0] : undefined;
  const about = stored.find((each) => each.id === delivery?.id);
  const draft = draftModel(webhook.name, payload, plain ?? {}, card.seen);
  // Without it, for example because too many were made, the editor asks for one and says what is wrong.
  const preview = delivery && (await previewPayload(channel, card.model ?? draft, payload).catch(() => null));
  return (
    <CardEditor
      webhook={webhook}
      {...card}
      draft={draft}
      preview={preview}
      home={baseUrl}
      delivery={delivery && { id: delivery.id, at: about?.createdAt ?? new Date().toISOString(), payload }}
      samples={stored}
      actions={{ importCard, previewCard, restoreCard, saveCard, switchCard, tryCard }}
    />
  );
}
