import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { joinChannel, leaveChannel } from "@/lib/channels/membership";
import { sidebarChannels } from "@/lib/channels/queries";
import { db, postingPool } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import { deleteWebhookMessage } from "@/lib/messages/change/change-webhook-message";
import type { MessageDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { sendMessage } from "@/lib/messages/post/send-message";
import { changesSince, findMessage, messagePage } from "@/lib/messages/read/queries";
import {
  markThreadRead,
  readAllThreads,
  restoreThreads,
  setFollowing,
  threadPositionsSchema,
} from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import { threadPage } from "@/lib/messages/threads/thread-page";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";
import { lockWaits } from "@/lib/testing/lock-waits";
import { until } from "@/lib/testing/until";
import { hashToken } from "@/lib/webhooks/endpoint/token";

async function posted(...drafts: MessageDraft[]): Promise<bigint[]> {
  const results = await postMessages(drafts);
  return results.map((result) => {
    if ("refused" in result) throw new Error(`Refused: ${result.refused}`);
    return result.messageId;
  });
}

async function post(draft: MessageDraft): Promise<bigint> {
  const [id] = await posted(draft);
  if (id === undefined) throw new Error("Nothing was posted.");
  return id;
}

/** Creates a channel with Ada, Grace and Linus, and a message by Ada. */
async function scene() {
  const [ada, grace, linus] = await Promise.all([makeUser(), makeUser(), makeUser()]);
  const channel = await makeChannel({ members: [ada, grace, linus] });
  const root = await post(userDraft(ada, channel));
  const reply = (user: typeof ada, fields = {}) => post(userDraft(user, channel, { threadRootId: root, ...fields }));
  return { ada, grace, linus, channel, root, reply };
}

const unreadOf = async (user: Parameters<typeof unreadThreads>[0]) =>
  (await unreadThreads(user)).map(({ rootId, unread, mentions }) => ({ rootId, unread, mentions }));

/** Who may have unread replies in a thread. */
async function lookedAt(rootId: bigint): Promise<Set<bigint>> {
  const rows = await db().threadFollow.findMany({ where: { rootId, maybeUnread: true } });
  return new Set(rows.map(({ userId }) => userId));
}

describe("a reply", () => {
  test("appears in its thread but not in the channel, and its root's count is updated for everyone", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    const id = await reply(grace);
    const { messages } = await messagePage(channel.id, { at: "latest" });
    expect(messages.map((message) => message.id)).toEqual([`${root}`]);
    expect(messages[0]?.thread).toMatchObject({ replyCount: 1, lastReplySeq: 2 });
    const thread = await threadPage(await requireChannel(ada, channel.id), root, null);
    expect(thread.root.id).toBe(`${root}`);
    expect(thread.messages).toMatchObject([{ id: `${id}`, threadId: `${root}` }]);
    const { messages: changes } = await changesSince(channel.id, 1, 10);
    expect(changes.map((change) => change.id)).toEqual([`${id}`, `${root}`]);
    const head = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
    expect(Number(head.rev)).toBe(changes.at(-1)?.rev);
  });

  test("puts its author among the last three who replied, once, on a page and in changes", async () => {
    const { ada, grace, linus, channel, root, reply } = await scene();
    const more = await makeUser();
    await makeMember(channel, more);
    for (const user of [more, grace, ada, grace, linus]) await reply(user);
    const made = await makeWebhook({ channelId: channel.id, name: "CI" });
    for (const _ of Array(2)) await post(webhookDraft(made, { threadKey: "build" }));
    const { messages } = await messagePage(channel.id, { at: "latest" });
    expect(messages.map(({ thread }) => thread?.repliers?.map(({ name }) => name))).toEqual([
      [linus.name, grace.name, ada.name],
      ["CI"],
    ]);
    const { messages: changes } = await changesSince(channel.id, 0, 100);
    const rootsRepliers = changes.find(({ id }) => id === `${root}`)?.thread?.repliers;
    expect(rootsRepliers).toEqual(messages[0]?.thread?.repliers);
    expect(rootsRepliers?.[0]).toEqual({ kind: "user", id: `${linus.id}`, name: linus.name, avatarUrl: null });
  });

  test("doesn't make the channel unread", async () => {
    const { grace, linus, channel, reply } = await scene();
    await reply(grace, { content: `<@${linus.id}>` });
    const [sidebar] = await sidebarChannels(linus);
    expect(sidebar).toMatchObject({ id: `${channel.id}`, unread: 1, mentions: 0 });
  });

  test("must be to an existing message of the same channel that isn't a reply", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    const id = await reply(grace);
    const other = await makeChannel({ members: [ada] });
    const elsewhere = await post(userDraft(ada, other));
    const gone = await post(userDraft(ada, channel));
    await deleteMessage(await requireChannel(ada, channel.id), gone);
    for (const threadRootId of [id, elsewhere, gone, 4711n]) {
      expect(await postMessages([userDraft(grace, channel, { threadRootId })])).toEqual([
        { refused: "unknown_thread" },
      ]);
    }
    await expect(
      sendMessage(await requireChannel(grace, channel.id), { content: "hi", nonce: "nonce-0001", threadId: gone }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await findMessage(root))?.thread?.replyCount).toBe(1);
  });

  test("is counted once if it is sent again", async () => {
    const { grace, root, reply } = await scene();
    await reply(grace, { nonce: "the-same-nonce" });
    await reply(grace, { nonce: "the-same-nonce" });
    expect((await findMessage(root))?.thread?.replyCount).toBe(1);
  });

  test("isn't counted once it is deleted, and a deleted root stays while it has replies", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    const [first, second] = [await reply(grace), await reply(grace)];
    const asGrace = await requireChannel(grace, channel.id);
    await deleteMessage(asGrace, second);
    expect((await findMessage(root))?.thread).toMatchObject({ replyCount: 1, lastReplySeq: 2 });
    await deleteMessage(await requireChannel(ada, channel.id), root);
    const page = await messagePage(channel.id, { at: "latest" });
    expect(page.messages).toMatchObject([{ id: `${root}`, deleted: true, content: "", thread: { replyCount: 1 } }]);
    const rev = (await messagePage(channel.id, { at: "latest" })).rev;
    await deleteMessage(asGrace, first);
    expect((await messagePage(channel.id, { at: "latest" })).messages).toEqual([]);
    expect((await changesSince(channel.id, rev, 10)).messages.at(-1)).toMatchObject({ id: `${root}`, thread: null });
    await expect(threadPage(asGrace, root, null)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is counted even among many at the same time", async () => {
    const { ada, grace, channel, root } = await scene();
    const drafts = Array.from({ length: 60 }, (_, index) =>
      userDraft(index % 2 ? ada : grace, channel, index % 3 ? { threadRootId: root } : {}),
    );
    await posted(...drafts);
    expect((await findMessage(root))?.thread?.replyCount).toBe(40);
    const { messages: changes } = await changesSince(channel.id, 0, 1_000);
    expect(new Set(changes.map(({ rev }) => rev)).size).toBe(changes.length);
    const head = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
    expect(Number(head.rev)).toBe(changes.at(-1)?.rev);
  });
});

