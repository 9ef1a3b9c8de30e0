import type { AllowedMentions, WebhookDraft } from "@/lib/messages/draft";
import { type CardSeverity, type Embed, MESSAGE_LIMIT } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text/text";
import type { RuleInUse } from "@/lib/webhooks/rules/in-use";

/** A post before its repeats are recognized. */
export type Post = Omit<WebhookDraft, "idempotency">;

/** A post as rules have changed it, what the delivery log says about that, and the rule that hands it over. */
export type Treated = { post: Post; remarks: string[]; handOver: RuleInUse | null };

/** Does what these rules say to a post. With `awaited`, its sender waits for a message, so it isn't skipped. */
export function treat(post: Post, rules: readonly RuleInUse[], { awaited }: { awaited: boolean }): Treated {
  let treated: Treated = { post, remarks: [], handOver: null };
  for (const rule of rules) treated = follow(treated, rule, awaited);
  return treated;
}

function follow(treated: Treated, rule: RuleInUse, awaited: boolean): Treated {
  const { action, sentence } = rule;
  const { post } = treated;
  const change = (now: Partial<Post>, remark: string) => ({
    ...treated,
    post: { ...post, ...now },
    remarks: [...treated.remarks, `${remark}: ${sentence}.`],
  });
  switch (action.do) {
    case "skip":
      if (awaited) return change({ silent: true }, "Posted silently, because its sender waits for the message");
      return { ...treated, post: { ...post, skip: post.skip ?? sentence } };
    case "silent":
      return change({ silent: true }, "Posted silently");
    case "thread":
      return change(hasThread(post) ? { threadOnly: true } : { silent: true }, "Posted only in its thread");
    case "mention":
      return mention(treated, rule, action.groupId);
    case "severity":
      return change(withSeverity(post, action.severity), `Severity set to ${action.severity}`);
    case "hand_over":
      return { ...treated, handOver: treated.handOver ?? rule };
  }
}

function hasThread({ thing, threadKey }: Post): boolean {
  return thing != null || threadKey != null;
}

function mention(treated: Treated, { sentence }: RuleInUse, groupId: string | null): Treated {
  const { post, remarks } = treated;
  const remark = (text: string) => ({ ...treated, remarks: [...remarks, `${text}: ${sentence}.`] });
  if (groupId === null) return remark("No one was mentioned, because the group is gone");
  const name = `<@&${groupId}>`;
  const isNamed = post.content.includes(name);
  // Before the text, whose end may be in a block of code.
  const content = isNamed ? post.content : [name, post.content].filter(Boolean).join("\n\n");
  if (codePoints(content) > MESSAGE_LIMIT) return remark("No one was mentioned, because the message is too long");
  const allowedMentions = allowing(post.allowedMentions, groupId);
  return { ...remark("Mentioned a group"), post: { ...post, content, allowedMentions } };
}

function allowing(allowed: AllowedMentions | null, groupId: string): AllowedMentions {
  if (allowed?.parse?.includes("roles")) return allowed;
  return { ...allowed, roles: [...new Set([...(allowed?.roles ?? []), groupId])] };
}

function withSeverity({ embeds, thing }: Post, severity: CardSeverity): Partial<Post> {
  const cards = embeds.map((embed): Embed => ({ ...embed, card: { ...embed.card, severity } }));
  if (!thing) return { embeds: cards };
  const { report } = thing;
  return { embeds: cards, thing: { ...thing, report: { ...report, facts: { ...report.facts, severity } } } };
}
