import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { Embed } from "@/lib/messages/dto";
import { shuffled } from "@/lib/testing/chance";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type GitlabDelivery, gitlabDeliveries } from "@/lib/testing/gitlab-deliveries";
import { sendRequest } from "@/lib/testing/sender";

const DELIVERIES = gitlabDeliveries(100);

type Answer = { status: number; messageId?: string; skipped?: string };

async function deliver(made: MadeWebhook, payload: GitlabDelivery): Promise<Answer> {
  const { status, text } = await sendRequest(webhookPath(made, "/gitlab"), { body: JSON.stringify(payload) });
  const said: Omit<Answer, "status"> = JSON.parse(text);
  return { status, ...said };
}

async function channelAfter(deliveries: readonly GitlabDelivery[]) {
  const made = await makeWebhook({ oneLine: true });
  for (const each of deliveries) expect([200, 202]).toContain((await deliver(made, each)).status);
  return shownBy(made);
}

/** Returns what the channel shows, without the order in which it was posted, all facts that are known, and the incidents. */
async function shownBy({ webhook }: MadeWebhook) {
  const rows = await db().message.findMany({ where: { webhookId: webhook.id, deletedAt: null } });
  const text = (value: unknown) => JSON.stringify(value);
  const lines = rows.filter(({ threadRootId }) => threadRootId === null);
  const titleOf = (id: bigint | null) => cardOf(rows.find((row) => row.id === id))?.title;
  const shown = lines.map(({ id, embeds }) => {
    const replies = rows.filter(({ threadRootId }) => threadRootId === id);
    return { embeds, replies: replies.map((reply) => text(reply.embeds)).sort() };
  });
  const things = await db().thing.findMany({
    where: { webhookId: webhook.id },
    orderBy: { key: "asc" },
    select: { key: true, registers: true },
  });
  const open = await db().incident.findMany({ where: { webhookId: webhook.id, closedAt: null } });
  return {
    lines: shown.sort((a, b) => (text(a) < text(b) ? -1 : 1)),
    things,
    replies: rows.length - lines.length,
    open: open.map(({ messageId }) => titleOf(messageId)).sort(),
  };
}

const cardOf = (row: { embeds: unknown } | undefined) => (row?.embeds as Embed[] | undefined)?.[0];

/** The line that a delivery is about, as its tool numbers things; null for what is never posted. */
function thingOf({ object_kind: kind, ...sent }: GitlabDelivery): string | null {
  const said = JSON.parse(JSON.stringify(sent));
  const attributes = said.object_attributes;
  if (kind === "merge_request" || kind === "issue") return `${kind} ${attributes.iid}`;
  if (kind === "note" && attributes.system) return null;
  if (kind === "note") return said.issue ? `issue ${said.issue.iid}` : `merge_request ${said.merge_request.iid}`;
  if (kind === "pipeline") return `pipeline ${attributes.id}`;
  if (kind === "build") return `pipeline ${said.pipeline_id}`;
  return kind === "push" && said.ref === "refs/heads/main" ? `push ${said.after}` : null;
}

test("GitLab's deliveries are a line for each thing, in whatever order and however often they arrive", async () => {
  const inOrder = await channelAfter(DELIVERIES);
  const things = new Set(DELIVERIES.flatMap((each) => thingOf(each) ?? []));
  expect(inOrder.lines).toHaveLength(things.size);
  expect(inOrder.replies).toBeGreaterThan(10);
  // The first red pipeline of the default branch since the last green one.
  expect(inOrder.open).toHaveLength(1);
  expect(inOrder.open[0]).toMatch(/ Failed: Pipeline on main$/);
  for (const order of [
    shuffled(DELIVERIES, 1),
    DELIVERIES.flatMap((each) => [each, each]),
    shuffled([...DELIVERIES, ...DELIVERIES], 3),
    DELIVERIES.toReversed(),
  ]) {
    const { lines, things: facts, open } = await channelAfter(order);
    expect(facts).toEqual(inOrder.things);
    expect(lines).toEqual(inOrder.lines);
    expect(open).toEqual(inOrder.open);
  }
}, 240_000);

test("each of GitLab's deliveries is a line, a reply, a change, or skipped with a reason", async () => {
  const made = await makeWebhook({ oneLine: true });
  const outcomes = new Map<string, number>();
  let before = await shownBy(made);
  for (const delivery of DELIVERIES) {
    const { status, messageId, skipped } = await deliver(made, delivery);
    const after = await shownBy(made);
    const [lines, replies] = [after.lines.length - before.lines.length, after.replies - before.replies];
    const isChange = JSON.stringify(after.things) !== JSON.stringify(before.things);
    const outcome = lines > 0 ? "line" : replies > 0 ? "reply" : isChange ? "change" : (skipped ?? "nothing");
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    expect(status).toBe(skipped === undefined ? 200 : 202);
    expect(messageId === undefined).toBe(skipped !== undefined);
    expect(lines).toBeLessThanOrEqual(1);
    before = after;
  }
  const known = ["emoji reactions", "notes that GitLab writes itself"];
  expect([...outcomes.keys()].filter((outcome) => !known.includes(outcome)).sort()).toEqual([
    "change",
    "line",
    "pushes to branches other than main",
    "reply",
  ]);
}, 120_000);