describe("a thread", () => {
  test("is followed by its author, and by people from their first reply or mention on", async () => {
    const { ada, grace, linus, root, reply } = await scene();
    await reply(grace);
    expect(await unreadOf(ada)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 0 }]);
    expect(await unreadOf(grace)).toEqual([]);
    expect(await unreadOf(linus)).toEqual([]);
    await reply(ada, { content: `<@${linus.id}> look` });
    expect(await unreadOf(ada)).toEqual([]);
    expect(await unreadOf(grace)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 0 }]);
    expect(await unreadOf(linus)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 1 }]);
  });

  test("is followed by everyone once a reply mentions @everyone", async () => {
    const { grace, linus, root, reply } = await scene();
    await reply(grace, { content: "@everyone look" });
    expect(await unreadOf(linus)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 1 }]);
  });

  test("has its own read position, which moves forward and at most to its end", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    await reply(grace);
    await reply(grace);
    const asAda = await requireChannel(ada, channel.id);
    await markThreadRead(asAda, root, 2);
    expect((await threadPage(asAda, root, null)).lastReadSeq).toBe(2);
    await markThreadRead(asAda, root, 1);
    expect(await unreadOf(ada)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 0 }]);
    await markThreadRead(asAda, root, 1_000_000);
    expect(await unreadOf(ada)).toEqual([]);
    expect((await threadPage(asAda, root, null)).lastReadSeq).toBe(3);
  });

  test("can't be read past its end, even without replies", async () => {
    const { grace, linus, channel, root, reply } = await scene();
    const asLinus = await requireChannel(linus, channel.id);
    await setFollowing(asLinus, root, true);
    await markThreadRead(asLinus, root, 1_000_000);
    await reply(grace);
    expect(await unreadOf(linus)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 0 }]);
  });

  test("doesn't notify a person who unfollowed it until they are mentioned", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    const asAda = await requireChannel(ada, channel.id);
    await reply(grace);
    await setFollowing(asAda, root, false);
    await reply(grace);
    expect(await unreadOf(ada)).toEqual([]);
    expect((await threadPage(asAda, root, null)).following).toBe(false);
    await reply(grace, { content: `<@${ada.id}>` });
    expect(await unreadOf(ada)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 1 }]);
  });

  test("can be followed by any member, from its end on, and by no one else", async () => {
    const { grace, linus, channel, root, reply } = await scene();
    await reply(grace);
    await setFollowing(await requireChannel(linus, channel.id), root, true);
    expect(await unreadOf(linus)).toEqual([]);
    await reply(grace);
    expect(await unreadOf(linus)).toEqual([{ rootId: `${root}`, unread: 1, mentions: 0 }]);
    const stranger = await makeUser();
    await expect(setFollowing(await requireChannel(stranger, channel.id), root, true)).rejects.toMatchObject({
      code: "forbidden",
    });
    const other = await makeChannel({ members: [linus] });
    await expect(setFollowing(await requireChannel(linus, other.id), root, true)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(threadPage(await requireChannel(linus, other.id), root, null)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("isn't listed for a person who has left the channel", async () => {
    const { ada, grace, channel, root, reply } = await scene();
    await reply(grace);
    expect(await unreadOf(ada)).toMatchObject([{ rootId: `${root}`, unread: 1 }]);
    await db().membership.delete({ where: { channelId_userId: { channelId: channel.id, userId: ada.id } } });
    expect(await unreadOf(ada)).toEqual([]);
  });

  test("counts as read for a person who rejoins the channel", async () => {
    const { ada, grace, channel, reply } = await scene();
    await leaveChannel(await requireChannel(ada, channel.id));
    await reply(grace);
    await joinChannel(await requireChannel(ada, channel.id));
    expect(await unreadOf(ada)).toEqual([]);
    await reply(grace);
    expect(await unreadOf(ada)).toMatchObject([{ unread: 1 }]);
  });

  test("is read page by page", async () => {
    const { grace, channel, root } = await scene();
    await posted(...Array.from({ length: 120 }, () => userDraft(grace, channel, { threadRootId: root })));
    const asGrace = await requireChannel(grace, channel.id);
    const seqs: number[] = [];
    for (let before: number | null = null, more = true; more; ) {
      const page: Awaited<ReturnType<typeof threadPage>> = await threadPage(asGrace, root, before);
      seqs.unshift(...page.messages.map(({ seq }) => seq));
      before = seqs[0] ?? null;
      more = page.hasOlder;
    }
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, index) => index + 2));
  });

  test("has shorter pages if its replies are long", async () => {
    const { grace, channel, root } = await scene();
    const content = ".".repeat(8000);
    await posted(...Array.from({ length: 30 }, () => userDraft(grace, channel, { threadRootId: root, content })));
    const asGrace = await requireChannel(grace, channel.id);
    const latest = await threadPage(asGrace, root, null);
    const first = latest.messages[0]?.seq ?? 0;
    expect(latest.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 - first }, (_, n) => first + n));
    expect([first > 19, latest.hasOlder]).toEqual([true, true]);
    expect((await threadPage(asGrace, root, first)).messages.at(-1)?.seq).toBe(first - 1);
  });
});

