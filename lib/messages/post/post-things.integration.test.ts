import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { clearMessages } from "@/lib/messages/change-message";
import type { WebhookDraft } from "@/lib/messages/draft";
import type { CardState, Embed } from "@/lib/messages/dto";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import { forgetOldThings } from "@/lib/messages/things/forget-things";
import { type MadeWebhook, makeTalk, makeUser, webhookDraft } from "@/lib/testing/factories";
import { composeLine } from "@/lib/webhooks/interpret/things";

const at = (second: number) => new Date(Date.UTC(2026, 4, 1, 10, 0, second)).toISOString();

function draftOf(made: MadeWebhook, report: ThingReport, fields: Partial<WebhookDraft> = {}): WebhookDraft {
  return webhookDraft(made, { content: "", thing: { report, compose: composeLine }, ...fields });
}

async function post(made: MadeWebhook, report: ThingReport, fields: Partial<WebhookDraft> = {}) {
  const [result] = await postMessages([draftOf(made, report, fields)]);
  if (!result) throw new Error("There is no result.");
  return result;
}

const report = (key: string, second: number, facts: ThingFacts, more: Partial<ThingReport> = {}): ThingReport => ({
  key,
  at: at(second),
  facts,
  hasLine: true,
  ...more,
});

const state = (word: string, tone: CardState["tone"], open = false): CardState => ({ word, tone, open });

async function messagesOf({ webhook }: MadeWebhook) {
  return db().message.findMany({
    where: { webhookId: webhook.id, deletedAt: null },
    orderBy: { seq: "asc" },
    select: {
      id: true,
      threadRootId: true,
      embeds: true,
      content: true,
      silent: true,
      replyCount: true,
      updateCount: true,
    },
  });
}

const linesOf = async (made: MadeWebhook) =>
  (await messagesOf(made)).filter(({ threadRootId }) => threadRootId === null);
const cardOf = ({ embeds }: { embeds: unknown }) => (embeds as Embed[])[0];

async function make() {
  return (await makeTalk(await makeUser())).made;
}

const openIncidents = async ({ webhook }: MadeWebhook) =>
  db().incident.findMany({ where: { webhookId: webhook.id, closedAt: null } });

test("later reports change a thing's line, and an equal one changes nothing", async () => {
  const made = await make();
  const first = await post(made, report("pull 1", 1, { subject: "Add", state: state("Open", "progress") }));
  const merged = report("pull 1", 2, { state: state("Merged", "done") });
  expect(await post(made, merged)).toEqual(first);
  const before = await db().channel.findUniqueOrThrow({ where: { id: made.webhook.channelId } });
  expect(await post(made, merged)).toEqual(first);
  const after = await db().channel.findUniqueOrThrow({ where: { id: made.webhook.channelId } });
  expect(after.rev).toBe(before.rev);
  const [line, ...others] = await messagesOf(made);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ updateCount: 1, silent: null });
  expect(line && cardOf(line)?.title).toBe("Merged: Add");
});

const PULL: readonly ThingReport[] = [
  report(
    "pull 7",
    1,
    { subject: "Add", place: ["octo/hello"], state: state("Open", "progress") },
    { watches: "commit a" },
  ),
  report("pull 7", 2, { labels: ["bug"] }),
  report("pull 7", 3, { labels: [] }),
  report("pull 7", 4, { subject: "Add it" }, { watches: "commit b" }),
  report("pull 7", 9, { state: state("Merged", "done") }),
  report(
    "pull 7",
    5,
    { "review ada": state("Changes requested", "warning") },
    {
      reply: { key: "review 1", at: at(5), facts: { event: "Changes requested", body: "No." } },
    },
  ),
  report(
    "pull 7",
    6,
    {},
    {
      weak: { subject: "weak", place: ["octo/hello"] },
      reply: { key: "comment 1", at: at(6), facts: { event: "Comment", body: "First" } },
    },
  ),
  report("pull 7", 7, {}, { reply: { key: "comment 1", at: at(7), facts: { event: "Comment", body: "Edited" } } }),
  report("commit a", 2, { "check lint": { tone: "bad", word: "failed" } }, { hasLine: false }),
  report("commit b", 5, { "check lint": { tone: "progress", word: "running" } }, { hasLine: false }),
  report("commit b", 5, { "check test": { tone: "good", word: "passed" } }, { hasLine: false }),
  report("commit b", 6, { "check lint": { tone: "good", word: "passed" } }, { hasLine: false }),
  report("commit b", 6, { "check docs": { tone: "progress", word: "running" } }, { hasLine: false }),
  report(
    "issue 3",
    1,
    { subject: "Held" },
    { hasLine: false, reply: { key: "comment 9", at: at(1), facts: { event: "Comment" } } },
  ),
  report("issue 3", 2, { state: state("Open", "progress") }),
];

