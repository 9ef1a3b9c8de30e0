import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RuleForm } from "@/components/webhooks/rules/rule-form";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { orNotFound } from "@/lib/web/http";
import { rulesOf, ruleTargetsOf } from "@/lib/webhooks/rule-queries";
import { settingsWebhook } from "../../../../settings-channel";
import { deleteRule, saveRule, tryRule } from "../actions";
import { ruleSample } from "../rule-sample";

type Props = {
  params: Promise<{ channelId: string; webhookId: string; ruleId: string }>;
  searchParams: Promise<{ delivery?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { channelId, webhookId } = await params;
  return { title: `Rule of ${(await settingsWebhook(channelId, webhookId)).webhook.name}` };
}

/** The form for a rule, for people who may manage the webhook. A deleted rule leads to the others. */
export default async function RulePage({ params, searchParams }: Props) {
  const { channelId, webhookId, ruleId } = await params;
  const { id, channel, webhook } = await settingsWebhook(channelId, webhookId);
  const { rules } = await orNotFound(rulesOf(channel, id));
  const position = rules.findIndex((each) => each.id === ruleId);
  const rule = rules[position];
  if (!rule) redirect(webhookPaths.rules(channelId, webhookId));
  return (
    <RuleForm
      key={ruleId}
      webhook={webhook}
      rule={rule}
      position={position}
      choices={await ruleTargetsOf(channel)}
      {...(await ruleSample(channel, id, (await searchParams).delivery))}
      actions={{ saveRule, deleteRule, tryRule }}
    />
  );
}
