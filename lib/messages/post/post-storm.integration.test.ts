import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { likenessFor } from "@/lib/messages/cards/likeness";
import { TONE_COLORS } from "@/lib/messages/cards/tones";
import { deleteWebhookMessage, editWebhookMessage } from "@/lib/messages/change/change-webhook-message";
import type { WebhookDraft } from "@/lib/messages/draft";
import type { Embed, StateTone } from "@/lib/messages/dto";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { postMessages } from "@/lib/messages/post/post-messages";
import { deleteOldStorms } from "@/lib/messages/post/post-storm";
import { findMessage } from "@/lib/messages/read/queries";
import { searchMessages } from "@/lib/messages/search/search-messages";
import {
  type MadeWebhook,
  makeChannel,
  makeUser,
  makeWebhook,
  postedMessage,
  webhookDraft,
} from "@/lib/testing/factories";
import { hashToken } from "@/lib/webhooks/endpoint/token";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

function alert(
  made: MadeWebhook,
  subject: string,
  more: Partial<WebhookDraft> = {},
  tone: StateTone = "bad",
): WebhookDraft {
  const embeds: Embed[] = [
    {
      title: subject,
      color: TONE_COLORS[tone],
      tool: { name: "Alertmanager" },
      card: { subject, place: ["shop"], state: { word: tone, tone, open: tone === "bad" } },
    },
  ];
  const draft = webhookDraft(made, { content: "", embeds, ...more });
  return { ...draft, likeness: likenessFor({ gathersAll: false }, draft) };
}

/** Twenty different lines, which don't gather yet. */
const WORDS =
  "apple bear cedar dove elm fox grape hawk iris jay kale lark maple newt oak pine quail rose swan tulip".split(" ");

async function beginStorm(made: MadeWebhook): Promise<void> {
  await postMessages(WORDS.map((word) => alert(made, `The ${word} is late`)));
}

async function posted(
  made: MadeWebhook,
  subject: string,
  more?: Partial<WebhookDraft>,
  tone?: StateTone,
): Promise<bigint> {
  return (await postedMessage(alert(made, subject, more, tone))).messageId;
}

const linesOf = ({ webhook }: MadeWebhook) =>
  db().message.findMany({
    where: { channelId: webhook.channelId, threadRootId: null, deletedAt: null },
    orderBy: { seq: "asc" },
    select: { id: true, silent: true, replyCount: true, gathered: true },
  });

const repliesTo = (threadRootId: bigint) =>
  db().message.findMany({ where: { threadRootId }, orderBy: { seq: "asc" }, select: { id: true, silent: true } });

const ownerOf = ({ webhook, token }: MadeWebhook) => ({ webhookId: webhook.id, tokenHash: hashToken(token) });

/** A minute passes. */
async function pass({ webhook: { channelId } }: MadeWebhook): Promise<void> {
  await db()
    .$executeRaw`UPDATE messages SET created_at = created_at - interval '61 seconds' WHERE channel_id = ${channelId}`;
  await db().$executeRaw`UPDATE storms SET last_at = last_at - interval '61 seconds' WHERE channel_id = ${channelId}`;
}

test("twenty lines within a minute are lines; what follows gathers below the first of its cause", async () => {
  const made = await makeWebhook();
  await postMessages(times(20).map((index) => alert(made, `Disk full on web-${index}`)));
  expect(await linesOf(made)).toHaveLength(20);
  const [first] = await linesOf(made);
  await postMessages(times(300).map((index) => alert(made, `Disk full on db-${index}`)));
  await posted(made, "Certificate of the shop expires");
  const lines = await linesOf(made);
  expect(lines).toHaveLength(21);
  expect(lines[0]).toEqual({ id: first?.id, silent: null, replyCount: 300, gathered: 300 });
  expect(lines.at(-1)).toMatchObject({ silent: null, replyCount: 0 });
  const replies = await repliesTo(first?.id ?? 0n);
  expect(new Set(replies.map(({ id }) => id)).size).toBe(300);
  expect(replies.every(({ silent }) => silent)).toBe(true);
  expect((await findMessage(first?.id ?? 0n))?.thread).toMatchObject({ replyCount: 300, gathered: 300 });
});