async function channelAfter(reports: readonly ThingReport[]) {
  const made = await make();
  // One after the other, in one transaction.
  await postMessages(reports.map((each) => draftOf(made, each)));
  const rows = await messagesOf(made);
  const titles = new Map(rows.map((row) => [row.id, cardOf(row)?.title]));
  const shown = rows.map((row) => ({ in: row.threadRootId && titles.get(row.threadRootId), embeds: row.embeds }));
  const things = await db().thing.findMany({
    where: { webhookId: made.webhook.id },
    orderBy: { key: "asc" },
    select: { key: true, registers: true, watches: true },
  });
  const text = (each: unknown) => JSON.stringify(each, (_, value: unknown) => value);
  return { shown: shown.sort((a, b) => (text(a) < text(b) ? -1 : 1)), things };
}

test("the life of a pull request ends alike, whatever comes first or twice", async () => {
  const inOrder = await channelAfter(PULL);
  expect(inOrder.shown.map(({ embeds }) => cardOf({ embeds })?.title).sort()).toEqual([
    "Changes requested",
    "Comment",
    "Comment",
    "Open: Held",
    "[octo/hello] Merged: Add it",
  ]);
  expect(inOrder.shown.map(({ embeds }) => cardOf({ embeds })?.card?.summary)).toContain("2 of 3 checks passed");
  for (let round = 0; round < 20; round += 1) {
    const shuffled = [...PULL, ...PULL]
      .map((each, index) => ({
        each,
        place: (index * 7_919 + round * 104_729 + ((index * round) ^ (round << 3))) % 1_009,
      }))
      .sort((a, b) => a.place - b.place)
      .map(({ each }) => each);
    expect(await channelAfter(shuffled), `round ${round}`).toEqual(inOrder);
  }
}, 60_000);

test("two posts of one new thing at the same time, at two instances, make one line", async () => {
  const made = await make();
  const drafts = [1, 2].map((second) => draftOf(made, report("run 1", second, { subject: `At ${second}` })));
  const [[first] = [], [second] = []] = await Promise.all(drafts.map((draft) => commitDrafts([draft])));
  expect(first).toMatchObject({ refused: null, id: expect.any(BigInt) });
  expect(second?.id).toBe(first?.id);
  expect((await linesOf(made)).map((line) => cardOf(line)?.title)).toEqual(["At 2"]);
});

test("checks change every line that watches their commit, and are no line themselves", async () => {
  const made = await make();
  const check = report("commit a", 1, { "check lint": { tone: "bad", word: "failed" } }, { hasLine: false });
  expect(await post(made, check)).toEqual({ refused: "skipped", reason: "Nothing in the channel shows this yet." });
  for (const key of ["pull 1", "pull 2"]) await post(made, report(key, 1, { subject: key }, { watches: "commit a" }));
  const summaries = async () => (await linesOf(made)).map((line) => cardOf(line)?.card?.summary);
  expect(await summaries()).toEqual(["lint failed", "lint failed"]);
  const passed = report("commit a", 2, { "check lint": { tone: "good", word: "passed" } }, { hasLine: false });
  const [first] = await linesOf(made);
  expect(await post(made, passed)).toMatchObject({ messageId: first?.id });
  expect(await post(made, passed)).toMatchObject({ messageId: first?.id });
  expect(await summaries()).toEqual(["1 of 1 check passed", "1 of 1 check passed"]);
});

const comment = (key: string, second: number, body: string): Partial<ThingReport> => ({
  weak: { subject: "weak" },
  reply: { key, at: at(second), facts: { event: "Comment", body } },
});

