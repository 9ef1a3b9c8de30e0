import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { deleteOldSignIns } from "@/lib/audit/forget-sign-ins";
import { auditChoices, auditPage } from "@/lib/audit/queries";
import { recordFailedSignIn } from "@/lib/audit/record-failed-sign-in";
import { requireChannel } from "@/lib/channels/access";
import { firstSteps } from "@/lib/channels/first-steps";
import { joinableChannels } from "@/lib/channels/joinable-channels";
import { markAllRead, markRead } from "@/lib/channels/mark-read";
import { markUnreadFrom, restoreReadPositions } from "@/lib/channels/mark-unread";
import { joinChannel, leaveChannel } from "@/lib/channels/membership";
import { browseChannels, channelDto, channelMembers, memberOf, sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deleteMessage } from "@/lib/messages/delete-message";
import { editHistory } from "@/lib/messages/edit-history";
import { editMessage } from "@/lib/messages/edit-message";
import { notificationsSince } from "@/lib/messages/notifications";
import { pinnedIds, pinnedMessages, setPinned } from "@/lib/messages/pin";
import { postMessages } from "@/lib/messages/post-messages";
import { changesSince, findMessage, findWebhookMessage, firstUnreadSeq, messagePage } from "@/lib/messages/queries";
import { setReaction } from "@/lib/messages/react";
import { markSeen } from "@/lib/notices/mark-seen";
import { countNotices, listNotices } from "@/lib/notices/queries";
import { indexBatch } from "@/lib/search/index-batch";
import { searchMessages } from "@/lib/search/search-messages";
import { readersAmong, sessionsOf } from "@/lib/streams/sessions";
import { userDraft, webhookDraft } from "@/lib/testing/factories";
import { markThreadRead, setFollowing } from "@/lib/threads/follow-thread";
import { followedThreads, unreadThreads } from "@/lib/threads/my-threads";
import { readAllThreads } from "@/lib/threads/read-all-threads";
import { replyAt, threadPage } from "@/lib/threads/thread-page";
import { fileUsage } from "@/lib/uploads/file-usage";
import { findAttachment } from "@/lib/uploads/find-attachment";
import { discardUnnamed, discardUnused } from "@/lib/uploads/sweep-files";
import { findSessionUser, type SessionUser } from "@/lib/users/find-session-user";
import { listSessions } from "@/lib/users/sessions";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { channelWebhooks } from "@/lib/webhooks/channel-webhooks";
import { deleteOldFailures } from "@/lib/webhooks/deliveries/forget-failures";
import { type DeliveryRow, noteOutcomes, writeDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { findAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { listMyWebhooks } from "@/lib/webhooks/my-webhooks";
import { listWebhooks } from "@/lib/webhooks/queries";
import { deleteOldKeys } from "@/lib/webhooks/request/idempotency";
import { makeLargeInstall } from "@/server/testing/large-install";
import { excessesOf, planIn, type StatementPlan, tellPlans } from "@/server/testing/statement-plans";

const heard = vi.hoisted(() => ({ notices: [] as { message?: string | undefined }[] }));

// Both of the process's pools are made of these.
vi.mock(import("pg"), async (original) => {
  const { default: real } = await original();
  class Pool extends real.Pool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      this.on("connect", (client) => client.on("notice", (notice) => heard.notices.push(notice)));
    }
  }
  return { default: { ...real, Pool } };
});

const SIZE = { messages: 200_000, channels: 2_000, people: 300 };
// What grows with posts; people, channels and webhooks may be listed.
const LARGE = new Set([
  "messages",
  "message_search",
  "deliveries",
  "attachments",
  "reactions",
  "message_edits",
  "idempotency_keys",
  "thread_follows",
  "webhook_threads",
  "audit_entries",
  "notices",
  "file_uses",
]);
// The most that one answer may look through.
const MOST_ROWS = 10_000;

const admin = new pg.Client({ connectionString: env.databaseUrl });
let ada: SessionUser;
// A message in the large channel's flow, a thread's root and a reply in it, and what one has of each.
let own: bigint;
let root: bigint;
let seq: number;
let file: { id: bigint; hash: Uint8Array };

