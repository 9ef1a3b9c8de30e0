import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { shuffled } from "@/lib/testing/chance";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type JiraDelivery, jiraDeliveries } from "@/lib/testing/jira-deliveries";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

const COUNT = 100;
const DELIVERIES = jiraDeliveries(COUNT);

type Answer = { status: number; messageId?: string; skipped?: string };

async function deliver(made: MadeWebhook, { headers, body }: JiraDelivery): Promise<Answer> {
  const { status, text } = await sendRequest(webhookPath(made, "/jira"), { headers, body: JSON.stringify(body) });
  const said: Omit<Answer, "status"> = JSON.parse(text);
  return { status, ...said };
}

async function channelAfter(deliveries: readonly JiraDelivery[]) {
  const made = await makeWebhook({ oneLine: true });
  const answers: Answer[] = [];
  for (const each of deliveries) answers.push(await deliver(made, each));
  return { made, answers, ...(await shownBy(made)) };
}

/** Returns what the channel shows, without the order in which it was posted, and all facts that are known. */
async function shownBy({ webhook }: MadeWebhook) {
  const rows = await db().message.findMany({ where: { webhookId: webhook.id, deletedAt: null } });
  const lines = rows.filter(({ threadRootId }) => threadRootId === null);
  const shown = lines.map(({ id, embeds, content }) => {
    const replies = rows.filter(({ threadRootId }) => threadRootId === id);
    return { embeds, content, replies: replies.map((reply) => JSON.stringify(reply.embeds)).sort() };
  });
  const things = await db().thing.findMany({
    where: { webhookId: webhook.id },
    orderBy: { key: "asc" },
    select: { key: true, registers: true },
  });
  const text = (value: unknown) => JSON.stringify(value);
  return { lines: shown.sort((a, b) => (text(a) < text(b) ? -1 : 1)), things, replies: rows.length - lines.length };
}

const idOf = (body: unknown, key: string): string[] => {
  const found =
    typeof body === "object" && body !== null ? Object.entries(body).find(([name]) => name === key)?.[1] : null;
  return typeof found === "object" && found !== null && "id" in found ? [`${key} ${found.id}`] : [];
};

test("a day of Jira is a line for each issue, sprint and version, in whatever order and however often it arrives", async () => {
  const inOrder = await channelAfter(DELIVERIES);
  expect(inOrder.answers.map(({ status }) => status)).not.toContain(500);
  const things = DELIVERIES.flatMap(({ body }) => [
    ...(idOf(body, "comment").length === 0 ? idOf(body, "issue") : []),
    ...idOf(body, "sprint"),
    ...idOf(body, "version"),
  ]);
  expect(inOrder.lines).toHaveLength(new Set(things).size);
  const replies = DELIVERIES.flatMap(({ body }) => [...idOf(body, "comment"), ...idOf(body, "worklog")]);
  expect(inOrder.replies).toBe(new Set(replies).size);
  expect(inOrder.replies).toBeGreaterThan(20);
  // The same delivery twice, as Jira tries again, and as a new one.
  const again = DELIVERIES.map((each, index) => ({
    ...each,
    headers: { "x-atlassian-webhook-identifier": `again-${index}` },
  }));
  const others = [shuffled(DELIVERIES, 1), DELIVERIES.flatMap((each) => [each, each])];
  for (const order of [...others, shuffled([...DELIVERIES, ...again], 3)]) {
    const { lines, things: facts } = await channelAfter(order);
    expect(facts).toEqual(inOrder.things);
    expect(lines).toEqual(inOrder.lines);
  }
}, 240_000);

test("each of Jira's deliveries is a line, a reply, a change, or skipped with a reason that the log has", async () => {
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
    before = after;
  }
  expect([...outcomes.keys()].sort()).toEqual([
    "change",
    "issues that only moved in their list",
    "line",
    "links that are also sent as changes of the issue",
    "reply",
    "versions that only moved in their list",
  ]);
  const skipped = [...outcomes].filter(([outcome]) => outcome.includes(" ")).reduce((sum, [, count]) => sum + count, 0);
  await until(async () => {
    const rows = await db().delivery.findMany({ where: { webhookId: made.webhook.id }, select: { reason: true } });
    expect(rows.filter(({ reason }) => reason?.startsWith("Skipped: "))).toHaveLength(skipped);
  });
}, 120_000);
