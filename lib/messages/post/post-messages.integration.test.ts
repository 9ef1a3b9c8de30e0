import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import type { MessageDraft, PostResult } from "@/lib/messages/draft";
import type { MessageDto } from "@/lib/messages/dto";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { postMessages, postTogether } from "@/lib/messages/post/post-messages";
import { changesSince, findMessage } from "@/lib/messages/read/queries";
import {
  type MadeWebhook,
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook, regenerateToken, setPaused } from "@/lib/webhooks/manage-webhook";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const sha256 = (text: string) => createHash("sha256").update(text).digest();
const idempotency = (key: string, body = "{}") => ({ key, bodyHash: sha256(body) });

async function post(draft: MessageDraft): Promise<PostResult> {
  const [result] = await postMessages([draft]);
  if (!result) throw new Error("The door answered nothing.");
  return result;
}

/** Returns all messages of a channel, as a reader gets them who follows its revisions. */
async function stored(channelId: bigint): Promise<MessageDto[]> {
  const messages: MessageDto[] = [];
  for (;;) {
    const { messages: read, more } = await changesSince(channelId, messages.at(-1)?.rev ?? 0, 200);
    messages.push(...read);
    if (!more) return messages;
  }
}

const counters = (channelId: bigint) =>
  db().channel.findUniqueOrThrow({ where: { id: channelId }, select: { msgSeq: true, rev: true } });

async function expectGapless(channelId: bigint, count: number): Promise<void> {
  const messages = await stored(channelId);
  const expected = times(count).map((index) => index + 1);
  expect(messages.map(({ seq }) => seq)).toEqual(expected);
  expect(messages.map(({ rev }) => rev)).toEqual(expected);
  expect(await counters(channelId)).toEqual({ msgSeq: BigInt(count), rev: BigInt(count) });
}

test("a channel whose row is locked keeps no other one from being posted to", async () => {
  const [locked, ...others] = await Promise.all(times(5).map(() => makeWebhook()));
  if (!locked) throw new Error("There is no webhook.");
  const holder = await pool().connect();
  const stuck: Promise<PostResult>[] = [];
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM channels WHERE id = $1 FOR UPDATE", [locked.webhook.channelId]);
    for (const _ of times(3)) stuck.push(post(webhookDraft(locked)));
    await until(async () => {
      const { rowCount } = await pool().query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    for (const made of [...others, ...others]) expect(await post(webhookDraft(made))).toHaveProperty("messageId");
    expect(await stored(locked.webhook.channelId)).toEqual([]);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  await Promise.all(stuck);
  await expectGapless(locked.webhook.channelId, 3);
});

test("messages are stored once even if what follows their commit fails", async () => {
  const made = await makeWebhook();
  const unsubscribe = subscribe(() => {
    throw new Error("A listener failed.");
  });
  try {
    const results = await postMessages(times(3).map(() => webhookDraft(made)));
    for (const result of results) expect(result).toHaveProperty("messageId");
  } finally {
    unsubscribe();
  }
  await expectGapless(made.webhook.channelId, 3);
});

describe("messages that belong together", () => {
  const drafts = (made: MadeWebhook, key: string | null, body = "{}") =>
    times(3).map((index) =>
      webhookDraft(made, { idempotency: index === 0 && key !== null ? idempotency(key, body) : null }),
    );

  test("get consecutive numbers, whatever else is posted", async () => {
    const made = await makeWebhook();
    const others = times(20).map((index) => post(webhookDraft(made, { content: `other ${index}` })));
    const together = await Promise.all([postTogether(drafts(made, null)), postTogether(drafts(made, "key"))]);
    await Promise.all(others);
    await expectGapless(made.webhook.channelId, 26);
    const messages = await stored(made.webhook.channelId);
    for (const results of together) {
      const ids = results.map((result) => ("refused" in result ? "" : `${result.messageId}`));
      const at = messages.findIndex(({ id }) => id === ids[0]);
      expect(messages.slice(at, at + 3).map(({ id }) => id)).toEqual(ids);
    }
  });

  test("are posted once per key, and not at all with a key that another body has", async () => {
    const made = await makeWebhook();
    const [first] = await postTogether(drafts(made, "key"));
    expect(await postTogether(drafts(made, "key"))).toEqual([{ ...first, replayed: true }]);
    expect(await postTogether(drafts(made, "key", "other"))).toEqual([{ refused: "key_reused" }]);
    await expectGapless(made.webhook.channelId, 3);
  });

  test("aren't posted if one of them can't be, or if the webhook can't post", async () => {
    const made = await makeWebhook();
    const [one, two, three] = drafts(made, null);
    if (!one || !two || !three) throw new Error("There are three.");
    const broken = { ...two, content: "\0" };
    await expect(postTogether([one, broken, three])).rejects.toThrow();
    await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: new Date() } });
    expect(await postTogether(drafts(made, "key"))).toEqual([{ refused: "paused" }]);
    expect(await stored(made.webhook.channelId)).toEqual([]);
    await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: null } });
    expect(await postTogether(drafts(made, "key"))).toHaveLength(3);
  });
});

