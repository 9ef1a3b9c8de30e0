import { db } from "@/lib/db/client";
import { AppError } from "@/lib/text/errors";
import { cut } from "@/lib/text/text";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { managedWebhook } from "@/lib/webhooks/delivery-log";
import { followedOf, loggedSelect } from "@/lib/webhooks/logged-post";
import { textOf } from "@/lib/webhooks/rules/follow-rules";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import { RULE_FACTS, type RuleChoicesDto } from "@/lib/webhooks/rules/model";

const MOST_VALUES = 200;
const MOST_OF_FACT = 20;

/**
 * Returns what one can make a condition of by clicking in a delivery: the facts of its post, and the values of its
 * payload, whose secrets are masked. Throws `not_found`.
 */
export async function ruleChoicesOf(
  managed: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint,
): Promise<RuleChoicesDto> {
  await managedWebhook(managed, webhookId);
  const row = await db().delivery.findFirst({
    where: {
      id: deliveryId,
      webhookId,
      channelId: managed.channel.id,
      OR: [{ messageId: null }, { message: { deletedAt: null } }],
    },
    select: loggedSelect,
  });
  if (!row) throw new AppError("not_found", "This delivery is no longer in the log. Choose another one.");
  const { facts, payload } = followedOf(row);
  return {
    facts: RULE_FACTS.flatMap((fact) =>
      facts[fact]
        .slice(0, MOST_OF_FACT)
        .map((text) => ({ fact, text: short(text) }))
        .filter(({ text }) => text !== ""),
    ),
    values: [...valuesIn(payload)],
  };
}

/** The payload's texts, numbers and truth values with their paths, in its order. A long text's beginning. */
function* valuesIn(payload: unknown): Generator<RuleChoicesDto["values"][number]> {
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value: payload }];
  for (let count = 0; count < MOST_VALUES; ) {
    const next = waiting.pop();
    if (!next) return;
    const { path, value } = next;
    const text = textOf(value);
    if (text !== null) {
      if (path.length === 0 || short(text) === "") continue;
      count += 1;
      yield { path, text: short(text) };
    } else if (typeof value === "object" && value !== null && path.length < RULE_LIMITS.path) {
      const entries = Object.entries(value).slice(0, MOST_VALUES);
      const inside = entries
        .filter(([key]) => key.length <= RULE_LIMITS.text)
        .map(([key, each]) => ({ path: [...path, key], value: each }));
      waiting.push(...inside.reverse());
    }
  }
}

/** A text that a condition can hold. */
function short(text: string): string {
  return cut(text.trim(), RULE_LIMITS.text);
}
