import type { Metadata } from "next";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Inbox } from "@/components/ui/icons/icons";
import { ArrowLeft } from "@/components/ui/icons/more-icons";
import { Time } from "@/components/ui/time/time";
import { PayloadText } from "@/components/webhooks/log/payload-form";
import { MakeCard } from "@/components/webhooks/log/payload-panel";
import { paths } from "@/lib/text/paths";
import { idParam, orNotFound } from "@/lib/web/http";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import { payloadOfMessage } from "@/lib/webhooks/delivery-log";
import { settingsWebhook } from "../../../../settings-channel";

export const metadata: Metadata = { title: "Payload" };

type Props = { params: Promise<{ channelId: string; webhookId: string; messageId: string }> };

/** The payload that a plain card was made from, for people who may manage its webhook. */
export default async function PayloadPage({ params }: Props) {
  const { channelId, webhookId, messageId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  const found = await orNotFound((async () => payloadOfMessage(channel, id, idParam({ messageId }, "messageId")))());
  return (
    <>
      <Link href={paths.message(channelId, found.seq)} className={buttonStyle("ghost", "small", "-ms-2.5 -mt-2 mb-2")}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the message
      </Link>
      <h2 className="font-semibold text-lg">Payload</h2>
      <p className="mt-1 mb-4 text-sm text-text-muted">
        Sent to {webhook.name}, <Time at={found.createdAt} format="date" />
      </p>
      {found.payload ? (
        <>
          {found.payload.fitsCard && <MakeCard webhook={webhook} deliveryId={found.deliveryId} />}
          <PayloadText payload={found.payload} />
        </>
      ) : (
        <div className="rounded-xl border">
          <EmptyState icon={<Inbox />} title="This payload is no longer kept">
            Payloads are kept for {LOG_LIMITS.failureDays} days, up to {LOG_LIMITS.plain.toLocaleString("en-US")} for
            each webhook.
          </EmptyState>
        </div>
      )}
    </>
  );
}
