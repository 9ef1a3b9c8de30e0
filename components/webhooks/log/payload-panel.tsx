"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import { Skeleton } from "@/components/ui/display/skeleton";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ListFilter } from "@/components/ui/icons/icons";
import { LayoutTemplate } from "@/components/ui/icons/more-icons";
import type { PostedMessage } from "@/components/webhooks/list/webhook-actions";
import type { FormResult } from "@/lib/text/form-result";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { DeliveryDto, DeliveryPayloadDto, WebhookDto } from "@/lib/webhooks/dto";
import { canSendAgain, isFailed } from "./describe-delivery";
import { PayloadForm, PayloadText } from "./payload-form";

type PayloadPanelProps = {
  webhook: WebhookDto;
  delivery: DeliveryDto;
  openDelivery: FormAction<DeliveryPayloadDto>;
  replayDelivery: FormAction<PostedMessage>;
};

const UNREADABLE = {
  ok: false,
  error: "The payload couldn't be loaded. Check your connection, then close it and open it again.",
};

/** Loads a request's payload to view, or to edit and send again. */
export function PayloadPanel({ webhook, delivery, openDelivery, replayDelivery }: PayloadPanelProps) {
  const ids = { channelId: webhook.channelId, webhookId: webhook.id, deliveryId: delivery.id };
  const [result, setResult] = useState<FormResult<DeliveryPayloadDto> | null>(null);
  const load = useEffectEvent(() => openDelivery(ids).catch(() => UNREADABLE as FormResult<never>));
  useEffect(() => {
    let left = false;
    void load().then((loaded) => !left && setResult(loaded));
    return () => {
      left = true;
    };
  }, []);

  if (!result) return <Skeleton className="mt-2 h-40" />;
  if (!result.ok) {
    return (
      <div className="mt-2">
        <Banner tone="danger">{result.error}</Banner>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-x-2">
        <MakeRule webhook={webhook} deliveryId={delivery.id} />
        {result.data.fitsCard && <MakeCard webhook={webhook} deliveryId={delivery.id} />}
      </div>
      {canSendAgain(delivery) ? (
        <PayloadForm
          payload={result.data}
          refused={isFailed(delivery)}
          send={(payload) => replayDelivery({ ...ids, payload })}
        />
      ) : (
        <PayloadText payload={result.data} />
      )}
    </>
  );
}

/** Leads to the form for a rule, with what this request says to choose from. */
function MakeRule({ webhook: { channelId, id }, deliveryId }: MakeCardProps) {
  return (
    <Link href={webhookPaths.newRule(channelId, id, deliveryId)} className={buttonStyle("secondary", "small", "mt-2")}>
      <ListFilter aria-hidden="true" className="size-4" />
      Make a rule…
    </Link>
  );
}

type MakeCardProps = { webhook: Pick<WebhookDto, "channelId" | "id">; deliveryId: string };

/** Leads to the editor of the webhook's card, with this request's payload. */
export function MakeCard({ webhook: { channelId, id }, deliveryId }: MakeCardProps) {
  return (
    <Link href={webhookPaths.card(channelId, id, deliveryId)} className={buttonStyle("secondary", "small", "mt-2")}>
      <LayoutTemplate aria-hidden="true" className="size-4" />
      Make a card from this
    </Link>
  );
}