describe("replies", () => {
  test("stand in the thread of their thing's line, which they make if there is none", async () => {
    const made = await make();
    const first = await post(made, report("pull 1", 1, {}, comment("comment 1", 1, "Hi")));
    const [line, reply] = await messagesOf(made);
    expect(first).toMatchObject({ messageId: line?.id, replyId: reply?.id });
    expect(line).toMatchObject({ threadRootId: null, replyCount: 1 });
    expect(line && cardOf(line)?.title).toBe("weak");
    expect(reply).toMatchObject({ threadRootId: line?.id });
    const edited = await post(made, report("pull 1", 2, {}, comment("comment 1", 2, "Ho")));
    expect(edited).toEqual(first);
    const [, after, ...more] = await messagesOf(made);
    expect(after && cardOf(after)?.description).toBe("Ho");
    expect(more).toEqual([]);
  });

  test("of a line that is itself a reply are in the same thread", async () => {
    const made = await make();
    const [root] = await postMessages([webhookDraft(made)]);
    const rootId = root && "messageId" in root ? root.messageId : 0n;
    await post(made, report("pull 1", 1, { subject: "Add" }));
    const [, line] = await messagesOf(made);
    await db().message.update({ where: { id: line?.id ?? 0n }, data: { threadRootId: rootId } });
    await post(made, report("pull 1", 2, {}, comment("comment 1", 2, "Hi")));
    expect((await messagesOf(made)).at(-1)).toMatchObject({ threadRootId: rootId });
  });

  test("that a person deleted stay deleted", async () => {
    const made = await make();
    const given = await post(made, report("pull 1", 1, { subject: "Add" }, comment("comment 1", 1, "Hi")));
    await db().message.update({
      where: { id: "replyId" in given ? given.replyId : 0n },
      data: { deletedAt: new Date() },
    });
    await post(made, report("pull 1", 2, {}, comment("comment 1", 2, "Ho")));
    expect(await messagesOf(made)).toHaveLength(1);
  });
});

describe("a skipped report", () => {
  test("makes no line, but is known once another one does", async () => {
    const made = await make();
    const skipped = await post(made, report("pull 1", 1, { subject: "Add" }), { skip: "By a rule." });
    expect(skipped).toEqual({ refused: "skipped", reason: "By a rule." });
    expect(await messagesOf(made)).toEqual([]);
    await post(made, report("pull 1", 2, { state: state("Open", "progress") }));
    expect((await linesOf(made)).map((line) => cardOf(line)?.title)).toEqual(["Open: Add"]);
  });

  test("changes a line and a reply that exist, but makes no reply", async () => {
    const made = await make();
    const first = await post(made, report("pull 1", 1, { subject: "Add" }));
    const merged = report("pull 1", 2, { state: state("Merged", "done") });
    expect(await post(made, merged, { skip: "By a rule." })).toEqual(first);
    const added = report("pull 1", 3, {}, comment("comment 1", 3, "Hi"));
    expect(await post(made, added, { skip: "By a rule." })).toEqual({ refused: "skipped", reason: "By a rule." });
    expect((await messagesOf(made)).map((row) => cardOf(row)?.title)).toEqual(["Merged: Add"]);
    await post(made, report("pull 1", 4, {}, comment("comment 2", 4, "Ho")));
    const edited = report("pull 1", 5, {}, comment("comment 2", 5, "Hu"));
    expect(await post(made, edited, { skip: "By a rule." })).toMatchObject({ replyId: expect.any(BigInt) });
    const rows = await messagesOf(made);
    expect(rows.map((row) => cardOf(row)?.description)).toEqual([undefined, "Hu"]);
  });

  test("is remembered by its idempotency key", async () => {
    const made = await make();
    const idempotency = { key: "k", bodyHash: Buffer.from("x") };
    const opened = report("pull 1", 1, { subject: "Add" });
    const skipped = { refused: "skipped", reason: "By a rule." };
    expect(await post(made, opened, { idempotency, skip: "By a rule." })).toEqual(skipped);
    // The rule is gone, but the same request gets the same answer.
    expect(await post(made, opened, { idempotency })).toEqual(skipped);
    const other = { ...idempotency, bodyHash: Buffer.from("y") };
    expect(await post(made, opened, { idempotency: other })).toEqual({ refused: "key_reused" });
    expect(await messagesOf(made)).toEqual([]);
  });
});

test("a repeat with the same idempotency key changes nothing and gets the first answer", async () => {
  const made = await make();
  const idempotency = (key: string) => ({ idempotency: { key, bodyHash: Buffer.from("x") } });
  const first = await post(made, report("pull 1", 1, { subject: "Add" }), idempotency("a"));
  const change = await post(made, report("pull 1", 2, { subject: "Change" }), idempotency("b"));
  for (const key of ["a", "b"]) {
    const again = await post(made, report("pull 1", 9, { subject: "Wrong" }), idempotency(key));
    expect(again).toEqual({ ...first, replayed: true });
  }
  expect(change).toEqual(first);
  expect((await linesOf(made)).map((line) => cardOf(line)?.title)).toEqual(["Change"]);
});

