"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { DeliveryLogDto, DeliveryPayloadDto, WebhookDto } from "@/lib/webhooks/dto";
import type { MessagePlace } from "../message-place";
import { useTestMessage } from "../use-test-message";
import { DeliveryList } from "./delivery-list";
import { LogHeader } from "./log-header";
import { NoDeliveries } from "./no-deliveries";
import { PayloadPanel } from "./payload-panel";
import { useDeliveries } from "./use-deliveries";

type DeliveryLogProps = {
  webhook: WebhookDto;
  /** The channel's revision as of which the page was made. */
  rev: number;
  log: DeliveryLogDto;
  actions: {
    openDelivery: FormAction<DeliveryPayloadDto>;
    replayDelivery: FormAction<MessagePlace>;
    sendTestMessage: FormAction<MessagePlace>;
  };
};

/** A webhook's latest requests, as they come in. */
export function DeliveryLog({ webhook, rev, log, actions }: DeliveryLogProps) {
  const list = useRef<HTMLUListElement>(null);
  const router = useRouter();
  const test = useTestMessage(webhook, actions.sendTestMessage);
  const { deliveries, failures, older, gone } = useDeliveries({
    channelId: webhook.channelId,
    webhookId: webhook.id,
    rev,
    initial: log,
    list,
    // The header says whether the webhook is failing.
    onOutcome: () => router.refresh(),
  });
  const { openDelivery, replayDelivery } = actions;
  const sendTest = (
    <Button size="small" busy={test.sending} onClick={test.send}>
      Send test message
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <LogHeader webhook={webhook} />
      {gone && (
        <Banner tone="warning">
          This webhook is no longer in this channel, or you may no longer manage it. Nothing new will be shown.
        </Banner>
      )}
      {deliveries.length === 0 ? (
        <NoDeliveries action={sendTest} />
      ) : (
        <DeliveryList
          ref={list}
          deliveries={deliveries}
          failures={failures}
          older={older}
          panelOf={(delivery) => (
            <PayloadPanel
              webhook={webhook}
              delivery={delivery}
              openDelivery={openDelivery}
              replayDelivery={replayDelivery}
            />
          )}
          action={sendTest}
        />
      )}
    </div>
  );
}
