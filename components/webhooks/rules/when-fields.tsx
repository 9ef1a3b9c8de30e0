"use client";

import { clsx } from "clsx";
import { useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Plus } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RuleCondition } from "@/lib/webhooks/rules/model";
import { subjectName } from "@/lib/webhooks/rules/sentence";
import type { RuleProblem } from "./draft";
import { FACTS, TEST_NAMES, TESTS } from "./rule-words";

type WhenFieldsProps = {
  conditions: readonly RuleCondition[];
  /** What is wrong, shown at its condition. */
  problem: RuleProblem | null;
  change: (conditions: RuleCondition[]) => void;
};

const NEW: RuleCondition = { on: "fact", fact: "event", test: "is", text: "" };

/** The conditions, which all have to be met. */
export function WhenFields({ conditions, problem, change }: WhenFieldsProps) {
  const full = conditions.length >= RULE_LIMITS.conditions;
  const box = useRef<HTMLFieldSetElement>(null);
  const isAdding = useRef(false);
  const last = conditions.length - 1;
  useLayoutEffect(() => {
    if (isAdding.current) box.current?.querySelector<HTMLElement>(`[data-condition="${last}"]`)?.focus();
    isAdding.current = false;
  }, [last]);

  function add(): void {
    isAdding.current = true;
    change([...conditions, NEW]);
  }

  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-semibold text-base">When</legend>
      {conditions.length === 0 && (
        <p className="rounded-lg border border-border-strong border-dashed px-3 py-2.5 text-sm text-text-muted">
          Click what the rule should look for in the request, or add a condition.
        </p>
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that tells them apart.
          key={index}
          index={index}
          condition={condition}
          error={problem?.at === index ? problem.error : null}
          change={(next) => change(conditions.with(index, next))}
          remove={() => change(conditions.toSpliced(index, 1))}
        />
      ))}
      {problem?.at === "conditions" && (
        <p role="alert" className="text-danger text-sm">
          {problem.error}
        </p>
      )}
      {full ? (
        <p className="text-sm text-text-muted">A rule can have at most {RULE_LIMITS.conditions} conditions.</p>
      ) : (
        <Button size="small" variant="ghost" data-condition="new" className="-ms-2.5 self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add a condition
        </Button>
      )}
    </fieldset>
  );
}

type ConditionFieldsProps = {
  index: number;
  condition: RuleCondition;
  error: string | null;
  change: (condition: RuleCondition) => void;
  remove: () => void;
};

const part = "min-h-8 min-w-0 rounded-md bg-transparent px-1.5 pointer-coarse:min-h-11";
const chooser = `${part} field-sizing-content`;

function ConditionFields({ index, condition, error, change, remove }: ConditionFieldsProps) {
  const name = `Condition ${index + 1}`;
  const errorId = `condition-${index}-error`;
  return (
    <div>
      <fieldset
        aria-label={name}
        className={clsx(
          "flex min-w-0 items-start rounded-md border bg-surface-raised ps-1.5 text-sm",
          error ? "border-danger" : "border-border-strong",
        )}
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1">
          {index > 0 && (
            <span aria-hidden="true" className="shrink-0 ps-1 text-text-muted">
              and
            </span>
          )}
          <SubjectField condition={condition} change={change} />
          <select
            aria-label="Compared"
            value={condition.test}
            onChange={({ target }) => {
              const test = TESTS.find((each) => each === target.value);
              if (test) change({ ...condition, test });
            }}
            className={chooser}
          >
            {TESTS.map((test) => (
              <option key={test} value={test}>
                {TEST_NAMES[test]}
              </option>
            ))}
          </select>
          <input
            aria-label="Compared with"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            data-condition={index}
            value={condition.text}
            maxLength={RULE_LIMITS.text}
            placeholder="text"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => change({ ...condition, text: target.value })}
            className={clsx(part, "flex-1 basis-36 font-medium")}
          />
        </div>
        <IconButton label={`Remove condition ${index + 1}`} icon={<X />} onClick={remove} />
      </fieldset>
      {error && (
        <p id={errorId} className="mt-1 text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

type SubjectFieldProps = Pick<ConditionFieldsProps, "condition" | "change">;

/** A fact can be exchanged for another one. A value's path comes from a request. */
function SubjectField({ condition, change }: SubjectFieldProps) {
  if (condition.on === "value") {
    return <span className="min-w-0 px-1.5 font-mono text-xs wrap-anywhere">{subjectName(condition)}</span>;
  }
  return (
    <select
      aria-label="Fact"
      value={condition.fact}
      onChange={({ target }) => {
        const fact = FACTS.find((each) => each === target.value);
        if (fact) change({ ...condition, fact });
      }}
      className={clsx(chooser, "font-medium")}
    >
      {FACTS.map((fact) => (
        <option key={fact} value={fact}>
          {fact}
        </option>
      ))}
    </select>
  );
}