/** Another process with its own pool and its own group commit, posting `each` messages from `writers` writers per webhook. */
async function postFromAnotherProcess(webhooks: MadeWebhook[], writers: number, each: number): Promise<string[]> {
  const code = `
    import { postMessages } from "./lib/messages/post/post-messages.ts";
    import { disconnect } from "./lib/db/client.ts";
    import { runShutdown } from "./lib/process/on-shutdown.ts";
    const drafts = JSON.parse(process.env.DRAFTS).map((draft) => (
      { ...draft, webhookId: BigInt(draft.webhookId), channelId: BigInt(draft.channelId), tokenHash: Buffer.from(draft.tokenHash, "hex") }));
    const acknowledged = [];
    await Promise.all(drafts.flatMap((draft) => Array.from({ length: ${writers} }, async () => {
      for (let i = 0; i < ${each}; i += 1) acknowledged.push(...(await postMessages([draft])).map((r) => r.messageId));
    })));
    console.log(JSON.stringify(acknowledged.map(String)));
    await runShutdown();
    await disconnect();
  `;
  const drafts = webhooks.map((made) => {
    const draft = webhookDraft(made, { content: "from another process" });
    const { webhookId, channelId, tokenHash } = draft;
    return { ...draft, webhookId: `${webhookId}`, channelId: `${channelId}`, tokenHash: tokenHash.toString("hex") };
  });
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "", DRAFTS: JSON.stringify(drafts) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  expect(exitCode).toBe(0);
  return JSON.parse(output) as string[];
}

/** Follows a channel by revision until nothing is left after `done`. Returns the messages in the order they were seen. */
async function follow(channelId: bigint, done: { value: boolean }): Promise<MessageDto[]> {
  const messages: MessageDto[] = [];
  for (;;) {
    const wasDone = done.value;
    const { messages: more } = await changesSince(channelId, messages.at(-1)?.rev ?? 0, 50);
    messages.push(...more);
    if (more.length === 0 && wasDone) return messages;
  }
}

