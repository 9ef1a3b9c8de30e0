"use client";

import { startTransition, useEffect, useEffectEvent, useOptimistic, useState } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import type { FormResult } from "@/lib/text/form-result";
import type { WebhookDto } from "@/lib/webhooks/dto";
import type { RuleDto, RuleFields, RulesDto } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { NEW_RULE, type RulesChange, withChange } from "./changed-rules";
import { forgetMove, type Move, rememberedMoves, rememberMove } from "./remembered-moves";
import type { RuleActions } from "./rule-actions";
import { toldUndo } from "./told-undo";

/** A webhook's rules and events as they will be, and what a person can do with them. Each change can be undone. */
export function useRules(webhook: WebhookDto, rendered: RulesDto, actions: RuleActions) {
  const ids = { channelId: webhook.channelId, webhookId: webhook.id };
  const [given, setGiven] = useState(rendered);
  const [stored, setStored] = useState(rendered);
  const [page, show] = useOptimistic(stored, withChange);
  if (given !== rendered) {
    setGiven(rendered);
    setStored(rendered);
  }

  /** Shows a change, makes it, and says what `done` returns, if it succeeded. */
  function run(
    change: RulesChange | null,
    send: () => Promise<FormResult<RulesDto>>,
    done?: (now: RulesDto) => void,
  ): void {
    startTransition(async () => {
      if (change) show(change);
      const result = await send().catch(() => null);
      if (!result?.ok) {
        toast.error(result?.error ?? UNREACHABLE);
        return;
      }
      startTransition(() => setStored(result.data));
      done?.(result.data);
    });
  }

  function hide(event: string): void {
    run(
      { type: "hide", event },
      () => actions.hideEvent({ ...ids, event }),
      ({ events }) => {
        const made = events.find((each) => each.event === event)?.hiddenBy ?? null;
        toldUndo(`${event} is hidden`, made === null ? null : () => showEvent(event, made));
      },
    );
  }

  function showEvent(event: string, ruleId: string): void {
    run({ type: "show", event }, () => actions.deleteRule({ ...ids, ruleId }));
  }

  /** Deletes the rule that hides an event. */
  function unhide(event: string, ruleId: string): void {
    // The second click of a double-click comes before the rule is there.
    if (ruleId === NEW_RULE) return;
    const rule = page.rules.find(({ id }) => id === ruleId);
    run(
      { type: "show", event },
      () => actions.deleteRule({ ...ids, ruleId }),
      () => toldUndo(`${event} is posted again`, rule ? () => restore(rule) : null),
    );
  }

  function remove(rule: RuleDto): void {
    run(
      { type: "remove", id: rule.id },
      () => actions.deleteRule({ ...ids, ruleId: rule.id }),
      () => toldUndo("Rule deleted", () => restore(rule), sentenceOf(rule, rule.target)),
    );
  }

  /** Adds a deleted rule again, where it was. */
  function restore({ id, conditions, action, continues }: RuleDto): void {
    const position = page.rules.findIndex((each) => each.id === id);
    const fields: RuleFields = { conditions, action, continues };
    run(null, () => actions.saveRule({ ...ids, ruleId: null, fields, position: Math.max(0, position) }));
  }

  function move(id: string, to: number): void {
    rememberMove(webhook.id, { id, to });
    send({ id, to });
  }

  function send(made: Move): void {
    run({ type: "move", ...made }, async () => {
      // Leaving the page fails requests, too. Then nothing runs later.
      const forget = () => setTimeout(() => forgetMove(webhook.id, made));
      return actions.moveRule({ ...ids, ruleId: made.id, position: made.to }).finally(forget);
    });
  }

  // The page sends one action after the other, so it may have been reloaded before the last one.
  const sendRemembered = useEffectEvent(() => {
    for (const made of rememberedMoves(webhook.id)) send(made);
  });
  useEffect(() => sendRemembered(), []);

  return { page, hide, unhide, remove, move };
}
