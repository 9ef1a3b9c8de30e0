import type { Metadata } from "next";
import { RuleForm } from "@/components/webhooks/rules/rule-form";
import { orNotFound } from "@/lib/web/http";
import { rulesOf, ruleTargetsOf } from "@/lib/webhooks/rule-queries";
import { settingsWebhook } from "../../../../settings-channel";
import { deleteRule, saveRule, tryRule } from "../actions";
import { ruleSample } from "../rule-sample";

type Props = {
  params: Promise<{ channelId: string; webhookId: string }>;
  searchParams: Promise<{ delivery?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `New rule of ${(await settingsWebhook(channelId, webhookId)).webhook.name}` };
}

/** The form for a new rule, for people who may manage the webhook. */
export default async function NewRulePage({ params, searchParams }: Props) {
  const { channelId, webhookId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  const { rules } = await orNotFound(rulesOf(channel, id));
  return (
    <RuleForm
      webhook={webhook}
      rule={null}
      position={rules.length}
      choices={await ruleTargetsOf(channel)}
      {...(await ruleSample(channel, id, (await searchParams).delivery))}
      actions={{ saveRule, deleteRule, tryRule }}
    />
  );
}