describe("many writers at once", () => {
  test("a reader that follows revisions sees every acknowledged message exactly once and in order", {
    timeout: 60_000,
  }, async () => {
    const channels = await Promise.all(times(3).map(() => makeChannel()));
    const webhooks = await Promise.all(
      channels.flatMap(({ id }) => [makeWebhook({ channelId: id }), makeWebhook({ channelId: id })]),
    );
    const users = await Promise.all(times(2).map(() => makeUser()));
    for (const channel of channels) for (const user of users) await makeMember(channel, user);
    const done = { value: false };
    const readers = channels.map(({ id }) => follow(id, done));

    const acknowledged: string[] = [];
    const write = async (draft: () => MessageDraft) => {
      for (let i = 0; i < 25; i += 1) acknowledged.push(`${(await postedMessage(draft())).messageId}`);
    };
    const commitAlone = async (made: MadeWebhook) => {
      for (let i = 0; i < 25; i += 1) {
        const [row] = await commitDrafts([webhookDraft(made)]);
        acknowledged.push(`${row?.id}`);
      }
    };
    const elsewhere = await Promise.all([
      postFromAnotherProcess(webhooks, 3, 12),
      postFromAnotherProcess(webhooks.toReversed(), 3, 12),
      ...webhooks.flatMap((made) => [write(() => webhookDraft(made)), write(() => webhookDraft(made))]),
      ...webhooks.map(commitAlone),
      ...channels.flatMap((channel) => users.map((user) => write(() => userDraft(user, channel)))),
    ]);
    done.value = true;
    acknowledged.push(...elsewhere.flatMap((ids) => ids ?? []));

    const pages = await Promise.all(readers);
    expect(acknowledged).toHaveLength(2 * 6 * 36 + 12 * 25 + 6 * 25 + 6 * 25);
    expect(
      pages
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(acknowledged.toSorted());
    for (const [index, { id }] of channels.entries()) {
      expect(pages[index]?.map(({ seq }) => seq)).toEqual(times(pages[index]?.length ?? 0).map((n) => n + 1));
      await expectGapless(id, pages[index]?.length ?? 0);
    }
  });

  test("batches that touch the same channels in any order don't deadlock", async () => {
    const webhooks = await Promise.all(times(6).map(() => makeWebhook()));
    const user = await makeUser();
    for (const { webhook } of webhooks) await makeMember({ id: webhook.channelId }, user);
    const shuffled = (round: number) => webhooks.map((_, index) => webhooks[(index * 5 + round) % 6] ?? fail());
    const rounds = await Promise.all(
      times(200).map((round) => {
        const batch = shuffled(round).map(
          (made, index): MessageDraft =>
            round % 4 === 0 && (index + round) % 2
              ? webhookDraft(made)
              : userDraft(user, { id: made.webhook.channelId }),
        );
        return commitDrafts(round % 3 ? batch : batch.toReversed());
      }),
    );
    expect(rounds.flat().filter(({ refused, id }) => refused !== null || id === null)).toEqual([]);
    for (const { webhook } of webhooks) await expectGapless(webhook.channelId, 200);
  });

  test("a draft that the database refuses doesn't affect the rest of its batch", async () => {
    const made = await makeWebhook();
    const drafts = times(20).map((index) => {
      if (index === 3) return webhookDraft(made, { content: "a NUL \0 that wasn't removed" });
      if (index === 11) return webhookDraft(made, { content: "", embeds: [] });
      return webhookDraft(made, { content: `${index}` });
    });
    const results = await Promise.allSettled(drafts.map(post));
    expect(results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([3, 11]);
    const contents = (await stored(made.webhook.channelId)).map(({ content }) => content);
    expect(contents).toEqual(
      times(20)
        .filter((index) => index !== 3 && index !== 11)
        .map(String),
    );
    await expectGapless(made.webhook.channelId, 18);
  });

  test("results come in the order of the drafts, even if there are more than fit into one statement", async () => {
    const made = await makeWebhook();
    const results = await postMessages(times(300).map((index) => webhookDraft(made, { content: `${index}` })));
    const contents = new Map((await stored(made.webhook.channelId)).map(({ id, content }) => [id, content]));
    const answered = results.map((result) => contents.get(`${"messageId" in result && result.messageId}`));
    expect(answered).toEqual(times(300).map(String));
    await expectGapless(made.webhook.channelId, 300);
  });

  test("drafts posted together keep their order", async () => {
    const made = await makeWebhook();
    await postMessages(times(40).map((index) => webhookDraft(made, { content: `${index}` })));
    expect((await stored(made.webhook.channelId)).map(({ content }) => content)).toEqual(times(40).map(String));
  });
});

describe("a person's nonce", () => {
  test("sent again, returns the first message and posts nothing", async () => {
    const user = await makeUser();
    const channel = await makeChannel({ members: [user] });
    const first = await postedMessage(userDraft(user, channel, { nonce: "nonce-one", content: "first" }));
    const again = await postedMessage(userDraft(user, channel, { nonce: "nonce-one", content: "second" }));
    expect(again).toEqual({ ...first, replayed: true });
    expect((await stored(channel.id)).map(({ content }) => content)).toEqual(["first"]);
  });

  test("sent twenty times at the same moment, posts one message", async () => {
    const user = await makeUser();
    const channel = await makeChannel({ members: [user] });
    const draft = userDraft(user, channel, { nonce: "nonce-two" });
    const lanes = Promise.all(times(10).map(() => commitDrafts([draft])));
    const results = await Promise.all(times(20).map(() => postedMessage(draft)));
    await lanes;
    expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await stored(channel.id)).toHaveLength(1);
  });

  test("belongs only to its author and channel", async () => {
    const [ada, bob] = [await makeUser(), await makeUser()];
    const [one, two] = [await makeChannel({ members: [ada, bob] }), await makeChannel({ members: [ada] })];
    const nonce = "the-same-nonce";
    const results = [
      await postedMessage(userDraft(ada, one, { nonce })),
      await postedMessage(userDraft(bob, one, { nonce })),
      await postedMessage(userDraft(ada, two, { nonce })),
    ];
    expect(results.map(({ replayed }) => replayed)).toEqual([false, false, false]);
    expect(await stored(one.id)).toHaveLength(2);
  });

  test("a retry doesn't change the order of later messages", async () => {
    const user = await makeUser();
    const channel = await makeChannel({ members: [user] });
    const nonce = "nonce-three";
    for (const content of ["a", "a", "b"])
      await postedMessage(userDraft(user, channel, { nonce: nonce + content, content }));
    const messages = await stored(channel.id);
    expect(messages.map(({ content }) => content)).toEqual(["a", "b"]);
    const { msgSeq, rev } = await counters(channel.id);
    expect([Number(msgSeq), Number(rev)]).toEqual([messages[1]?.seq, messages[1]?.rev]);
  });
});

describe("an idempotency key", () => {
  test("sent again with the same body, returns the first message and posts nothing", async () => {
    const made = await makeWebhook();
    const first = await postedMessage(webhookDraft(made, { idempotency: idempotency("k") }));
    const again = await postedMessage(webhookDraft(made, { idempotency: idempotency("k") }));
    expect(again).toEqual({ ...first, replayed: true });
    await expectGapless(made.webhook.channelId, 1);
  });

  test("sent with another body, is refused and posts nothing", async () => {
    const made = await makeWebhook();
    await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "one") }));
    expect(await post(webhookDraft(made, { idempotency: idempotency("k", "two") }))).toEqual({ refused: "key_reused" });
    await expectGapless(made.webhook.channelId, 1);
  });

  test("belongs only to its webhook", async () => {
    const [one, two] = [await makeWebhook(), await makeWebhook()];
    await postedMessage(webhookDraft(one, { idempotency: idempotency("k") }));
    expect(await postedMessage(webhookDraft(two, { idempotency: idempotency("k") }))).toMatchObject({
      replayed: false,
    });
  });

  test.each([
    ["in one batch", (draft: MessageDraft) => times(20).map(() => post(draft))],
    [
      "in batches of their own",
      (draft: MessageDraft) =>
        times(20).map((index) => (index % 2 ? post(draft) : commitDrafts([draft]).then(() => post(draft)))),
    ],
  ])("sent twenty times at the same moment %s, posts one message", async (_, send) => {
    const made = await makeWebhook();
    const results = await Promise.all(send(webhookDraft(made, { idempotency: idempotency("k") })));
    expect(new Set(results.map((result) => ("messageId" in result ? result.messageId : result.refused))).size).toBe(1);
    await expectGapless(made.webhook.channelId, 1);
  });

  test("sent with twenty bodies at the same moment, posts one and refuses the others", async () => {
    const made = await makeWebhook();
    const drafts = times(20).map((n) => webhookDraft(made, { idempotency: idempotency("k", `${n}`), content: `${n}` }));
    const results = await Promise.all(drafts.map(post));
    expect(results.filter((result) => "messageId" in result)).toHaveLength(1);
    expect(results.filter((result) => "refused" in result && result.refused === "key_reused")).toHaveLength(19);
    await expectGapless(made.webhook.channelId, 1);
  });

  test("is kept for 24 hours and can then post again, even with another body", async () => {
    const made = await makeWebhook();
    const first = await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "one") }));
    const age = (interval: string) =>
      db()
        .$executeRaw`UPDATE idempotency_keys SET created_at = now() - ${interval}::interval WHERE webhook_id = ${made.webhook.id}`;
    await age("23 hours 59 minutes");
    expect(await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "one") }))).toEqual({
      ...first,
      replayed: true,
    });
    await age("24 hours 1 minute");
    const second = await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "two") }));
    expect(second).toMatchObject({ replayed: false });
    expect(await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "two") }))).toEqual({
      ...second,
      replayed: true,
    });
    expect(await post(webhookDraft(made, { idempotency: idempotency("k", "one") }))).toEqual({ refused: "key_reused" });
    await expectGapless(made.webhook.channelId, 2);
  });

  test("stays free if its draft was refused", async () => {
    const made = await makeWebhook({ pausedAt: new Date() });
    expect(await post(webhookDraft(made, { idempotency: idempotency("k", "one") }))).toEqual({ refused: "paused" });
    await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: null } });
    expect(await postedMessage(webhookDraft(made, { idempotency: idempotency("k", "two") }))).toMatchObject({
      replayed: false,
    });
  });
});