test("a silent line is silent, and so is one whose request belongs only into a thread", async () => {
  const made = await make();
  await post(made, report("pull 1", 1, { subject: "Add" }), { silent: true });
  await post(made, report("pull 2", 1, { subject: "Add" }), { threadOnly: true });
  const reply = report("pull 2", 2, {}, comment("comment 1", 2, "Hi"));
  await post(made, reply, { threadOnly: true });
  expect((await messagesOf(made)).map(({ silent, threadRootId }) => [silent, threadRootId !== null])).toEqual([
    [true, false],
    [true, false],
    [null, true],
  ]);
});

test("what a person sends by hand, or what asks for it, is a message of its own", async () => {
  const made = await make();
  const opened = report("pull 1", 1, { subject: "Add" });
  await post(made, opened);
  await post(made, opened, { bump: true, content: "by hand" });
  expect((await messagesOf(made)).map(({ content }) => content)).toEqual(["", "by hand"]);
});

test("texts that the database can't store are cleaned, in keys, names and values", async () => {
  const made = await make();
  const odd = "a\0b\ud800";
  const facts: ThingFacts = { subject: odd, labels: [odd] };
  facts[`field ${odd}`] = { value: odd };
  const more = { watches: odd, reply: { key: odd.repeat(400), at: odd, facts } };
  await post(made, report(odd, 1, facts, more));
  const [line, reply] = await messagesOf(made);
  expect(line && cardOf(line)?.title).toBe("ab\ufffd");
  expect(reply && cardOf(reply)?.fields?.map(({ name }) => name)).toEqual(["ab\ufffd", "Labels"]);
});

test("a webhook that can't post keeps nothing", async () => {
  const made = await make();
  await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: new Date() } });
  const opened = report("pull 1", 1, { subject: "Add" });
  expect(await post(made, opened)).toEqual({ refused: "paused" });
  expect(await post({ ...made, token: "wrong" }, opened)).toEqual({ refused: "unknown_webhook" });
  expect(await db().thing.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});

test("in another channel, a moved webhook's things have new lines", async () => {
  const made = await make();
  await post(made, report("pull 1", 1, { subject: "Add" }));
  const there = (await make()).webhook.channelId;
  await db().webhook.update({ where: { id: made.webhook.id }, data: { channelId: there } });
  await post(made, report("pull 1", 2, { subject: "Change" }));
  const rows = await db().message.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
  expect(rows.map((row) => [row.channelId, cardOf(row)?.title])).toEqual([
    [made.webhook.channelId, "Add"],
    [there, "Change"],
  ]);
});

const DAY_MS = 24 * 3_600_000;

const age = async (made: MadeWebhook, days: number) =>
  db().thing.updateMany({
    where: { webhookId: made.webhook.id },
    data: { changedAt: new Date(Date.now() - days * DAY_MS) },
  });

test.each([
  ["before", false],
  ["after", true],
])(
  "what happens after 90 days makes a new line that links to the one before, %s the facts are forgotten",
  async (_, isForgotten) => {
    const made = await make();
    const first = await post(made, report("pull 1", 1, { subject: "Add", labels: ["bug"] }));
    await age(made, 89);
    expect(await post(made, report("pull 1", 2, { subject: "Change" }))).toEqual(first);
    await age(made, 91);
    if (isForgotten) await forgetOldThings();
    const merged = report("pull 1", 3, { subject: "Change", state: state("Merged", "done") });
    const second = await post(made, merged);
    expect(second).not.toEqual(first);
    expect(await post(made, report("pull 1", 4, { severity: "low" }))).toEqual(second);
    const channel = await db().channel.findUniqueOrThrow({ where: { id: made.webhook.channelId } });
    const [, line, ...others] = await linesOf(made);
    expect(others).toEqual([]);
    const quote = { channelId: `${channel.id}`, seq: 1, channel: `#${channel.name}` };
    expect(line?.embeds).toMatchObject([
      { title: "Merged: Change", card: { severity: "low" } },
      { description: "Continues an earlier message.", quote },
    ]);
    expect(line && cardOf(line)?.fields).toBeUndefined();
  },
);

test("facts are forgotten after 90 days, with what has no message", async () => {
  const made = await make();
  const check = report("commit a", 1, { "check lint": { tone: "bad", word: "failed" } }, { hasLine: false });
  await post(made, check);
  await post(made, report("pull 1", 1, { subject: "Add" }, { watches: "commit a" }));
  await forgetOldThings();
  expect(await db().thing.count({ where: { webhookId: made.webhook.id } })).toBe(2);
  await age(made, 91);
  await forgetOldThings();
  expect(await db().thing.findMany({ where: { webhookId: made.webhook.id } })).toMatchObject([
    { key: "pull 1", registers: {}, watches: null, messageId: expect.any(BigInt) },
  ]);
});

