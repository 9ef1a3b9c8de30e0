import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { DAY_MS } from "@/lib/webhooks/deliveries/limits";
import { managedWebhook } from "@/lib/webhooks/delivery-log";
import { listMyWebhooks, managedBy } from "@/lib/webhooks/queries";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RuleDto, RuleFields, RulesDto, RuleTargetsDto, SeenEventDto } from "@/lib/webhooks/rules/model";
import { ruleSelect, storedFields } from "@/lib/webhooks/rules/stored-rule";

// Why: docs/decisions/rules.md

const MOST_EVENTS = 100;
const MOST_GROUPS = 500;

/** Returns what the page of a webhook's rules shows. Throws `not_found` for a webhook that isn't in this channel. */
export async function rulesOf(managed: ManagedChannel, webhookId: bigint): Promise<RulesDto> {
  await managedWebhook(managed, webhookId);
  const [rules, events] = await Promise.all([listRules(db(), managed.user, webhookId), seenEvents(webhookId)]);
  return { rules, events: events.map((each) => ({ ...each, hiddenBy: hiding(rules, each.event) })) };
}

/** Returns the webhooks that a rule of this person can hand over to from this channel, and the groups that it can mention. */
export async function ruleTargetsOf({ user, channel }: ManagedChannel): Promise<RuleTargetsDto> {
  const [mine, groups] = await Promise.all([
    listMyWebhooks(user),
    db().userGroup.findMany({
      where: { deletedAt: null },
      orderBy: { handle: "asc" },
      take: MOST_GROUPS,
      select: { id: true, handle: true },
    }),
  ]);
  return {
    targets: mine
      .filter(({ channelId }) => channelId !== `${channel.id}`)
      .map(({ id, name, channelName }) => ({ id, name, channel: channelName })),
    groups: groups.map(({ id, handle }) => ({ id: `${id}`, handle })),
  };
}

const select = {
  ...ruleSelect,
  createdAt: true,
  createdBy: { select: { name: true } },
  group: { select: { handle: true, deletedAt: true } },
} satisfies Prisma.WebhookRuleSelect;

type Row = Prisma.WebhookRuleGetPayload<{ select: typeof select }>;

/** Lists a webhook's rules in their order, with the names that this person may see. */
async function listRules(
  client: Transaction | ReturnType<typeof db>,
  user: SessionUser,
  webhookId: bigint,
): Promise<RuleDto[]> {
  const rows = await client.webhookRule.findMany({
    where: { webhookId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: RULE_LIMITS.perWebhook,
    select,
  });
  const ids = rows.flatMap(({ toWebhookId }) => toWebhookId ?? []);
  const targets =
    ids.length === 0
      ? []
      : await client.webhook.findMany({
          where: { id: { in: ids }, deletedAt: null, channel: managedBy(user) },
          select: { id: true, name: true, channel: { select: { name: true } } },
        });
  const names = new Map(targets.map(({ id, name, channel }) => [id, `${name} in #${channel.name}`]));
  return rows.flatMap((row) => toDto(row, names) ?? []);
}

function toDto(row: Row, targets: ReadonlyMap<bigint, string>): RuleDto | null {
  const fields = storedFields(row);
  if (!fields) return null;
  const target = targetOf(fields, row, targets);
  return {
    ...fields,
    id: `${row.id}`,
    createdBy: row.createdBy?.name ?? null,
    createdAt: row.createdAt.toISOString(),
    target,
  };
}

function targetOf({ action }: RuleFields, { toWebhookId, group }: Row, targets: ReadonlyMap<bigint, string>) {
  if (action.do === "hand_over") return (toWebhookId !== null && targets.get(toWebhookId)) || null;
  return action.do === "mention" && group && !group.deletedAt ? `@${group.handle}` : null;
}

/** The events of the last seven days, the most frequent first. */
async function seenEvents(webhookId: bigint): Promise<Omit<SeenEventDto, "hiddenBy">[]> {
  const rows = await db().webhookEvent.groupBy({
    by: ["event"],
    where: { webhookId, day: { gt: new Date(Date.now() - 7 * DAY_MS) } },
    _sum: { count: true },
    orderBy: [{ _sum: { count: "desc" } }, { event: "asc" }],
    take: MOST_EVENTS,
  });
  return rows.map(({ event, _sum }) => ({ event, thisWeek: _sum.count ?? 0 }));
}

/** The rule that hides all posts of an event. */
function hiding(rules: readonly RuleDto[], event: string): string | null {
  const found = rules.find(({ conditions: [first, ...more], action }) => {
    if (action.do !== "skip" || more.length > 0 || first?.on !== "fact" || first.fact !== "event") return false;
    return first.test === "is" && first.text.toLowerCase() === event.toLowerCase();
  });
  return found?.id ?? null;
}