describe("permission to post", () => {
  async function setUp() {
    const user = await makeUser();
    const channel = await makeChannel({ members: [user] });
    const made = await makeWebhook({ channelId: channel.id });
    const managed = await requireWebhookManager(user, channel.id);
    return { user, channel, made, managed };
  }

  // The two kinds are posted by separate statements.
  const kinds: [string, (made: MadeWebhook) => MessageDraft][] = [
    ["without a key", webhookDraft],
    ["with a key", (made) => webhookDraft(made, { idempotency: idempotency(randomUUID()) })],
  ];

  test.each(kinds)("a paused webhook refuses posts %s and accepts them once resumed", async (_, draft) => {
    const { made, managed } = await setUp();
    await setPaused(managed, made.webhook.id, true);
    expect(await post(draft(made))).toEqual({ refused: "paused" });
    await expectGapless(made.webhook.channelId, 0);
    await setPaused(managed, made.webhook.id, false);
    await postedMessage(draft(made));
    await expectGapless(made.webhook.channelId, 1);
  });

  test.each(kinds)("a deleted webhook and a wrong token refuse posts %s like an unknown webhook", async (_, draft) => {
    const { made, managed } = await setUp();
    const [other] = [await makeWebhook()];
    const unknown = { ...made, webhook: { ...made.webhook, id: 4711n } };
    expect(await post(draft(unknown))).toEqual({ refused: "unknown_webhook" });
    expect(await post(draft({ ...made, token: other.token }))).toEqual({ refused: "unknown_webhook" });
    await deleteWebhook(managed, made.webhook.id);
    expect(await post(draft(made))).toEqual({ refused: "unknown_webhook" });
    await expectGapless(made.webhook.channelId, 0);
  });

  test.each(kinds)("a wrong token %s doesn't reveal that the webhook is paused", async (_, draft) => {
    const made = await makeWebhook({ pausedAt: new Date() });
    expect(await post(draft({ ...made, token: "wrong" }))).toEqual({ refused: "unknown_webhook" });
  });

  test.each(kinds)("an archived channel refuses messages from people and webhooks %s", async (_, draft) => {
    const { user, channel, made } = await setUp();
    await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
    expect(await post(draft(made))).toEqual({ refused: "archived" });
    expect(await post(userDraft(user, channel))).toEqual({ refused: "archived" });
    await expectGapless(channel.id, 0);
  });

  test.each(kinds)("a webhook that was moved in between posts to its new channel %s", async (_, draft) => {
    const { channel, made } = await setUp();
    const other = await makeChannel();
    await db().webhook.update({ where: { id: made.webhook.id }, data: { channelId: other.id } });
    expect(await post(draft(made))).toMatchObject({ channelId: other.id });
    await expectGapless(channel.id, 0);
    await expectGapless(other.id, 1);
  });

  test("a person who isn't a member, or no longer is, is refused", async () => {
    const { user, channel } = await setUp();
    const stranger = await makeUser({ role: "owner" });
    expect(await post(userDraft(stranger, channel))).toEqual({ refused: "not_a_member" });
    await postedMessage(userDraft(user, channel));
    await db().membership.deleteMany({ where: { userId: user.id } });
    expect(await post(userDraft(user, channel))).toEqual({ refused: "not_a_member" });
    expect(await post(userDraft(user, { id: 4711n }))).toEqual({ refused: "not_a_member" });
    await expectGapless(channel.id, 1);
  });

  test("refused drafts don't affect the rest of their batch", async () => {
    const { user, channel, made } = await setUp();
    const paused = await makeWebhook({ pausedAt: new Date(), channelId: channel.id });
    const results = await postMessages([
      webhookDraft(made),
      webhookDraft(paused),
      webhookDraft({ ...made, token: "wrong" }),
      userDraft(await makeUser(), channel),
      userDraft(user, channel),
    ]);
    const verdicts = results.map((result) => ("refused" in result ? result.refused : "posted"));
    expect(verdicts).toEqual(["posted", "paused", "unknown_webhook", "not_a_member", "posted"]);
    await expectGapless(channel.id, 2);
  });

  test("a webhook's message keeps the webhook's name and avatar at the time, or those it was posted with", async () => {
    const made = await makeWebhook({ name: "CI", avatarUrl: "https://example.com/ci.png" });
    const plain = await postedMessage(webhookDraft(made));
    const own = await postedMessage(webhookDraft(made, { username: "Deploy", avatarUrl: "https://example.com/d.png" }));
    await db().webhook.update({ where: { id: made.webhook.id }, data: { name: "Renamed" } });
    const id = `${made.webhook.id}`;
    expect((await findMessage(plain.messageId))?.author).toEqual({
      kind: "webhook",
      id,
      name: "CI",
      avatarUrl: shownImage("https://example.com/ci.png", made.webhook.id),
    });
    expect((await findMessage(own.messageId))?.author).toEqual({
      kind: "webhook",
      id,
      name: "Deploy",
      avatarUrl: shownImage("https://example.com/d.png", made.webhook.id),
    });
    const used = await db().webhook.findUniqueOrThrow({ where: { id: made.webhook.id }, select: { lastUsedAt: true } });
    expect(used.lastUsedAt).not.toBeNull();
  });
});

