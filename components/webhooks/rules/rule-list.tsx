"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Tooltip } from "@/components/ui/controls/tooltip";
import { ArrowDown } from "@/components/ui/icons/icons";
import { ArrowUp, Pencil, Trash2 } from "@/components/ui/icons/more-icons";
import { Time } from "@/components/ui/time/time";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { WebhookDto } from "@/lib/webhooks/dto";
import type { RuleDto } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { RuleSentence } from "./rule-sentence";

type RuleListProps = {
  webhook: WebhookDto;
  rules: readonly RuleDto[];
  move: (id: string, to: number) => void;
  remove: (rule: RuleDto) => void;
};

/** The rules in the order in which they are checked. */
export function RuleList({ webhook, rules, move, remove }: RuleListProps) {
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState("");
  const focusNext = useFocusAfterChange(list, rules, heading);

  function moveTo(id: string, to: number, button: "up" | "down"): void {
    focusNext(`[data-rule="${id}"] [data-move="${button}"]`);
    setSaid(`Moved to ${to + 1} of ${rules.length}`);
    move(id, to);
  }

  function removeAt(rule: RuleDto, index: number): void {
    const next = rules[index + 1] ?? rules[index - 1];
    focusNext(next ? `[data-rule="${next.id}"] [data-delete]` : null);
    remove(rule);
  }

  return (
    <section aria-labelledby="rules" className="flex flex-col gap-3">
      <div>
        <h3 ref={heading} id="rules" tabIndex={-1} className="font-semibold text-base outline-none">
          Rules
        </h3>
        <p className="text-sm text-text-muted">
          Checked from top to bottom. The first one that matches decides, unless it says “and continue”. A rule never
          keeps a message that's already posted from being updated.
        </p>
      </div>
      {rules.length === 0 ? (
        <p className="text-balance rounded-xl border px-4 py-8 text-center text-sm text-text-muted">
          No rules yet. Hide an event above, or make one from a request in the{" "}
          <Link
            href={webhookPaths.log(webhook.channelId, webhook.id)}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            delivery log
          </Link>
          .
        </p>
      ) : (
        <ol ref={list} className="divide-y rounded-xl border">
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              webhook={webhook}
              rule={rule}
              index={index}
              isLast={index === rules.length - 1}
              move={(to, button) => moveTo(rule.id, to, button)}
              remove={() => removeAt(rule, index)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

/**
 * Returns a function that focuses what a selector finds once the rules have changed, or the heading: browsers blur a
 * button whose row moves, and a deleted row's button is gone.
 */
function useFocusAfterChange(
  list: RefObject<HTMLElement | null>,
  rules: readonly RuleDto[],
  heading: RefObject<HTMLElement | null>,
): (selector: string | null) => void {
  const next = useRef<string | null | undefined>(undefined);
  const order = rules.map(({ id }) => id).join();
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    if (next.current === undefined) return;
    const found = next.current === null ? null : list.current?.querySelector<HTMLElement>(next.current);
    (found ?? heading.current)?.focus({ preventScroll: found === undefined });
    next.current = undefined;
  }, [order, list, heading]);
  return (selector) => {
    next.current = selector;
  };
}

type RuleRowProps = {
  webhook: WebhookDto;
  rule: RuleDto;
  index: number;
  isLast: boolean;
  move: (to: number, button: "up" | "down") => void;
  remove: () => void;
};

function RuleRow({ webhook, rule, index, isLast, move, remove }: RuleRowProps) {
  return (
    <li
      data-rule={rule.id}
      aria-label={sentenceOf(rule, rule.target)}
      className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 px-4 py-2.5 sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]"
    >
      <span aria-hidden="true" className="text-sm text-text-muted leading-7 tabular-nums">
        {index + 1}
      </span>
      <div className="min-w-0">
        <RuleSentence rule={rule} />
        <p className="text-text-muted text-xs">
          Made by {rule.createdBy ?? "a former member"}{" "}
          <Time at={rule.createdAt} format="relative" className="min-w-0!" />
        </p>
      </div>
      <div className="flex items-start max-sm:col-start-2 max-sm:-ms-2">
        <MoveButton label="Move up" button="up" canMove={index > 0} move={() => move(index - 1, "up")} />
        <MoveButton label="Move down" button="down" canMove={!isLast} move={() => move(index + 1, "down")} />
        <Tooltip text="Edit rule">
          <Link
            href={webhookPaths.rule(webhook.channelId, webhook.id, rule.id)}
            aria-label="Edit rule"
            className={buttonStyle("ghost", "small", "target px-0!")}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </Link>
        </Tooltip>
        <IconButton label="Delete rule" icon={<Trash2 />} tone="danger" data-delete onClick={remove} />
      </div>
    </li>
  );
}

type MoveButtonProps = { label: string; button: "up" | "down"; canMove: boolean; move: () => void };

/** Keeps the focus at the end of the list, where it can't move further. */
function MoveButton({ label, button, canMove, move }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      icon={button === "up" ? <ArrowUp /> : <ArrowDown />}
      data-move={button}
      aria-disabled={!canMove}
      className={canMove ? "" : "opacity-45"}
      onClick={() => canMove && move()}
    />
  );
}
