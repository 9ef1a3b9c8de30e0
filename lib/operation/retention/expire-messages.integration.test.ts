import { existsSync } from "node:fs";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { openStream } from "@/lib/live/streams/open-stream";
import { editMessage, setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, messagePage } from "@/lib/messages/read/queries";
import { indexBatch } from "@/lib/messages/search/index-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env } from "@/lib/process/env";
import { makeFile } from "@/lib/testing/attachments";
import {
  makeChannel,
  makeOlder,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { lockWaits } from "@/lib/testing/lock-waits";
import { until } from "@/lib/testing/until";
import { updateWorkspace } from "@/lib/workspace/settings";
import { expireMessages } from "./expire-messages";

let owner: SessionUser;
let ada: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  [owner, ada] = [await makeUser({ role: "owner" }), await makeUser()];
});

async function keptFor(days: number): Promise<{ id: bigint; name: string }> {
  return makeChannel({ members: [owner, ada], retentionDays: days });
}

/** Posts messages of a webhook that are this old. */
async function manyOld(channelId: bigint, count: number, days: number): Promise<void> {
  const made = await makeWebhook({ channelId });
  await postMessages(Array.from({ length: count }, () => webhookDraft(made)));
  await db().$executeRaw`
    UPDATE messages SET created_at = created_at - make_interval(days => ${days}) WHERE webhook_id = ${made.webhook.id}`;
}

const textsIn = async (channelId: bigint) => {
  const found = await db().message.findMany({
    where: { channelId },
    orderBy: { seq: "asc" },
    select: { content: true },
  });
  return found.map(({ content }) => content);
};

describe("messages past their retention", () => {
  test("are gone with everything that belongs to them, and younger ones stay", async () => {
    const channel = await keptFor(30);
    const file = await makeFile("the log");
    const attachments = [{ file, name: "log.txt", description: "" }];
    const made = await makeWebhook({ channelId: channel.id });
    const { messageId: old } = await postedMessage(userDraft(ada, channel, { content: "old", attachments }));
    const { messageId: card } = await postedMessage(webhookDraft(made, { content: "card" }));
    const accessible = await requireChannel(ada, channel.id);
    await editMessage(accessible, old, "old and edited");
    await setReaction(accessible, old, "👍", true);
    await setPinned(accessible, old, true);
    await db().delivery.create({
      data: {
        webhookId: made.webhook.id,
        channelId: channel.id,
        messageId: card,
        moreMessageIds: [old],
        dialect: "parley",
        method: "POST",
        status: 200,
        durationMs: 1,
        size: 9,
        payload: '{"content":"card"}',
      },
    });
    while ((await indexBatch())?.more) {}
    expect(await db().messageSearch.count({ where: { messageId: { in: [old, card] } } })).toBe(2);
    await said(ada, channel, "young");
    await makeOlder(31, old, card);
    await makeOlder(29, await said(ada, channel, "younger than the period"));

    await expireMessages();
    expect(await textsIn(channel.id)).toEqual(["young", "younger than the period"]);
    const left = await Promise.all([
      db().messageSearch.count({ where: { messageId: { in: [old, card] } } }),
      db().messageEdit.count({ where: { messageId: old } }),
      db().reaction.count({ where: { messageId: old } }),
      db().attachment.count({ where: { messageId: old } }),
    ]);
    expect(left).toEqual([0, 0, 0, 0]);
    expect(await db().delivery.findMany({ select: { payload: true, messageId: true } })).toEqual([
      { payload: null, messageId: null },
    ]);
    await discardUnused();
    expect(existsSync(filePathOf(file.hash))).toBe(false);
  });

  test("are those of the workspace's retention, unless their channel has its own", async () => {
    const [follows, own, forever] = [
      await makeChannel({ members: [ada] }),
      await keptFor(90),
      await makeChannel({ members: [ada], retentionDays: 0 }),
    ];
    const direct = await makeChannel({ kind: "direct", members: [ada] });
    await makeOlder(60, await said(ada, own, "old"));
    for (const channel of [follows, forever, direct]) await makeOlder(10_000, await said(ada, channel, "old"));
    await expireMessages();
    for (const { id } of [follows, own, forever, direct]) expect(await textsIn(id)).toEqual(["old"]);
    await updateWorkspace(owner, { retentionDays: 30 });
    await expireMessages();
    expect(await Promise.all([follows, own, forever, direct].map(({ id }) => textsIn(id)))).toEqual([
      [],
      ["old"],
      ["old"],
      [],
    ]);
  });

  test("are deleted in archived channels too", async () => {
    const channel = await keptFor(30);
    await makeOlder(31, await said(ada, channel, "old"));
    await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
    await expireMessages();
    expect(await textsIn(channel.id)).toEqual([]);
  });

  test("free their files only if no other message has them", async () => {
    const channel = await keptFor(30);
    const file = await makeFile("shared by two messages");
    const attachments = [{ file, name: "log.txt", description: "" }];
    const { messageId: old } = await postedMessage(userDraft(ada, channel, { attachments }));
    await postedMessage(userDraft(ada, channel, { attachments }));
    await makeOlder(31, old);
    await expireMessages();
    await discardUnused();
    expect(existsSync(filePathOf(file.hash))).toBe(true);
  });
});

