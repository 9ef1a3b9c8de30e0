import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { shownBy } from "@/lib/testing/shown-lines";
import { until } from "@/lib/testing/until";
import type { BusyDelivery } from "@/lib/webhooks/formats/github/busy-clock";
import { Clock } from "@/lib/webhooks/formats/github/busy-clock";
import { busyDay } from "@/lib/webhooks/formats/github/busy-day";
import { githubExamples } from "@/server/testing/github-examples";

const RATE = "1000000/60";
const AT_ONCE = 8;

beforeAll(() => vi.stubEnv("WEBHOOK_RATE_LIMIT", RATE));
afterAll(() => vi.unstubAllEnvs());

const day = busyDay();

type Answer = { status: number; messageId?: string; skipped?: string };

async function send(made: MadeWebhook, { event, payload }: BusyDelivery, id = ""): Promise<Answer> {
  const headers = { "x-github-event": event, "x-github-delivery": id };
  const { status, text } = await sendRequest(webhookPath(made, "/github"), { headers, body: JSON.stringify(payload) });
  return { status, ...(JSON.parse(text) as Omit<Answer, "status">) };
}

/** GitHub can send several deliveries at once. */
async function sendAll(made: MadeWebhook, deliveries: readonly BusyDelivery[], atOnce: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < deliveries.length; from += atOnce) {
    const some = deliveries.slice(from, from + atOnce).map((each) => send(made, each, idOf(each)));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

/** What has no life is recognized by its delivery's id; everything else by what it says. */
function idOf(delivery: BusyDelivery): string {
  return ["push", "create"].includes(delivery.event) ? `d-${day.indexOf(delivery)}` : "";
}

function shuffled(deliveries: readonly BusyDelivery[], seed: number): BusyDelivery[] {
  const clock = new Clock(seed);
  return deliveries
    .map((each) => ({ each, place: clock.chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

const inOrder = await (async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", RATE);
  const made = await makeWebhook({ oneLine: true });
  const answers = await sendAll(made, day, 1);
  return { made, answers, shown: await shownBy(made.webhook.id) };
})();

test("a busy day has hundreds of deliveries, and each is a line, a reply, a change or skipped with its reason", async () => {
  expect(day.length).toBeGreaterThanOrEqual(500);
  for (const { status, messageId, skipped } of inOrder.answers)
    expect([
      [200, true, false],
      [202, false, true],
    ]).toContainEqual([status, /^\d+$/.test(messageId ?? ""), /\w/.test(skipped ?? "")]);
  const { id } = inOrder.made.webhook;
  const logged = () => db().delivery.findMany({ where: { webhookId: id }, orderBy: { createdAt: "desc" } });
  await until(async () => expect((await logged()).length).toBeGreaterThanOrEqual(90));
  for (const { messageId, reason, event } of await logged()) {
    expect(messageId !== null || /^Skipped: \w/.test(reason ?? "")).toBe(true);
    expect(event).toMatch(/^[a-z_]+(\.[a-z_]+)?$/);
  }
});

test("each pull request, issue and attempt of a run has one line, and only they and what is rare have lines", () => {
  const things = new Set<string>();
  for (const { event, payload } of day) {
    const { pull_request, issue, workflow_run: run } = payload as Record<string, Record<string, unknown> | undefined>;
    if (pull_request) things.add(`pull ${pull_request.number}`);
    else if (issue) things.add(`${issue.pull_request ? "pull" : "issue"} ${issue.number}`);
    else if (run) things.add(`run ${run.id} ${run.run_attempt}`);
    else if (["deployment", "release"].includes(event)) things.add(JSON.stringify(payload).slice(0, 120));
  }
  const subjects = inOrder.shown.map(({ subject }) => subject);
  const pulls = subjects.filter((subject) => subject.startsWith("Pull request #"));
  const issues = subjects.filter((subject) => subject.startsWith("Issue #"));
  expect([pulls.length, new Set(pulls).size, issues.length, new Set(issues).size]).toEqual([42, 42, 10, 10]);
  const runs = subjects.filter((subject) => /^(CI|Deploy) #/.test(subject));
  expect(runs).toHaveLength([...things].filter((each) => each.startsWith("run ")).length);
});

test("checks, reviews and comments are on the pull requests' lines and in their threads", () => {
  const pulls = inOrder.shown.filter(({ subject }) => subject.startsWith("Pull request #"));
  for (const { card, replies } of pulls) {
    expect(card).toMatch(/4 of 4 checks passed|(build|test|coverage) failed/);
    for (const reply of replies) expect(reply).toMatch(/Comment|Review|Approved|Changes requested|New commits/);
  }
  const states = (word: string) => pulls.filter(({ card }) => card.includes(`"word":"${word}"`)).length;
  expect([states("Merged"), states("Approved")].every((count) => count > 0)).toBe(true);
  expect(
    states("Open") +
      states("Draft") +
      states("Merged") +
      states("Closed") +
      states("Approved") +
      states("Changes requested"),
  ).toBe(42);
});

test("of red runs of the default branch, the first is an incident until a green one of its workflow", async () => {
  const isOfMain = ({ workflow_run: run }: { workflow_run?: { head_branch: string; conclusion: string | null } }) =>
    run?.head_branch === "main" && run.conclusion !== null;
  const runs = day.filter(({ payload }) => isOfMain(payload));
  const isRed = ({ payload }: BusyDelivery) => JSON.stringify(payload).includes('"conclusion":"failure"');
  const [first, second] = runs.filter(isRed);
  if (!first || !second) throw new Error("There are no red runs.");
  const made = await makeWebhook({ oneLine: true });
  const openAfter = async (some: readonly BusyDelivery[]) => {
    await sendAll(made, some, 1);
    return (await shownBy(made.webhook.id)).filter(({ isOpen }) => isOpen).map(({ subject }) => subject);
  };
  expect(await openAfter(runs.slice(0, runs.indexOf(first)))).toEqual([]);
  const open = await openAfter([second, first]);
  expect(open).toHaveLength(1);
  expect(await openAfter([first])).toEqual(open);
  expect(await openAfter(runs)).toEqual([]);
  expect(inOrder.shown.some(({ isOpen }) => isOpen)).toBe(false);
});

test("deliveries that arrive in another order make the same lines, with the same replies", async () => {
  const made = await makeWebhook({ oneLine: true });
  await sendAll(made, shuffled(day, 7), AT_ONCE);
  expect(await shownBy(made.webhook.id)).toEqual(inOrder.shown);
}, 300_000);

test("deliveries that arrive again, in another order, change nothing", async () => {
  await sendAll(inOrder.made, shuffled(day, 9), AT_ONCE);
  expect(await shownBy(inOrder.made.webhook.id)).toEqual(inOrder.shown);
}, 300_000);

test("each of GitHub's examples is answered 200 or 202", async () => {
  const made = await makeWebhook({ oneLine: true });
  for (const { name, examples } of await githubExamples()) {
    for (const payload of examples) {
      const { status } = await send(made, { event: name, payload });
      expect([200, 202], name).toContain(status);
    }
  }
}, 300_000);

test("a webhook from before posts each delivery as a message of its own", async () => {
  const made = await makeWebhook();
  const pulls = day.filter(({ event }) => event === "pull_request").slice(0, 5);
  for (const each of pulls) expect((await send(made, each)).status).toBe(200);
  expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(5);
  expect((await send(made, { event: "star", payload: { action: "created" } })).status).toBe(200);
});
