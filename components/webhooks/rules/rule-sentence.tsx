import { Fragment } from "react";
import type { RuleCondition, RuleDto } from "@/lib/webhooks/rules/model";
import { subjectName } from "@/lib/webhooks/rules/sentence";
import { actionName, TEST_NAMES } from "./rule-words";

const chip = "inline-block max-w-full rounded-md px-1.5 py-0.5 wrap-anywhere";

/** A rule as a sentence of chips: "When event is push → Don't post · and continue". */
export function RuleSentence({ rule }: { rule: RuleDto }) {
  return (
    <p className="min-w-0 text-sm leading-7">
      When{" "}
      {rule.conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that tells them apart.
        <Fragment key={index}>
          {index > 0 && " and "}
          <ConditionChip condition={condition} />
        </Fragment>
      ))}{" "}
      <span aria-hidden="true" className="text-text-muted">
        →
      </span>
      <span className="sr-only">then</span>{" "}
      <span className={`${chip} bg-surface-selected font-medium`}>{actionName(rule)}</span>
      {rule.continues && <span className="text-text-muted"> · and continue</span>}
    </p>
  );
}

function ConditionChip({ condition }: { condition: RuleCondition }) {
  return (
    <span className={`${chip} bg-surface-hover`}>
      <span className={condition.on === "value" ? "font-mono text-xs" : ""}>{subjectName(condition)}</span>{" "}
      <span className="text-text-muted">{TEST_NAMES[condition.test]}</span>{" "}
      <span className="font-medium">{condition.text}</span>
    </span>
  );
}