test("all threads can be marked as read, and restored to where they were", async () => {
  const { ada, grace, root, reply } = await scene();
  await reply(ada);
  await reply(grace);
  await reply(grace);
  const unread = await unreadThreads(ada);
  expect(unread).toMatchObject([{ rootId: `${root}`, unread: 2 }]);
  const before = await readAllThreads(ada);
  expect(before).toHaveLength(1);
  expect(await unreadThreads(ada)).toEqual([]);
  expect(await readAllThreads(ada)).toEqual([]);
  await restoreThreads(grace, before);
  expect(await unreadThreads(ada)).toEqual([]);
  await restoreThreads(ada, before);
  expect(await unreadThreads(ada)).toEqual(unread);
  await restoreThreads(ada, [{ rootId: `${root}`, lastReadSeq: 1_000_000 }]);
  expect(await unreadThreads(ada)).toEqual(unread);
});

test("the migration that began to mark threads leaves those with unread replies marked", async () => {
  const { ada, grace, root, reply } = await scene();
  await reply(grace);
  await db().threadFollow.updateMany({ where: { rootId: root }, data: { maybeUnread: true } });
  await db().$executeRawUnsafe(await readFile("prisma/migrations/20261201130200_settle_threads/migration.sql", "utf8"));
  expect(await lookedAt(root)).toEqual(new Set([ada.id]));
});