describe("a thread", () => {
  test("whose root is past the retention keeps its younger replies under a tombstone, until they are old too", async () => {
    const channel = await keptFor(30);
    const root = await said(ada, channel, "root");
    const early = await said(ada, channel, "early reply", root);
    const late = await said(owner, channel, "late reply", root);
    const { rev } = await messagePage(channel.id, { at: "latest" });
    await makeOlder(40, root, early);
    await expireMessages();
    const { messages } = await messagePage(channel.id, { at: "latest" });
    expect(messages).toMatchObject([{ id: `${root}`, deleted: true, content: "", thread: { replyCount: 1 } }]);
    const { messages: told } = await changesSince(channel.id, rev, 100);
    expect(told.map(({ id, deleted }) => [id, deleted])).toEqual([[`${root}`, true]]);
    expect(await textsIn(channel.id)).toEqual(["", "late reply"]);
    // Someone can still reply.
    const latest = await said(ada, channel, "latest reply", root);
    await makeOlder(40, late, latest);
    await expireMessages();
    expect(await db().message.count({ where: { channelId: channel.id } })).toBe(0);
  });

  test("that a webhook keeps by its key starts anew once its root is deleted", async () => {
    const channel = await keptFor(30);
    const made = await makeWebhook({ channelId: channel.id });
    const { messageId: root } = await postedMessage(webhookDraft(made, { threadKey: "incident" }));
    await postedMessage(webhookDraft(made, { threadKey: "incident" }));
    const { messageId: updated } = await postedMessage(webhookDraft(made, { updateKey: "status" }));
    await makeOlder(31, root, updated);
    await expireMessages();
    const { messageId } = await postedMessage(webhookDraft(made, { threadKey: "incident" }));
    const found = await db().message.findUniqueOrThrow({ where: { id: messageId }, select: { threadRootId: true } });
    expect(found.threadRootId).toBeNull();
    const { messageId: again } = await postedMessage(webhookDraft(made, { updateKey: "status" }));
    expect(again).not.toBe(updated);
  });
});

test("open pages learn of it, and pages that were away when they reconnect, but not those that are current", async () => {
  const channel = await keptFor(30);
  const old = await said(ada, channel, "old");
  await said(ada, channel, "young");
  await makeOlder(31, old);
  const open = async (rev: number) => {
    const reader = (
      await openStream({
        userId: ada.id,
        sessionId: ada.sessionId,
        memberOf: new Set([channel.id]),
        channelId: channel.id,
        rev,
      })
    ).getReader();
    let text = "";
    void (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString();
      }
    })();
    return {
      reader,
      text: () => text,
      hears: (event: object) => until(() => expect(text).toContain(JSON.stringify(event))),
    };
  };
  const here = await open(2);
  await expireMessages();
  const event = { type: "expired", channelId: `${channel.id}`, seq: 1 };
  await here.hears(event);
  const back = await open(2);
  await back.hears(event);
  const current = await open(3);
  await current.hears({ type: "ready", channelId: `${channel.id}`, rev: 3 });
  expect(current.text()).not.toContain("expired");
  for (const { reader } of [here, back, current]) await reader.cancel();
});

describe("while messages are deleted", () => {
  test("others can post in the channel between any two portions", async () => {
    const channel = await keptFor(30);
    await manyOld(channel.id, 1_000, 31);
    const seen = new Set<number>();
    let isDone = false;
    const done = expireMessages().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await said(ada, channel, "meanwhile");
      seen.add(await db().message.count({ where: { channelId: channel.id, authorKind: "webhook" } }));
    }
    await done;
    const between = [...seen].filter((left) => left > 0 && left < 1_000);
    expect(between.length).toBeGreaterThan(3);
    expect(await db().message.count({ where: { channelId: channel.id, authorKind: "webhook" } })).toBe(0);
  });

  test("a longer retention ends it after the thousand at hand", async () => {
    const channel = await keptFor(30);
    await manyOld(channel.id, 1_200, 31);
    const other = new pg.Client({ connectionString: env.databaseUrl });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM channels WHERE id = $1 FOR UPDATE", [channel.id]);
    const done = expireMessages();
    await until(async () => expect(await lockWaits()).toBe(1));
    await other.query("UPDATE channels SET retention_days = 0 WHERE id = $1", [channel.id]);
    await other.query("COMMIT");
    await done;
    await other.end();
    expect(await db().message.count({ where: { channelId: channel.id } })).toBe(200);
  });

  test("a shutdown ends it after the portion at hand", async () => {
    const channel = await keptFor(30);
    await manyOld(channel.id, 300, 31);
    let asked = 0;
    await expireMessages(() => {
      asked += 1;
      return asked < 3;
    });
    expect(await db().message.count({ where: { channelId: channel.id } })).toBe(200);
  });

  test("another instance leaves it to this one", async () => {
    const channel = await keptFor(30);
    await makeOlder(31, await said(ada, channel, "old"));
    const other = new pg.Client({ connectionString: env.databaseUrl });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(hashtextextended('parley_retention', 0))");
    await expireMessages();
    expect(await textsIn(channel.id)).toEqual(["old"]);
    await other.end();
    await until(async () => {
      await expireMessages();
      expect(await textsIn(channel.id)).toEqual([]);
    });
  });
});

test("each day's deletions are one entry in the audit log, with their numbers", async () => {
  const [first, second] = [await keptFor(30), await keptFor(10)];
  const file = await makeFile("nine bytes and more");
  const { messageId } = await postedMessage(
    userDraft(ada, first, { attachments: [{ file, name: "log.txt", description: "" }] }),
  );
  await makeOlder(31, messageId, await said(ada, first, "old"), await said(ada, second, "old too"));
  await expireMessages();
  await makeOlder(31, await said(ada, second, "another run"));
  await expireMessages();
  await expireMessages();
  const { items } = await auditPage(requireAuditReader(owner), { kind: "workspace" });
  expect(items.map(({ action, actorName, expired }) => [action, actorName, expired])).toEqual([
    ["workspace.messages_expired", "Parley", { messages: 4, files: 1, bytes: 19 }],
  ]);
});