test("after regenerating a token, no post with the old one is ever stored", async () => {
  const user = await makeUser();
  for (const _ of times(12)) {
    const channel = await makeChannel({ members: [user] });
    const made = await makeWebhook({ channelId: channel.id });
    const managed = await requireWebhookManager(user, channel.id);
    let flowing = 0;
    // Each writer posts until its token no longer works, some in groups and some alone.
    const writers = times(16).map(async (writer) => {
      for (let count = 0; ; count += 1) {
        const draft = webhookDraft(made);
        const refused =
          writer % 2 ? (await commitDrafts([draft]))[0]?.refused : Reflect.get(await post(draft), "refused");
        if (refused) return refused;
        if (count === 2) flowing += 1;
      }
    });
    await vi.waitUntil(() => flowing > 8, { interval: 1, timeout: 10_000 });
    const { url } = await regenerateToken(managed, made.webhook.id, "");
    const { msgSeq } = await counters(channel.id);
    expect(new Set(await Promise.all(writers))).toEqual(new Set(["unknown_webhook"]));
    await expectGapless(channel.id, Number(msgSeq));
    const token = url.split("/").at(-1) ?? "";
    await postedMessage(webhookDraft({ ...made, token }));
  }
});

function fail(): never {
  throw new Error("There is nothing at this index.");
}