/** Runs a statement in a transaction of its own, as a post does while others read. Returns what runs more and commits it. */
async function begun(first: string, ...ids: bigint[]) {
  const client = await postingPool().connect();
  const run = (sql: string, ...values: bigint[]) => client.query(sql, values);
  await run("BEGIN");
  await run(first, ...ids);
  return {
    run,
    commit: async () => {
      await run("COMMIT");
      client.release();
    },
  };
}

test.each([
  ["it's read", (ada: AccessibleChannel, root: bigint) => markThreadRead(ada, root, 1_000)],
  ["all are read", ({ user }: AccessibleChannel) => readAllThreads(user)],
])("a reply that is committed after %s is unread", async (_, read) => {
  const { ada, grace, channel, root, reply } = await scene();
  await reply(grace);
  const replied = await begun("UPDATE messages SET last_reply_seq = last_reply_seq + 1 WHERE id = $1", root);
  await read(await requireChannel(ada, channel.id), root);
  await replied.commit();
  expect(await lookedAt(root)).toContain(ada.id);
});

test.each([
  ["reading all threads", (ada: SessionUser) => readAllThreads(ada)],
  [
    "restoring them",
    (ada: SessionUser, roots: bigint[]) =>
      restoreThreads(
        ada,
        roots.map((id) => ({ rootId: `${id}`, lastReadSeq: 1 })),
      ),
  ],
])("%s doesn't deadlock with one's own replies, in whatever order they are", async (_, act) => {
  const { ada, grace, channel, root, reply } = await scene();
  const second = await post(userDraft(ada, channel));
  await reply(ada);
  for (const [first, last] of [
    [root, second],
    [second, root],
  ] as const) {
    for (const threadRootId of [root, second]) await post(userDraft(grace, channel, { threadRootId }));
    const follow = "UPDATE thread_follows SET following = true WHERE root_id = $1 AND user_id = $2";
    const replied = await begun(follow, first, ada.id);
    let ended = false;
    const acting = act(ada, [root, second]).finally(() => {
      ended = true;
    });
    await until(async () => expect(ended || (await lockWaits()) > 0).toBe(true));
    await replied.run(follow, last, ada.id);
    await replied.commit();
    await acting;
    await readAllThreads(ada);
  }
});

