"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import { Plus } from "@/components/ui/icons/icons";
import { ScrollText } from "@/components/ui/icons/more-icons";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RulesDto } from "@/lib/webhooks/rules/model";
import { EventsSeen } from "./events-seen";
import type { RuleActions } from "./rule-actions";
import { RuleList } from "./rule-list";
import { RulesHeader } from "./rules-header";
import { useRules } from "./use-rules";

type RulesPageProps = { webhook: WebhookDto; rules: RulesDto; actions: RuleActions };

/** What a webhook's tools sent, and the rules that decide what is posted of it. */
export function RulesPage({ webhook, rules, actions }: RulesPageProps) {
  const { page, hide, unhide, remove, move } = useRules(webhook, rules, actions);
  const router = useRouter();
  const full = page.rules.length >= RULE_LIMITS.perWebhook;
  return (
    <div className="flex flex-col gap-8">
      <RulesHeader
        webhook={webhook}
        title={`Rules of ${webhook.name}`}
        note="Decide what is posted, and how."
        back={{ href: paths.settings(webhook.channelId, "webhooks"), label: "Back to the webhooks" }}
      >
        <Link href={webhookPaths.log(webhook.channelId, webhook.id)} className={buttonStyle()}>
          <ScrollText aria-hidden="true" className="size-4" />
          Delivery log
        </Link>
        {!full && (
          <Button variant="primary" onClick={() => router.push(webhookPaths.newRule(webhook.channelId, webhook.id))}>
            <Plus aria-hidden="true" />
            New rule
          </Button>
        )}
      </RulesHeader>
      {full && (
        <Banner>
          {webhook.name} has reached the limit of {RULE_LIMITS.perWebhook} rules. Delete one to make another.
        </Banner>
      )}
      <EventsSeen events={page.events} hide={hide} unhide={unhide} />
      <RuleList webhook={webhook} rules={page.rules} move={move} remove={remove} />
    </div>
  );
}