test("a message posted while its channel or webhook is deleted is stored completely or not at all", async () => {
  for (const round of times(12)) {
    const moved = await makeWebhook();
    const [made, other] = [await makeWebhook({ channelId: moved.webhook.channelId }), await makeChannel()];
    // One message is in a channel that the webhook was moved out of.
    await postedMessage(webhookDraft(made));
    await db().webhook.update({ where: { id: made.webhook.id }, data: { channelId: other.id } });
    const gone = round % 2 ? other.id : moved.webhook.channelId;
    const key = () => (round % 3 ? {} : { idempotency: idempotency(randomUUID()) });
    const [results] = await Promise.all([
      Promise.allSettled(times(40).map((n) => post(webhookDraft(n % 2 ? made : moved, key())))),
      db().channel.delete({ where: { id: gone } }),
    ]);
    const answers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    for (const answer of answers) if ("refused" in answer) expect(answer.refused).toBe("unknown_webhook");
    const [dangling] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM messages m WHERE NOT EXISTS (SELECT FROM channels c WHERE c.id = m.channel_id)
        OR m.webhook_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhooks w WHERE w.id = m.webhook_id)`;
    expect(dangling).toEqual({ n: 0 });
    for (const id of [other.id, moved.webhook.channelId].filter((each) => each !== gone)) {
      const { msgSeq } = await counters(id);
      await expectGapless(id, Number(msgSeq));
    }
  }
});