test("a thread isn't looked at any more once it has been read", async () => {
  const { ada, grace, linus, channel, root, reply } = await scene();
  await reply(grace);
  expect(await lookedAt(root)).toEqual(new Set([ada.id]));
  await reply(ada, { content: `<@${linus.id}> look` });
  expect(await lookedAt(root)).toEqual(new Set([ada.id, grace.id, linus.id]));
  await markThreadRead(await requireChannel(ada, channel.id), root, 1_000);
  await markThreadRead(await requireChannel(grace, channel.id), root, 2);
  await readAllThreads(linus);
  expect(await lookedAt(root)).toEqual(new Set([grace.id]));
});

test.each(["0", "9999999999999999999", "x", ""])("the thread ID %j is invalid", (rootId) => {
  expect(threadPositionsSchema.safeParse({ threads: [{ rootId, lastReadSeq: 0 }] }).success).toBe(false);
});

describe("a webhook's thread_key", () => {
  test("collects messages with the same key under the first one, in the same batch or later", async () => {
    const hook = await makeWebhook();
    const threadKey = "incident-1";
    const [first, second] = await posted(webhookDraft(hook, { threadKey }), webhookDraft(hook, { threadKey }));
    const third = await post(webhookDraft(hook, { threadKey }));
    const other = await post(webhookDraft(hook, { threadKey: "incident-2" }));
    const { messages } = await messagePage(hook.webhook.channelId, { at: "latest" });
    expect(messages).toMatchObject([
      { id: `${first}`, thread: { replyCount: 2 } },
      { id: `${other}`, thread: null },
    ]);
    expect((await findMessage(second ?? 0n))?.threadId).toBe(`${first}`);
    expect((await findMessage(third))?.threadId).toBe(`${first}`);
  });

  test("works for many messages at the same time", async () => {
    const hook = await makeWebhook();
    await posted(...Array.from({ length: 300 }, (_, index) => webhookDraft(hook, { threadKey: `key-${index % 3}` })));
    const { messages } = await messagePage(hook.webhook.channelId, { at: "latest" });
    expect(messages.map(({ thread }) => thread?.replyCount)).toEqual([99, 99, 99]);
  });

  test("is separate for each webhook and channel", async () => {
    const [one, other] = await Promise.all([makeWebhook(), makeWebhook()]);
    await posted(webhookDraft(one, { threadKey: "a" }), webhookDraft(other, { threadKey: "a" }));
    const target = await makeChannel();
    await db().webhook.update({ where: { id: one.webhook.id }, data: { channelId: target.id } });
    await post(webhookDraft(one, { threadKey: "a" }));
    for (const { id } of [{ id: one.webhook.channelId }, { id: other.webhook.channelId }, target]) {
      expect((await messagePage(id, { at: "latest" })).messages).toMatchObject([{ thread: null }]);
    }
  });

  test("starts a new thread once the first message is deleted, and ignores a repeated post", async () => {
    const hook = await makeWebhook();
    const idempotency = { key: "build-1", bodyHash: Buffer.alloc(32) };
    const first = await post(webhookDraft(hook, { threadKey: "a", idempotency }));
    await post(webhookDraft(hook, { threadKey: "a", idempotency }));
    expect((await findMessage(first))?.thread).toBeNull();
    const { webhook, token } = hook;
    await deleteWebhookMessage({ webhookId: webhook.id, tokenHash: hashToken(token) }, first);
    const second = await post(webhookDraft(hook, { threadKey: "a" }));
    const { messages } = await messagePage(webhook.channelId, { at: "latest" });
    expect(messages.map(({ id }) => id)).toEqual([`${second}`]);
  });
});
