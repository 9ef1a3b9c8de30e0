import type { Metadata } from "next";
import { RulesPage } from "@/components/webhooks/rules/rules-page";
import { orNotFound } from "@/lib/web/http";
import { rulesOf } from "@/lib/webhooks/rule-queries";
import { settingsWebhook } from "../../../settings-channel";
import { deleteRule, hideEvent, moveRule, saveRule } from "./actions";

type Props = { params: Promise<{ channelId: string; webhookId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `Rules of ${(await settingsWebhook(channelId, webhookId)).webhook.name}` };
}

/** The events that a webhook got and its rules, for people who may manage it. */
export default async function WebhookRulesPage({ params }: Props) {
  const { channelId, webhookId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  return (
    <RulesPage
      webhook={webhook}
      rules={await orNotFound(rulesOf(channel, id))}
      actions={{ saveRule, hideEvent, moveRule, deleteRule }}
    />
  );
}
