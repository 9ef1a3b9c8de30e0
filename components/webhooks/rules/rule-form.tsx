"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Banner } from "@/components/ui/display/banner";
import { Trash2 } from "@/components/ui/icons/more-icons";
import { UnsavedGuard } from "@/components/webhooks/card/unsaved-guard";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { DeliveryDto, WebhookDto } from "@/lib/webhooks/dto";
import type { RuleDto, RuleTargetsDto } from "@/lib/webhooks/rules/model";
import { draftOf, type RuleDraft, readConditions, toggled } from "./draft";
import type { RuleFormActions } from "./rule-actions";
import { RuleTrial } from "./rule-trial";
import { RulesHeader } from "./rules-header";
import { type RuleSample, SamplePane } from "./sample-pane";
import { ThenFields } from "./then-fields";
import { useRuleTrial } from "./use-rule-trial";
import { useSavingRule } from "./use-saving-rule";
import { WhenFields } from "./when-fields";

type RuleFormProps = {
  webhook: WebhookDto;
  /** The rule to edit; null for a new one. */
  rule: RuleDto | null;
  /** Its index among the rules. */
  position: number;
  choices: RuleTargetsDto;
  sample: RuleSample | null;
  isSampleGone: boolean;
  /** Requests to make conditions from. */
  samples: readonly DeliveryDto[];
  actions: RuleFormActions;
};

/** Makes or edits a rule: a request to click conditions in, what then happens, and what it would have done. */
export function RuleForm(props: RuleFormProps) {
  const { webhook, rule, position, choices, sample, isSampleGone, samples, actions } = props;
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() => draftOf(rule));
  const [draft, setDraft] = useState(first);
  const ids = { channelId: webhook.channelId, webhookId: webhook.id };
  const back = webhookPaths.rules(webhook.channelId, webhook.id);
  const saving = useSavingRule({ ids, rule, position, draft, back, actions });
  const { problem, busy } = saving;
  const conditions = readConditions(draft.conditions);
  const trial = useRuleTrial({ ids, conditions: "error" in conditions ? null : conditions, tryRule: actions.tryRule });

  useEffect(() => {
    const at = problem?.at === "conditions" ? "new" : problem?.at;
    form.current?.querySelector<HTMLElement>(`[data-condition="${at}"]`)?.focus();
  }, [problem]);

  function change(fields: Partial<RuleDraft>): void {
    setDraft((before) => ({ ...before, ...fields }));
    saving.clear();
  }

  function showSample(deliveryId: string): void {
    const { channelId, id } = webhook;
    const path = rule
      ? webhookPaths.rule(channelId, id, rule.id, deliveryId)
      : webhookPaths.newRule(channelId, id, deliveryId);
    router.replace(path, { scroll: false });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void saving.save();
  }

  return (
    <div data-wide className="@container flex flex-col gap-5">
      <RulesHeader
        webhook={webhook}
        title={rule ? "Edit rule" : "New rule"}
        note={`For ${webhook.name}`}
        back={{ href: back, label: "Back to the rules" }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] @4xl:gap-6">
        <SamplePane
          sample={sample}
          isGone={isSampleGone}
          samples={samples}
          showSample={showSample}
          conditions={draft.conditions}
          toggle={(condition) => change({ conditions: toggled(draft.conditions, condition) })}
        />
        <form ref={form} noValidate onSubmit={submit} aria-label="Rule" className="flex min-w-0 flex-col gap-6">
          <WhenFields conditions={draft.conditions} problem={problem} change={(next) => change({ conditions: next })} />
          <ThenFields draft={draft} choices={choices} problem={problem} change={change} />
          <RuleTrial {...trial} does={draft.does} shownId={sample?.id ?? null} show={showSample} />
          {saving.error !== null && <Banner tone="danger">{saving.error}</Banner>}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" busy={busy === "saving"}>
              Save rule
            </Button>
            <Link href={back} className={buttonStyle("ghost")}>
              Cancel
            </Link>
            {rule && (
              <Button
                variant="ghost"
                busy={busy === "deleting"}
                className="ms-auto hover:text-danger!"
                onClick={() => void saving.remove()}
              >
                <Trash2 aria-hidden="true" />
                Delete rule
              </Button>
            )}
          </div>
        </form>
      </div>
      <UnsavedGuard unsaved={!saving.isSaved && JSON.stringify(draft) !== JSON.stringify(first)} what="rule" />
    </div>
  );
}