test("a deleted line takes the thing's facts with it, and the next report makes a new one", async () => {
  const made = await make();
  const first = await post(made, report("pull 1", 1, { subject: "Add", labels: ["bug"] }));
  const id = "messageId" in first ? first.messageId : 0n;
  await db().$transaction(async (tx) => {
    await tx.message.update({ where: { id }, data: await clearMessages(tx, [id]) });
  });
  expect(await db().thing.findMany({ where: { webhookId: made.webhook.id } })).toMatchObject([{ registers: {} }]);
  const check = report("pull 1", 2, { "check lint": { tone: "bad", word: "failed" } }, { hasLine: false });
  expect(await post(made, check)).toMatchObject({ refused: "skipped" });
  await post(made, report("pull 1", 3, { subject: "Change" }));
  const [line, ...others] = await linesOf(made);
  expect(others).toEqual([]);
  expect(line?.embeds).toEqual([{ title: "Change", card: { subject: "Change" } }]);
});

describe("a branch", () => {
  const run = (id: number, second: number, isBad: boolean): ThingReport =>
    report(
      `run ${id}`,
      second,
      { subject: `Run ${id}`, state: isBad ? state("Failed", "bad", true) : state("Passed", "good") },
      { incidentOf: { key: "workflow 1 on main", at: at(second), isBad } },
    );

  const openTitles = async (made: MadeWebhook) => {
    const open = new Set((await openIncidents(made)).map(({ messageId }) => messageId));
    return (await linesOf(made)).filter(({ id }) => open.has(id)).map((line) => cardOf(line)?.card?.subject);
  };

  test("has one incident from its first red run to a green one, in whatever order they come", async () => {
    const runs = [run(1, 1, true), run(2, 2, true), run(3, 3, false), run(4, 4, true), run(5, 5, true)];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [1, 0, 4, 3, 2],
      [2, 4, 0, 3, 1],
      [3, 2, 4, 1, 0],
    ]) {
      const made = await make();
      for (const index of order) if (runs[index]) await post(made, runs[index]);
      expect(await openTitles(made), `${order}`).toEqual(["Run 4"]);
      const open = (await linesOf(made)).filter((line) => cardOf(line)?.card?.state?.open);
      expect(open.map((line) => cardOf(line)?.card?.subject)).toEqual(["Run 4"]);
      await post(made, run(6, 6, false));
      expect(await openTitles(made)).toEqual([]);
    }
  });

  test("keeps who acknowledged its incident while it is red, even if an earlier red run comes late", async () => {
    const made = await make();
    const ada = await makeUser();
    await post(made, run(2, 2, true));
    const acknowledged = { acknowledgedById: ada.id, acknowledgedAt: new Date() };
    await db().incident.updateMany({ where: { webhookId: made.webhook.id }, data: acknowledged });
    await post(made, run(3, 3, true));
    await post(made, run(1, 1, true));
    expect(await openTitles(made)).toEqual(["Run 1"]);
    expect(await openIncidents(made)).toMatchObject([{ acknowledgedById: ada.id }]);
    const outages = await db().outage.findMany({ where: { webhookId: made.webhook.id, resolvedAt: null } });
    expect(outages).toMatchObject([{ messageId: (await openIncidents(made))[0]?.messageId }]);
    await post(made, run(4, 4, false));
    await post(made, run(5, 5, true));
    expect(await openIncidents(made)).toMatchObject([{ acknowledgedById: null }]);
  });

  test("has its incident again when someone closed it and another run is red", async () => {
    const made = await make();
    await post(made, run(1, 1, true));
    await db().incident.updateMany({ where: { webhookId: made.webhook.id }, data: { closedAt: new Date() } });
    await post(made, run(2, 2, true));
    expect(await openTitles(made)).toEqual(["Run 1"]);
  });

  test("has no incident in a red run that a rule hides, and a hidden green run ends it", async () => {
    const made = await make();
    await post(made, run(1, 1, true), { skip: "By a rule." });
    await post(made, run(2, 2, true));
    expect(await openTitles(made)).toEqual(["Run 2"]);
    await post(made, run(3, 3, false), { skip: "By a rule." });
    expect(await openTitles(made)).toEqual([]);
  });

  test("has the next red run as its incident when the first one's line was deleted", async () => {
    const made = await make();
    const first = await post(made, run(1, 1, true));
    const { id } = { id: "messageId" in first ? first.messageId : 0n };
    await db().incident.deleteMany({ where: { messageId: id } });
    await db().message.update({ where: { id }, data: { deletedAt: new Date() } });
    await post(made, run(2, 2, true));
    expect(await openTitles(made)).toEqual(["Run 2"]);
  });
});