beforeAll(async () => {
  await admin.connect();
  await makeLargeInstall(admin, SIZE);
  await tellPlans(admin);
  const found = await findSessionUser(1n, 1n);
  if (!found) throw new Error("There is nobody to read.");
  ada = found;
  own = (await db().message.findFirstOrThrow({ where: { channelId: 1n, userId: 1n, threadRootId: null } })).id;
  root = (await db().message.findFirstOrThrow({ where: { channelId: 1n, replyCount: { gt: 0 } } })).id;
  seq = Number((await db().message.findFirstOrThrow({ where: { threadRootId: root } })).seq);
  file = await db().attachment.findFirstOrThrow({ where: { channelId: 1n } });
}, 120_000);

afterAll(() => admin.end());

const busy = () => requireChannel(ada, 1n);
const search = (text: string) => () => searchMessages(ada, { text, timeZone: "UTC" });
const webhook = (id: number) => ({ webhook: { id: BigInt(id), channelId: BigInt(id) }, token: `${id}` });
const delivery = (id: number, status: number): DeliveryRow => ({
  webhook_id: `${id}`,
  channel_id: `${id}`,
  dialect: "parley",
  event: null,
  method: "POST",
  status,
  reason: status < 400 ? null : "No.",
  duration_ms: 1,
  size: 1,
  message_id: null,
  payload: null,
  origin: "sender",
  sent_by_id: null,
  created_at: new Date().toISOString(),
  at: Date.now(),
});

/** What Parley does with the database, but for what is done a few times in an install's life. */
const work: Record<string, () => Promise<unknown>> = {
  "open a channel": async () => {
    const channel = await busy();
    await Promise.all([firstUnreadSeq(channel), channelDto(channel), pinnedIds(channel), channelWebhooks(channel)]);
    await messagePage(1n, { at: "latest" });
  },
  "follow a permalink": async () => {
    await replyAt(await busy(), seq);
    await messagePage(1n, { at: "around", seq: 10_000 });
  },
  scroll: async () => {
    await messagePage(1n, { at: "before", seq: 10_000 });
    await messagePage(1n, { at: "after", seq: 10_000 });
  },
  "show one webhook's messages": () => messagePage(1n, { at: "latest" }, { by: "webhook", webhookId: "2001" }),
  "show people's messages": () => messagePage(1n, { at: "latest" }, { by: "people" }),
  "show people's messages where they wrote none": () => messagePage(2n, { at: "latest" }, { by: "people" }),
  "show the sidebar": () => sidebarChannels(ada),
  "browse channels": async () => Promise.all([browseChannels(ada), joinableChannels(ada), memberOf(ada)]),
  "list a channel's members": async () => channelMembers(await busy()),
  "catch up after a day": () => changesSince(1n, 15_000, 201),
  "find one message": async () => Promise.all([findMessage(root), findWebhookMessage(2001n, root)]),
  "list pins": async () => pinnedMessages(await busy()),
  "ask for notifications": async () =>
    notificationsSince(
      ada,
      [...(await memberOf(ada))].map((channelId) => ({ channelId, seq: 0 })),
    ),
  "show first steps": () => firstSteps(ada),
  "read a thread": async () => threadPage(await busy(), root, null),
  "list threads": async () => Promise.all([followedThreads(ada, null), unreadThreads(ada)]),
  "move in threads": async () => {
    await setFollowing(await busy(), root, true);
    await markThreadRead(await busy(), root, seq);
    await readAllThreads(ada);
  },
  "read and read again": async () => {
    await markRead(await busy(), 100_000);
    await markUnreadFrom(await busy(), 19_000);
    await restoreReadPositions(ada, await markAllRead(ada));
  },
  "search for a word of many messages": search("deploy"),
  "search for a word of few": search("number777"),
  "search for no word of any": search("nothingofthesort"),
  "search for two words": search("word7 failed"),
  "search for a phrase": search('"failed number777"'),
  "search for the beginning of a word": search("numb"),
  "search in a channel": search("in:channel-5 failed"),
  "search for what one wrote": search("from:me"),
  "search for what a webhook wrote": search('from:"Webhook 7" failed'),
  "post as a webhook": () => postMessages([webhookDraft(webhook(7)), webhookDraft(webhook(8))]),
  "post with a key": () => {
    const idempotency = { key: "key-1", bodyHash: Buffer.alloc(32) };
    return postMessages([1, 2].map(() => webhookDraft(webhook(7), { idempotency })));
  },
  "post into a thread": () =>
    postMessages([webhookDraft(webhook(7), { threadKey: "a" }), webhookDraft(webhook(7), { threadKey: "a" })]),
  "post as a person": () =>
    postMessages([1, 2].map(() => userDraft(ada, { id: 1n }, { nonce: "the-same", content: "Hello" }))),
  reply: () => postMessages([userDraft(ada, { id: 1n }, { threadRootId: root })]),
  edit: async () => {
    await editMessage(await busy(), own, "Other words");
    await editHistory(await busy(), own);
  },
  "react and pin": async () => {
    await setReaction(await busy(), own, "🎉", true);
    await setPinned(await busy(), own, true);
  },
  "delete a message": async () => deleteMessage(await busy(), own),
  "delete a reply": async () => {
    const [reply] = await postMessages([userDraft(ada, { id: 1n }, { threadRootId: root })]);
    if (reply && "messageId" in reply) await deleteMessage(await busy(), reply.messageId);
  },
  "join and leave": async () => {
    const { id } = await db().channel.findFirstOrThrow({
      where: { memberships: { none: { userId: 1n } }, kind: "public" },
    });
    await joinChannel(await requireChannel(ada, id));
    await leaveChannel(await requireChannel(ada, id));
  },
  "authorise a webhook": () => findAuthorized(7n, hashToken("7")),
  "list webhooks": async () => Promise.all([listWebhooks(await busy()), listMyWebhooks(ada), allWebhooks(ada)]),
  "log deliveries": async () => {
    await writeDeliveries([delivery(7, 200), delivery(7, 400), delivery(8, 200)]);
    await noteOutcomes([delivery(7, 200), delivery(7, 400)]);
  },
  "show the delivery log": async () => listDeliveries(await requireWebhookManager(ada, 1n), 2001n),
  "move a webhook": async () => {
    const [from, to] = [await requireWebhookManager(ada, 1n), await requireWebhookManager(ada, 5n)];
    await moveWebhook(from, 2002n, to);
  },
  "show the audit log": async () => {
    const reader = requireAuditReader(ada);
    await auditPage(reader, { personId: 1n });
    await auditPage(reader, { channelId: 1n, kind: "webhooks" });
    await auditPage(reader, { webhookId: 5n });
    await auditPage(reader, {});
    await auditChoices(reader);
  },
  "show notices": async () => {
    await countNotices(ada);
    const [latest] = await listNotices(ada);
    await markSeen(ada, BigInt(latest?.id ?? 0));
  },
  "record a failed sign-in": () => recordFailedSignIn({ id: 1n, name: "Ada" }, "192.0.2.1"),
  "know who reads": async () =>
    Promise.all([sessionsOf([1n, 2n]), readersAmong(1n, [1n, 2n]), findSessionUser(1n, 1n), listSessions(ada)]),
  "find a file": async () => {
    await findAttachment(ada, file.id);
    await discardUnnamed([file.hash]);
    await fileUsage(ada);
  },
  "index messages": () => indexBatch(),
  "forget what is old": async () => {
    await deleteOldKeys();
    await deleteOldFailures();
    await deleteOldSignIns();
    await discardUnused();
  },
};