test("3,000 alerts of three causes and 40 others are 63 lines", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  const others = times(40).map((index) => `The ${WORDS[index % 20]} ${index < 20 ? "sleeps" : "runs away"}`);
  const causes = ["Disk full on web-", "Queue of orders is behind on node-", "Connection refused by 10.0.0."];
  const all = times(3000).map((index) => `${causes[index % 3]}${index}`);
  const mixed = all.flatMap((each, index) => (index % 75 === 0 ? [each, others[index / 75] ?? ""] : [each]));
  const results = await postMessages(mixed.map((subject) => alert(made, subject)));
  expect(new Set(results.map((result) => ("refused" in result ? null : result.messageId))).size).toBe(3040);
  const lines = await linesOf(made);
  expect(lines).toHaveLength(63);
  const roots = lines.filter(({ gathered }) => gathered);
  expect(roots.map(({ gathered }) => gathered)).toEqual([999, 999, 999]);
  expect(await db().message.count({ where: { channelId: made.webhook.channelId, silent: true } })).toBe(2997);
});

test("a storm ends after a quiet minute, and its causes are forgotten", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  await posted(made, "Disk full on web-1");
  await posted(made, "Disk full on web-2");
  expect(await linesOf(made)).toHaveLength(21);
  await pass(made);
  await posted(made, "Disk full on web-3");
  await postMessages(WORDS.slice(1).map((word) => alert(made, `The ${word} is late`)));
  expect(await linesOf(made)).toHaveLength(41);
  await posted(made, "Disk full on web-4");
  expect((await linesOf(made)).at(-20)).toMatchObject({ gathered: 1 });
});

test("a trickle keeps a storm going", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  await posted(made, "Disk full on web-1");
  const halfway = () =>
    db().$executeRaw`UPDATE storms SET last_at = last_at - interval '40 seconds' WHERE webhook_id = ${made.webhook.id}`;
  for (const index of times(3)) {
    await halfway();
    await posted(made, `Disk full on db-${index}`);
  }
  expect((await linesOf(made)).at(-1)).toMatchObject({ gathered: 3 });
});

test("alerts with keys of their own gather together, each as an incident that its key ends", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  const hosts = times(100).map((index) => `web-${index}`);
  const draft = (host: string, tone?: StateTone) => alert(made, `Disk full on ${host}`, { updateKey: host }, tone);
  const results = await postMessages([...hosts, "web-7"].map((host) => draft(host)));
  const ids = results.map((result) => ("refused" in result ? null : result.messageId));
  expect(ids[100]).toBe(ids[7]);
  expect(await linesOf(made)).toHaveLength(21);
  const open = () => db().incident.count({ where: { webhookId: made.webhook.id, closedAt: null } });
  expect(await open()).toBe(100);
  expect(await db().outage.count({ where: { webhookId: made.webhook.id, place: "shop", tool: "Alertmanager" } })).toBe(
    100,
  );
  const ended = await postMessages(hosts.map((host) => draft(host, "good")));
  expect(ended).toEqual(results.slice(0, 100));
  expect(await open()).toBe(0);
});

test("two instances agree on when a storm begins, and on the first of each cause", async () => {
  const made = await makeWebhook();
  const causes = ["Disk full on web-", "Queue is behind on node-", "Connection refused by 10.0.0."];
  // Each batch is a transaction of its own, which another instance's would be, too.
  const batches = times(12).map((batch) =>
    commitDrafts(times(20).map((index) => alert(made, `${causes[(batch + index) % 3]}${batch * 20 + index}`))),
  );
  const rows = (await Promise.all(batches)).flat();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(240);
  const lines = await linesOf(made);
  expect(lines).toHaveLength(20);
  expect(lines.reduce((sum, { gathered }) => sum + (gathered ?? 0), 0)).toBe(220);
  expect(await db().stormCause.count({ where: { storm: { webhookId: made.webhook.id } } })).toBe(3);
});

