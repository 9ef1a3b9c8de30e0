"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import type { FormResult } from "@/lib/text/form-result";
import type { RuleDto, RuleFields, RulesDto } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { type RuleDraft, type RuleProblem, readDraft } from "./draft";
import type { RuleFormActions } from "./rule-actions";
import { toldUndo } from "./told-undo";

type SavingOptions = {
  ids: { channelId: string; webhookId: string };
  /** The rule as it's stored; null for a new one. */
  rule: RuleDto | null;
  /** Its index among the rules. */
  position: number;
  draft: RuleDraft;
  /** The list of rules, where saving and deleting lead. */
  back: string;
  actions: RuleFormActions;
};

/** Saves or deletes the rule of a form, and can undo either. */
export function useSavingRule({ ids, rule, position, draft, back, actions }: SavingOptions) {
  const router = useRouter();
  const [problem, setProblem] = useState<RuleProblem | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"saving" | "deleting" | null>(null);
  const [isSaved, setSaved] = useState(false);
  const before = rule && { conditions: rule.conditions, action: rule.action, continues: rule.continues };

  /** Returns the page of rules after a change, or null after an error, which is shown. */
  async function run(kind: typeof busy, send: () => Promise<FormResult<RulesDto>>): Promise<RulesDto | null> {
    setBusy(kind);
    setError(null);
    const result = await send().catch(() => null);
    setBusy(null);
    if (result?.ok) {
      setSaved(true);
      router.push(back);
      return result.data;
    }
    const text = result?.error ?? UNREACHABLE;
    if (result?.field === "action") setProblem({ error: text, at: "target" });
    else setError(text);
    return null;
  }

  async function save(): Promise<void> {
    const read = readDraft(draft);
    if ("error" in read) {
      setProblem(read);
      return;
    }
    setProblem(null);
    const input = { ...ids, ruleId: rule?.id ?? null, fields: read, position: null };
    const now = await run("saving", () => actions.saveRule(input));
    if (!now) return;
    if (rule && before) {
      toldUndo("Rule saved", () => void undo(() => actions.saveRule({ ...input, fields: before })));
      return;
    }
    const made = now.rules.at(-1);
    toldUndo(
      "Rule saved",
      made ? () => void undo(() => actions.deleteRule({ ...ids, ruleId: made.id })) : null,
      "It decides about the webhook's next requests.",
    );
  }

  async function remove(): Promise<void> {
    if (!rule || !before) return;
    const now = await run("deleting", () => actions.deleteRule({ ...ids, ruleId: rule.id }));
    if (now) toldUndo("Rule deleted", () => void undo(() => restored(before)), sentenceOf(rule, rule.target));
  }

  function restored(fields: RuleFields): Promise<FormResult<RulesDto>> {
    return actions.saveRule({ ...ids, ruleId: null, fields, position });
  }

  async function undo(send: () => Promise<FormResult<RulesDto>>): Promise<void> {
    const result = await send().catch(() => null);
    if (!result?.ok) toast.error(result?.error ?? UNREACHABLE);
    router.refresh();
  }

  function clear(): void {
    if (problem !== null) setProblem(null);
    if (error !== null) setError(null);
  }

  return { problem, error, busy, isSaved, save, remove, clear };
}
