"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import { EmptyState } from "@/components/ui/display/empty-state";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Inbox } from "@/components/ui/icons/icons";
import { useTestMessage } from "@/components/webhooks/list/use-test-message";
import type { PostedMessage } from "@/components/webhooks/list/webhook-actions";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { DeliveryLogDto, DeliveryPayloadDto, WebhookDto } from "@/lib/webhooks/dto";
import { DeliveryList } from "./delivery-list";
import { LogHeader } from "./log-header";
import { PayloadPanel } from "./payload-panel";
import { useDeliveries } from "./use-deliveries";

type DeliveryLogProps = {
  webhook: WebhookDto;
  /** The channel's revision when the page was rendered. */
  rev: number;
  log: DeliveryLogDto;
  actions: {
    openDelivery: FormAction<DeliveryPayloadDto>;
    replayDelivery: FormAction<PostedMessage>;
    sendTestMessage: FormAction<PostedMessage>;
  };
};

/** A webhook's delivery log, updated live. */
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
          This webhook is no longer in this channel, or you can no longer manage it. New requests won't appear.
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

function NoDeliveries({ action }: { action: ReactNode }) {
  return (
    <div className="rounded-xl border">
      <EmptyState icon={<Inbox />} title="No requests yet" action={action}>
        Requests to the webhook's URL appear here as they arrive.{" "}
        <Link href={webhookPaths.docs} className="text-accent underline underline-offset-2">
          Learn how to send one
        </Link>
        , or send a test message.
      </EmptyState>
    </div>
  );
}