test("a gathered message is found, changed and deleted by its own id, and its cause says how many there are", async () => {
  const ann = await makeUser();
  const channel = await makeChannel({ members: [ann] });
  const made = await makeWebhook({ channelId: channel.id });
  await beginStorm(made);
  const root = await posted(made, "Disk full on web-1", { updateKey: "web-1" });
  const gathered = await posted(made, "Disk full on web-2", { updateKey: "web-2", threadKey: "web-2" });
  const other = await posted(made, "Disk full on web-3");
  expect((await repliesTo(root)).map(({ id }) => id)).toEqual([gathered, other]);
  expect(await db().incident.count({ where: { messageId: { in: [root, gathered] }, closedAt: null } })).toBe(2);
  // With a thread key, its update is recorded in the thread that it's in.
  expect(await posted(made, "Disk full on web-2", { updateKey: "web-2", threadKey: "web-2" }, "good")).toBe(gathered);
  expect((await findMessage(gathered))?.embeds[0]?.card?.state?.word).toBe("good");
  expect(await db().incident.count({ where: { messageId: gathered, closedAt: null } })).toBe(0);
  expect(await repliesTo(root)).toHaveLength(3);
  // When it's over, its key is free again.
  const second = await posted(made, "Disk full on web-2", { updateKey: "web-2", threadKey: "web-2" });
  expect((await repliesTo(root)).map(({ id }) => id)).toContain(second);
  expect((await findMessage(root))?.thread).toMatchObject({ replyCount: 4, gathered: 3 });
  const found = async (text: string) => {
    const { results } = await searchMessages(ann, { text: `in:${channel.name} ${text}`, timeZone: "UTC" });
    return results.map(({ message }) => message.id);
  };
  expect(await found("web-3")).toEqual([`${other}`]);
  await editWebhookMessage(ownerOf(made), other, { content: "kumquat" });
  expect(await found("kumquat")).toEqual([`${other}`]);
  await deleteWebhookMessage(ownerOf(made), other);
  expect((await findMessage(root))?.thread).toMatchObject({ replyCount: 3, gathered: 2 });
});

test("after the first of a cause is deleted or ends, the next one is a line, but notifies no one again", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  const root = await posted(made, "Disk full on web-1", { updateKey: "web-1" });
  await posted(made, "Disk full on web-2");
  await posted(made, "Disk full on web-1", { updateKey: "web-1" }, "good");
  const second = await posted(made, "Disk full on web-3");
  const third = await posted(made, "Disk full on web-4");
  expect((await repliesTo(second)).map(({ id }) => id)).toEqual([third]);
  expect((await linesOf(made)).slice(-2)).toMatchObject([
    { id: root, silent: null },
    { id: second, silent: true },
  ]);
  await deleteWebhookMessage(ownerOf(made), second);
  const fourth = await posted(made, "Disk full on web-5");
  expect((await linesOf(made)).at(-1)).toMatchObject({ id: fourth, silent: true, replyCount: 0 });
});

test("a repeat with the same idempotency key posts nothing, and what is like it still has a line", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  const idempotency = { key: "once", bodyHash: Buffer.alloc(32) };
  await posted(made, "Disk full on web-1", { idempotency });
  await pass(made);
  await beginStorm(made);
  const drafts = [
    alert(made, "Disk full on web-1", { idempotency }),
    alert(made, "Disk full on web-2"),
    alert(made, "Disk full on web-3"),
  ];
  const [repeat, line, reply] = await commitDrafts(drafts);
  expect(repeat?.id).toBeNull();
  expect((await repliesTo(line?.id ?? 0n)).map(({ id }) => id)).toEqual([reply?.id]);
});

test("a good message doesn't gather below a bad one, nor do drafts without a likeness", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  await posted(made, "Build of shop", {}, "good");
  await posted(made, "Build of shop", {}, "bad");
  await postedMessage({ ...alert(made, "Build of shop"), likeness: null });
  expect(await linesOf(made)).toHaveLength(23);
});

test("storms that have been over for an hour are deleted", async () => {
  const made = await makeWebhook();
  await beginStorm(made);
  await posted(made, "Disk full on web-1");
  const where = { webhookId: made.webhook.id };
  await deleteOldStorms();
  expect(await db().storm.count({ where })).toBe(1);
  await db().storm.updateMany({ where, data: { lastAt: new Date(Date.now() - 3_700_000) } });
  await deleteOldStorms();
  expect(await db().storm.count({ where })).toBe(0);
});
