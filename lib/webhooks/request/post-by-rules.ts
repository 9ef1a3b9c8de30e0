import type { Idempotency, PostResult, WebhookDraft } from "@/lib/messages/draft";
import { earlierResult, postMessage } from "@/lib/messages/post/post-messages";
import { rememberMessage, skipDraft } from "@/lib/messages/post/remember-answers";
import type { RequestBody, RequestContext } from "@/lib/webhooks/request/context";
import { followRules, needsPayload } from "@/lib/webhooks/rules/follow-rules";
import { asTargets, findTarget } from "@/lib/webhooks/rules/hand-over";
import type { RuleInUse } from "@/lib/webhooks/rules/in-use";
import { factsOf } from "@/lib/webhooks/rules/post-facts";
import { maskedStructure } from "@/lib/webhooks/rules/rule-payload";
import { type Post, type Treated, treat } from "@/lib/webhooks/rules/treat";

// Why: docs/decisions/rules.md

/**
 * Returns a post as its webhook's rules change it, without a promise if there are none. They say nothing about what a member
 * sends by hand.
 */
export function treatedByRules(context: RequestContext, post: Post): Treated | Promise<Treated> {
  const { rules } = context.webhook;
  if (rules.length === 0 || context.byHand) return { post, remarks: [], handOver: null };
  return treatedBy(rules, context, post);
}

async function treatedBy(
  rules: readonly RuleInUse[],
  { body, event, noted, remarks }: RequestContext,
  post: Post,
): Promise<Treated> {
  const facts = factsOf({ ...post, report: post.thing?.report, event: noted.event ?? event });
  const payload = rules.some(needsPayload) ? await structureOf(body) : null;
  const result = treat(post, followRules(rules, { facts, payload }), { awaited: noted.awaitsMessage });
  // The messages of one request often meet the same rule.
  for (const remark of result.remarks) if (!remarks.includes(remark)) remarks.push(remark);
  return result;
}

const structures = new WeakMap<RequestBody, Promise<unknown>>();

/** The request's payload, masked once, and only if a rule asks for its values. */
function structureOf(body: RequestBody): Promise<unknown> {
  const structure = structures.get(body) ?? maskedStructure(body.payload);
  structures.set(body, structure);
  return structure;
}

/** Posts a draft here or where a rule hands it over, or skips it. */
export function postTreated(
  context: RequestContext,
  { post, handOver }: Treated,
  idempotency: Idempotency | null,
): Promise<PostResult> {
  const draft = { ...post, idempotency };
  if (post.skip && isNew(draft)) return skipDraft(draft, post.skip);
  return handOver ? elsewhereOrHere(context, draft, handOver) : postMessage(draft);
}

async function elsewhereOrHere(context: RequestContext, draft: WebhookDraft, rule: RuleInUse): Promise<PostResult> {
  return (await handedOver(context, draft, rule)) ?? postMessage(draft);
}

/** Whether it can only become a new message. What may change one is skipped or not where that is known. */
function isNew({ thing, updateKey, bump }: WebhookDraft): boolean {
  return thing == null && (updateKey == null || bump === true);
}

/**
 * Posts a draft as the webhook that a rule names, unless it changes a message of this one. Null if it can't: then it stays
 * here, and the delivery log says why.
 */
async function handedOver(context: RequestContext, draft: WebhookDraft, rule: RuleInUse): Promise<PostResult | null> {
  const { webhook, noted, remarks } = context;
  const said = `Handed over: ${rule.sentence}`;
  const isStillOpen = (result: PostResult | null) =>
    result === null || ("refused" in result && result.refused === "skipped" && result.reason === said);
  const earlier = await earlierResult(draft);
  if (earlier && !isStillOpen(earlier)) return noteElsewhere(context, earlier, rule);
  const found = await findTarget(rule, webhook.id);
  if ("why" in found) {
    remarks.push(`Not handed over, ${found.why}: ${rule.sentence}.`);
    return null;
  }
  const { target } = found;
  const changed = isNew(draft) || earlier ? null : await postMessage({ ...draft, skip: draft.skip ?? said });
  if (changed && !isStillOpen(changed)) return changed;
  const result = await postMessage(asTargets(draft, target));
  if ("refused" in result) {
    remarks.push(`Not handed over, because the webhook that it names can't post now: ${rule.sentence}.`);
    return null;
  }
  await rememberMessage(draft, result);
  remarks.push(`${said}.`);
  noted.handedOver.push({ ...result, webhookId: target.id, from: target.from });
  return result;
}

/** Notes that a repeat's message is another webhook's. */
function noteElsewhere({ webhook, noted }: RequestContext, result: PostResult, { action }: RuleInUse): PostResult {
  const isElsewhere = "messageId" in result && result.channelId !== webhook.channelId;
  if (isElsewhere && action.do === "hand_over" && action.toWebhookId !== null)
    noted.handedOver.push({ ...result, webhookId: BigInt(action.toWebhookId), from: "" });
  return result;
}
