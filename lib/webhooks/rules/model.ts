import { z } from "zod";
import { CARD_SEVERITIES } from "@/lib/messages/dto";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";

// Why: docs/decisions/rules.md

/** What a condition can ask of a post, besides its payload's values. */
export const RULE_FACTS = ["tool", "event", "place", "state", "severity", "person", "label", "text"] as const;
export type RuleFact = (typeof RULE_FACTS)[number];

/** How a condition compares. Upper and lower case don't matter. */
export const RULE_TESTS = ["is", "is_not", "contains", "contains_not"] as const;
export type RuleTest = (typeof RULE_TESTS)[number];

const text = z.string().trim().min(1).max(RULE_LIMITS.text);
const test = z.enum(RULE_TESTS);

const condition = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("fact"), fact: z.enum(RULE_FACTS), test, text }),
  /** A value of the payload, whose secrets are masked, by its path of keys; "0" is a list's first entry, "*" any. */
  z.strictObject({
    on: z.literal("value"),
    path: z.array(z.string().max(RULE_LIMITS.text)).min(1).max(RULE_LIMITS.path),
    test,
    text,
  }),
]);
export type RuleCondition = z.infer<typeof condition>;

const id = z.string().regex(/^[1-9]\d{0,19}$/);

const action = z.discriminatedUnion("do", [
  /** Not posted. What changes a message that exists still does. */
  z.strictObject({ do: z.literal("skip") }),
  /** Posted, but it notifies no one and isn't unread. */
  z.strictObject({ do: z.literal("silent") }),
  /** Only in the thread of its line; without one it's silent. */
  z.strictObject({ do: z.literal("thread") }),
  /** Posted by a webhook of another channel. Null if that is gone. */
  z.strictObject({ do: z.literal("hand_over"), toWebhookId: id.nullable() }),
  /** Mentions a user group. Null if that is gone. */
  z.strictObject({ do: z.literal("mention"), groupId: id.nullable() }),
  z.strictObject({ do: z.literal("severity"), severity: z.enum(CARD_SEVERITIES) }),
]);
export type RuleAction = z.infer<typeof action>;

/** When all conditions are met, what is done, and whether the rules after it count, too. */
export const ruleFields = z.strictObject({
  conditions: z.array(condition).min(1).max(RULE_LIMITS.conditions),
  action,
  continues: z.boolean(),
});
export type RuleFields = z.infer<typeof ruleFields>;

/** A rule as its list shows it. */
export type RuleDto = RuleFields & {
  id: string;
  createdBy: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Where it hands over to, or whom it mentions: names that this reader may see; null if it's gone or hidden. */
  target: string | null;
};

/** An event that the webhook got, with how often this week, and the ID of the rule that hides it, if one does. */
export type SeenEventDto = { event: string; thisWeek: number; hiddenBy: string | null };

/** What a rule would have done to the latest deliveries that are kept. */
export type RuleTrialDto = {
  tried: number;
  matched: number;
  deliveries: { id: string; at: string; event: string | null; title: string; matched: boolean }[];
};

/** What the rules' page shows. */
export type RulesDto = {
  rules: RuleDto[];
  events: SeenEventDto[];
};

/** What a rule can name. */
export type RuleTargetsDto = {
  /** Webhooks of other channels that this person may hand over to. */
  targets: { id: string; name: string; channel: string }[];
  groups: { id: string; handle: string }[];
};

/** What one can make a condition of by clicking in a delivery: what is known of its post, and its payload's values. */
export type RuleChoicesDto = {
  facts: { fact: RuleFact; text: string }[];
  values: { path: string[]; text: string }[];
};
