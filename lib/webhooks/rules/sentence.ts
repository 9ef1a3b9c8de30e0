import type { RuleAction, RuleCondition, RuleFields, RuleTest } from "@/lib/webhooks/rules/model";

const TESTS: Record<RuleTest, string> = {
  is: "is",
  is_not: "isn't",
  contains: "contains",
  contains_not: "doesn't contain",
};

/** Returns what a condition looks at: a fact's name, or a value's path such as "labels.*.name". */
export function subjectName(condition: RuleCondition): string {
  return condition.on === "fact" ? condition.fact : condition.path.join(".");
}

/** Returns a condition in words: "event is pull_request.labeled". */
function conditionText(condition: RuleCondition): string {
  return `${subjectName(condition)} ${TESTS[condition.test]} ${condition.text}`;
}

/**
 * Returns a rule in words: "Don't post when event is pull_request.labeled". `target` names the webhook or the group, and is
 * left out where not every reader may see it.
 */
export function sentenceOf({ conditions, action, continues }: RuleFields, target: string | null = null): string {
  const when = conditions.map(conditionText).join(" and ");
  return `${actionText(action, target)} when ${when}${continues ? ", and continue" : ""}`;
}

function actionText(action: RuleAction, target: string | null): string {
  switch (action.do) {
    case "skip":
      return "Don't post";
    case "silent":
      return "Post silently";
    case "thread":
      return "Post only in its thread";
    case "hand_over":
      return `Hand over to ${target ?? "a webhook of another channel"}`;
    case "mention":
      return `Mention ${target ?? "a group"}`;
    case "severity":
      return `Set severity to ${action.severity}`;
  }
}
