"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import type { RuleCondition, RuleTrialDto } from "@/lib/webhooks/rules/model";
import type { RuleFormActions } from "./rule-actions";

// Long enough that a rule isn't tried at each letter.
const QUIET_MS = 500;

export type TrialResult = { trial: RuleTrialDto } | { error: string };

type TrialOptions = {
  ids: { channelId: string; webhookId: string };
  /** What is tried; null while a condition isn't finished. */
  conditions: readonly RuleCondition[] | null;
  tryRule: RuleFormActions["tryRule"];
};

/** Tries the conditions on the latest requests whenever they change. `result` is the latest, which may be older than them. */
export function useRuleTrial({ ids, conditions, tryRule }: TrialOptions) {
  const [shown, setShown] = useState<{ result: TrialResult; of: string } | null>(null);
  const asked = conditions && JSON.stringify(conditions);
  const ask = useEffectEvent(async (): Promise<TrialResult> => {
    const fields = { conditions, action: { do: "skip" }, continues: false };
    const result = await tryRule({ ...ids, fields }).catch(() => null);
    return result?.ok ? { trial: result.data } : { error: result?.error ?? UNREACHABLE };
  });
  useEffect(() => {
    if (asked === null) return;
    let left = false;
    const timer = setTimeout(() => void ask().then((result) => !left && setShown({ result, of: asked })), QUIET_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return { result: asked === null ? null : (shown?.result ?? null), isCurrent: asked === null || shown?.of === asked };
}
