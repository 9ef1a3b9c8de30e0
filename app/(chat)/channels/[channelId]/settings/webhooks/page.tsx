import type { Metadata } from "next";
import { WebhooksTab } from "@/components/webhooks/list/webhooks-tab";
import { canManageWebhooks } from "@/lib/channels/access";
import { channelsWithWebhooksManagedBy } from "@/lib/channels/queries";
import { requestTimeZone } from "@/lib/web/http";
import { webhookMoveTargets } from "@/lib/webhooks/move-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";
import { schemeChoices, senderChoices } from "@/lib/webhooks/sender-choices";
import { managerNames } from "../managers";
import { settingsChannel } from "../settings-channel";
import {
  createWebhook,
  deleteWebhook,
  moveWebhook,
  regenerateToken,
  removeNotIncident,
  sendTestMessage,
  setSigningSecret,
  setWebhookPaused,
  updateWebhook,
} from "./actions";

export const metadata: Metadata = { title: "Webhooks" };

/** The channel's webhooks. Every member sees them; the channel's setting decides who may manage them. */
export default async function WebhooksPage({ params }: { params: Promise<{ channelId: string }> }) {
  const { channelId } = await params;
  const accessible = await settingsChannel(channelId);
  const { name, kind, archivedAt, rev } = accessible.channel;
  const canManage = canManageWebhooks(accessible);
  const [webhooks, whoManages, moveTargets, managed] = await Promise.all([
    listWebhooks(accessible, await requestTimeZone()),
    managerNames(accessible),
    webhookMoveTargets(accessible),
    canManage ? channelsWithWebhooksManagedBy(accessible.user) : [],
  ]);
  return (
    <WebhooksTab
      channel={{
        id: channelId,
        name,
        isPrivate: kind === "private",
        archived: archivedAt !== null,
        rev: Number(rev),
        canManageWebhooks: canManage,
        moveTargets,
        managed,
      }}
      whoManages={whoManages}
      webhooks={webhooks}
      senders={senderChoices()}
      schemes={schemeChoices()}
      actions={{
        createWebhook,
        updateWebhook,
        setSigningSecret,
        sendTestMessage,
        removeNotIncident,
        setWebhookPaused,
        regenerateToken,
        moveWebhook,
        deleteWebhook,
      }}
    />
  );
}