async function plansOf(doing: () => Promise<unknown>): Promise<StatementPlan[]> {
  heard.notices.length = 0;
  await doing();
  return heard.notices.flatMap((notice) => planIn(notice) ?? []);
}

async function excesses(doing: () => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(doing);
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap((plan) => excessesOf(plan, LARGE, MOST_ROWS));
}

describe("no statement reads a large table from end to end, or thousands of its rows, to", () => {
  test.each(Object.keys(work))("%s", async (name) => {
    expect(await excesses(work[name] ?? Promise.reject)).toEqual([]);
  });
});

describe("nor for a new install's posts, before PostgreSQL has any statistics, to", () => {
  beforeAll(async () => {
    for (const table of LARGE) {
      await admin.query("SELECT pg_clear_relation_stats('public', $1)", [table]);
      await admin.query(
        "SELECT pg_clear_attribute_stats('public', $1, attname, false) FROM pg_stats WHERE schemaname = 'public' AND tablename = $1",
        [table],
      );
    }
  });
  test.each(Object.keys(work).filter((name) => /^(post|reply|authorise|log|index)/.test(name)))("%s", async (name) => {
    expect(await excesses(work[name] ?? Promise.reject)).toEqual([]);
  });
});

test("an index that is missing is noticed", async () => {
  await admin.query("DROP INDEX messages_person_idx");
  expect(await excesses(() => firstSteps(ada))).toEqual([
    expect.stringMatching(/^reads all of messages: SELECT EXISTS/),
  ]);
});
