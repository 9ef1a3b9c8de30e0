import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { absentPeople, missedMessages, whoMissed } from "@/lib/attention/digest/missed";
import { INBOX_VIEWS } from "@/lib/attention/inbox/dto";
import { readInbox } from "@/lib/attention/inbox/mark-read";
import { countNewReactions, inboxPage } from "@/lib/attention/inbox/queries";
import { inboxSchema } from "@/lib/attention/inbox/schema";
import { matchBatch, matchChanged } from "@/lib/attention/keywords/match-keywords";
import { countNotices, listNotices, markSeen } from "@/lib/attention/notices/queries";
import { claimPushes, queuePushes } from "@/lib/attention/push/queue";
import { listDevices, subscribe } from "@/lib/attention/push/subscriptions";
import { requireAuditReader } from "@/lib/audit/access";
import { auditChoices, auditPage } from "@/lib/audit/queries";
import { assertRoomInLog } from "@/lib/audit/record-audit";
import { deleteOldSignIns, recordFailedSignIn } from "@/lib/audit/sign-ins";
import { requireChannel } from "@/lib/channels/access";
import { browseChannels, countChannels, joinableChannels } from "@/lib/channels/browse-channels";
import { channelManagers, channelMembers, countMembers } from "@/lib/channels/members";
import { joinChannel, leaveChannel } from "@/lib/channels/membership";
import { channelDto, memberOf, sidebarChannels } from "@/lib/channels/queries";
import { markRead, markUnreadFrom, readAllChannels, restoreReadPositions } from "@/lib/channels/read-position";
import { browseSchema } from "@/lib/channels/schema";
import {
  changeSection,
  createSection,
  deleteSection,
  orderSections,
  placeChannel,
  sidebarSections,
} from "@/lib/channels/sections";
import { db, disconnect } from "@/lib/db/client";
import { discardUnnamed, discardUnused } from "@/lib/files/uploads/sweep-files";
import { countAmong } from "@/lib/live/presence/queries";
import { readersAmong, sessionsOf, standingsOf } from "@/lib/live/streams/sessions";
import {
  deleteMessage,
  editMessage,
  pinnedIds,
  pinnedMessages,
  setPinned,
  setReaction,
} from "@/lib/messages/change/change-as-member";
import { renewInChannel } from "@/lib/messages/change-message";
import type { Embed } from "@/lib/messages/dto";
import { channelFiles, findAttachment } from "@/lib/messages/files/queries";
import { channelUsage, fileUsage, largestFiles } from "@/lib/messages/files/usage";
import { deleteOldOutages, historyPage, lapseIncidents } from "@/lib/messages/incidents/history";
import { countIncidents, countsIncidents, incidentPage } from "@/lib/messages/incidents/queries";
import { historySchema, incidentsSchema } from "@/lib/messages/incidents/schema";
import { postLines } from "@/lib/messages/post/post-lines";
import { deleteOldKeys, postMessages } from "@/lib/messages/post/post-messages";
import { deleteOldStorms } from "@/lib/messages/post/post-storm";
import { notificationsSince } from "@/lib/messages/read/notifications";
import {
  changesSince,
  editHistory,
  findMessage,
  findWebhookMessage,
  firstUnreadSeq,
  messagePage,
} from "@/lib/messages/read/queries";
import { searchAuthors } from "@/lib/messages/search/find-people";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { reindex } from "@/lib/messages/search/reindex";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { forgetOldThings } from "@/lib/messages/things/forget-things";
import { markThreadRead, readAllThreads, setFollowing } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import { replyAt, threadPage } from "@/lib/messages/threads/thread-page";
import { exportChannel } from "@/lib/moving/export/export-channel";
import { exportPerson } from "@/lib/moving/export/export-person";
import { countSending, storeSendings } from "@/lib/network/sendings";
import { lastBackups, lastGoodBackupAt } from "@/lib/operation/backup/state";
import { readHealth } from "@/lib/operation/health/read-health";
import { beat } from "@/lib/operation/instances/heartbeat";
import { previewPersonDeletion } from "@/lib/operation/retention/delete-person";
import { emptyChannels } from "@/lib/operation/retention/empty-channels";
import { expireMessages } from "@/lib/operation/retention/expire-messages";
import { serveAvatar, serveEmoji } from "@/lib/people/avatars/serve-avatar";
import { defaultChannels } from "@/lib/people/default-channels";
import { findSessionUser, type SessionUser } from "@/lib/people/find-session-user";
import { firstDay } from "@/lib/people/first-day";
import { countPeople, findByWords, listPeople } from "@/lib/people/list-people";
import { mutedIds, mutedPeople } from "@/lib/people/muted-authors";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { findProfile } from "@/lib/people/profile";
import { listSessions } from "@/lib/people/sessions";
import { signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import { currentStatuses, facesOf } from "@/lib/people/status";
import { recordMissedSteps } from "@/lib/people/two-step/steps";
import { env } from "@/lib/process/env";
import { userDraft, webhookDraft } from "@/lib/testing/factories";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { parseCursor } from "@/lib/text/cursor";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { allWebhooks, countWebhooks } from "@/lib/webhooks/all-webhooks";
import {
  type DeliveryRow,
  deleteOldDeliveries,
  noteOutcomes,
  writeDeliveries,
} from "@/lib/webhooks/deliveries/write-deliveries";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { findAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { channelWebhooks, knownWebhooks, listMyWebhooks, listWebhooks } from "@/lib/webhooks/queries";
import { tellSilence } from "@/lib/webhooks/silence";
import { defaultChannelChoices, workspaceSettings } from "@/lib/workspace/settings";
import { databaseState } from "@/server/metrics/registry";
import { makeLargeInstall } from "@/server/testing/large-install";
import { excessesOf, planFor, planIn, rowsRead, type StatementPlan, sendPlans } from "@/server/testing/statement-plans";

const heard = vi.hoisted(() => ({ notices: [] as { message?: string | undefined }[] }));

// Both of the process's pools are of this class.
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

// The first search would start the indexer, which reads all channels from time to time.
vi.mock("@/lib/events/keep-up", () => ({ keepUp: () => {} }));

const SIZE = { messages: 200_000, channels: 2_000, people: 100 };
// The tables that grow with posts. Listing all people, channels and webhooks is fine.
const LARGE = new Set([
  "messages",
  "message_search",
  "search_words",
  "message_matches",
  "deliveries",
  "webhook_hours",
  "attachments",
  "pictures",
  "reactions",
  "message_edits",
  "idempotency_keys",
  "thread_follows",
  "webhook_threads",
  "things",
  "storm_causes",
  "audit_entries",
  "notices",
  "file_uses",
  "incidents",
  "outages",
]);
// The most rows that one response may read.
const MOST_ROWS = 10_000;

const admin = new pg.Client({ connectionString: env.databaseUrl });
let ada: SessionUser;
// Ada's message, a thread's root, the number of one of its replies, and a file, all in the large channel.
let own: bigint;
let root: bigint;
let seq: number;
let file: { id: bigint; hash: Uint8Array };

beforeAll(async () => {
  await admin.connect();
  await makeLargeInstall(admin, SIZE);
  // A few people follow most threads.
  await admin.query(
    `INSERT INTO thread_follows (root_id, user_id, last_read_seq)
     SELECT id, u, last_reply_seq - 1 FROM messages, generate_series(1, 5) u WHERE reply_count > 0 ON CONFLICT DO NOTHING`,
  );
  await admin.query("ANALYZE thread_follows");
  // Someone has just muted a hundred people who left. PostgreSQL still expects that they muted few.
  await admin.query(
    `WITH leavers AS (
       INSERT INTO users (id, email, name, password_hash)
       SELECT 1000000 + i, 'left' || i || '@example.com', 'Left ' || i, '' FROM generate_series(1, 100) i RETURNING id)
     INSERT INTO user_mutes (user_id, muted_id) SELECT 1, id FROM leavers`,
  );
  await sendPlans(admin);
  const found = await findSessionUser(1n, 1n);
  if (!found) throw new Error("There is no reader.");
  ada = found;
  root = (await db().message.findFirstOrThrow({ where: { channelId: 1n, replyCount: { gt: 0 } } })).id;
  seq = Number((await db().message.findFirstOrThrow({ where: { threadRootId: root } })).seq);
  file = await db().attachment.findFirstOrThrow({ where: { channelId: 1n } });
}, 60_000);

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
  more_message_ids: null,
  payload: null,
  plain: false,
  tool: null,
  counted: 1,
  origin: "sender",
  sent_by_id: null,
  created_at: new Date().toISOString(),
  at: Date.now(),
});

/** The ids of webhooks and their channels. */
const MANY = Array.from({ length: 200 }, (_, index) => 100 + index);
const postToMany = () => postMessages(MANY.map((id) => webhookDraft(webhook(id))));

/** Everything that Parley does with the database, except rare tasks. */
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
  "show people's messages in a channel without any": () => messagePage(2n, { at: "latest" }, { by: "people" }),
  "show the sidebar": async () => Promise.all([sidebarChannels(ada), sidebarSections(ada)]),
  "change the sidebar's sections": async () => {
    const key = await createSection(ada, { name: "Team" });
    await placeChannel(await busy(), { section: key, starred: true });
    await changeSection(ada, { key, collapsed: true });
    await orderSections(ada, { order: [key] });
    await deleteSection(ada, { key });
  },
  "browse channels": async () =>
    Promise.all([browseChannels(ada), countChannels(ada, { q: "5" }), joinableChannels(ada), memberOf(ada)]),
  "list a channel's members": async () =>
    Promise.all([
      channelMembers(await busy(), { q: "9" }),
      countMembers(await busy()),
      channelManagers(await busy(), 3),
    ]),
  "list people": async () =>
    Promise.all([listPeople(ada, { sort: "active" }), countPeople(ada, { q: "9" }), findByWords(ada, { q: "9" })]),
  "catch up after a day": () => changesSince(1n, 15_000, 201),
  "find one message": async () => Promise.all([findMessage(root), findWebhookMessage(2001n, root)]),
  "list a channel's files": async () => channelFiles(await busy(), null),
  "list pins": async () => pinnedMessages(await busy()),
  "load notifications": async () =>
    notificationsSince(
      ada,
      [...(await memberOf(ada))].map((channelId) => ({ channelId, seq: 0 })),
    ),
  "show the first day": async () => Promise.all([firstDay(ada), firstDay({ ...ada, role: "owner" })]),
  "list incidents": async () => {
    const { next } = await incidentPage(ada, incidentsSchema.parse({}));
    await incidentPage(ada, incidentsSchema.parse({ after: next ?? "1.1 3 2026-11-28T10:00:00.000Z" }));
    await incidentPage(ada, incidentsSchema.parse({ channel: "5", tool: "Tool 5", show: "mine" }));
  },
  "count incidents": async () => Promise.all([countIncidents(ada), countsIncidents(ada)]),
  "show the history of incidents": async () => {
    const { next } = await historyPage(ada, historySchema.parse({}));
    await historyPage(ada, historySchema.parse({ after: next ?? "1.2026-11-28T10:00:00.000Z" }));
    await historyPage(ada, historySchema.parse({ channel: "5" }));
  },
  "read a thread": async () => threadPage(await busy(), root, null),
  "list unread threads": async () => unreadThreads(ada),
  ...Object.fromEntries(
    INBOX_VIEWS.map((show) => [
      `show the inbox: ${show}`,
      async () => {
        const { next } = await inboxPage(ada, { show });
        if (next) await inboxPage(ada, inboxSchema.parse({ show, after: next }));
      },
    ]),
  ),
  "count new reactions": () => countNewReactions(ada),
  "mark the inbox as read": async () => readInbox(ada),
  "follow and read threads": async () => {
    await setFollowing(await busy(), root, true);
    await markThreadRead(await busy(), root, seq);
    await readAllThreads(ada);
  },
  "mark as read and unread": async () => {
    await markRead(await busy(), 100_000);
    await markUnreadFrom(await busy(), 19_000);
    await restoreReadPositions(ada, await readAllChannels(ada));
  },
  "search for a frequent word": search("deploy"),
  "search for a rare word": search("number777"),
  "search for a word that no message has": search("nothingofthesort"),
  "search for two words": search("word7 failed"),
  "search for a phrase": search('"failed number777"'),
  "search for a prefix": search("numb"),
  "search for the middle of a word": search("umber777"),
  "search for the middle of many words": search("ord7 ailed"),
  "search for signs": search("->"),
  "search for signs with a word": search("number777 != #12"),
  "search for a version": search("1.2.3"),
  "search in a channel": search("in:channel-5 failed"),
  "list whose messages to search for": () => searchAuthors(ada),
  "search for one's own messages": search("from:me"),
  "search among messages with a file": search("has:file number77"),
  "search for a frequent word among messages with a file": search("has:file word"),
  "search for a webhook's messages": search('from:"Webhook 7" failed'),
  "post as a webhook": () => postMessages([webhookDraft(webhook(7)), webhookDraft(webhook(8))]),
  "post to many channels": postToMany,
  "post with a key": () => {
    const idempotency = { key: randomUUID(), bodyHash: Buffer.alloc(32) };
    return postMessages([1, 2].map(() => webhookDraft(webhook(7), { idempotency })));
  },
  "post in a thread": () =>
    postMessages([webhookDraft(webhook(7), { threadKey: "a" }), webhookDraft(webhook(7), { threadKey: "a" })]),
  "report on a thing": async () => {
    const compose = (): Embed => ({ title: randomUUID() });
    const at = new Date().toISOString();
    const more = { at, facts: { subject: at }, hasLine: true };
    const reply = { key: randomUUID(), ...more };
    const incidentOf = { key: "main", at, isBad: true };
    for (const report of [
      { key: randomUUID(), ...more, reply, incidentOf, watches: "commit 10" },
      { key: "pull 20", ...more },
      { key: "commit 20", ...more, hasLine: false },
    ]) {
      await postMessages([webhookDraft(webhook(7), { thing: { report, compose } })]);
    }
  },
  "post in a storm": async () => {
    const drafts = Array.from({ length: 30 }, () => webhookDraft(webhook(9), { likeness: "bad: disk full on *" }));
    await postMessages(drafts);
    await postMessages(
      drafts.map((draft, index) => ({ ...draft, threadKey: `storm ${index % 2}`, updateKey: `storm ${index % 5}` })),
    );
    const embeds = [{ title: "Disk full", color: 0xff0000 }];
    await postMessages(drafts.map((draft) => ({ ...draft, embeds, updateKey: randomUUID() })));
    await deleteOldStorms();
  },
  "post as a person": () => {
    const nonce = randomUUID();
    return postMessages([1, 2].map(() => userDraft(ada, { id: 1n }, { nonce, content: "Hello" })));
  },
  reply: () => postMessages([userDraft(ada, { id: 1n }, { threadRootId: root })]),
  "reply in the channel, too, and change what it replies to": async () => {
    await postMessages([userDraft(ada, { id: 1n }, { threadRootId: root, inChannel: true })]);
    await db().$transaction((tx) => renewInChannel(tx, [root], 0n));
  },
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
  "authorize a webhook": () => findAuthorized(7n, hashToken("7")),
  "list webhooks": async () =>
    Promise.all([listWebhooks(await busy()), listMyWebhooks(ada), allWebhooks(ada), countWebhooks(ada)]),
  "log deliveries": async () => {
    await writeDeliveries([delivery(7, 200), delivery(7, 400), delivery(8, 200)]);
    await noteOutcomes([delivery(7, 200), delivery(7, 400)]);
  },
  "log deliveries of many webhooks": async () => {
    const rows = MANY.map((id) => delivery(id, id % 5 === 0 ? 400 : 200));
    await writeDeliveries(rows);
    await noteOutcomes(rows);
  },
  "notify about silent webhooks": () => tellSilence(),
  "email missed messages": async () => {
    // Everyone is checked, whoever is away.
    await absentPeople(0n, 200);
    const people = await db().user.findMany({ orderBy: { id: "asc" }, take: 100, select: { id: true } });
    const absent = people.map(({ id }) => {
      return { id, email: "", timeZone: null, lastSeenAt: new Date(), upTo: 0n, attempts: 0 };
    });
    await whoMissed(absent);
    for (const person of absent.slice(0, 5)) await missedMessages(person);
  },
  "show the Health page": () => readHealth(ada),
  "list this instance and count what was sent": async () => {
    countSending("mail", null);
    await Promise.all([beat(), storeSendings()]);
  },
  "show the latest backups": () => Promise.all([lastBackups(), lastGoodBackupAt()]),
  "show the delivery log": async () => listDeliveries(await requireWebhookManager(ada, 1n), 2001n),
  "move a webhook": async () => {
    const [from, to] = [await requireWebhookManager(ada, 1n), await requireWebhookManager(ada, 5n)];
    await moveWebhook(from, 2002n, to);
    await moveWebhook(to, 2002n, from);
  },
  "check a limit in the audit log": async () => {
    vi.stubEnv("LIMITS", "on");
    await assertRoomInLog(db(), ada.id, "webhook.created");
  },
  "show the audit log": async () => {
    const reader = requireAuditReader(ada);
    await auditPage(reader, { personId: 1n });
    await auditPage(reader, { channelId: 1n, kind: "webhooks" });
    await auditPage(reader, { webhookId: 5n });
    for (const sort of ["when", "who", "what", "network"] as const) {
      for (const order of ["", "reversed"] as const) {
        const { next } = await auditPage(reader, { sort, order });
        await auditPage(reader, { sort, order, after: parseCursor(next ?? "") });
        await auditPage(reader, { sort, order, kind: "webhooks" });
      }
    }
    await auditChoices(reader);
  },
  "show the workspace's settings": async () => Promise.all([workspaceSettings(ada), defaultChannelChoices()]),
  "list the webhooks that a person knows": () => knownWebhooks({ ...ada, role: "owner" }, 1n),
  "read the metrics": databaseState,
  "show notices": async () => {
    await countNotices(ada);
    const [latest] = await listNotices(ada);
    await markSeen(ada, BigInt(latest?.id ?? 0));
  },
  "record a failed sign-in": () => recordFailedSignIn({ id: 1n, name: "Ada" }, "192.0.2.1"),
  "record incomplete second steps": async () => {
    const data = { kind: "second-step", userId: 1n, network: "192.0.2.1", expiresAt: new Date(0) };
    await db().signInStep.create({ data: { ...data, tokenHash: new Uint8Array(32) }, select: { kind: true } });
    await recordMissedSteps();
  },
  "sign in with single sign-on": async () => {
    const oidc = { issuer: "https://id.example.com", clientId: "c", clientSecret: "s", allowedDomains: [], name: "id" };
    const known = { subject: "person 1", email: null, isVerified: false, name: "" };
    const device = { userAgent: "", address: "192.0.2.1" };
    await signInBySso(oidc, known, null, device);
    await signInBySso(oidc, known, ada, device);
    await signInBySso(oidc, { ...known, subject: "new", email: "person2@example.com", isVerified: true }, null, device);
  },
  "find an event's readers": async () =>
    Promise.all([
      sessionsOf([1n, 2n]),
      standingsOf([1n, 2n]),
      readersAmong(1n, [1n, 2n]),
      findSessionUser(1n, 1n),
      listSessions(ada),
    ]),
  "show a person's avatar or a custom emoji": async () => {
    await facesOf([1n, 2n]);
    const nowhere = { method: "GET", headers: new Headers() };
    await expect(serveAvatar("0".repeat(64), nowhere)).rejects.toMatchObject({ code: "not_found" });
    await expect(serveEmoji(1n, nowhere)).rejects.toMatchObject({ code: "not_found" });
  },
  "load people": async () => {
    await findProfile(ada, 2n);
    await Promise.all([currentStatuses(), mutedIds(ada), mutedPeople(ada), facesOf([1n, 2n])]);
  },
  "count online members": () => countAmong([1n, 2n], [1n, 2n, 3n]),
  "find a file": async () => {
    await findAttachment(ada, file.id);
    await discardUnnamed([file.hash]);
    await fileUsage(ada);
    await channelUsage(ada);
    await largestFiles(ada);
  },
  "index messages": () => indexBatch(),
  "index messages of many channels": async () => {
    await postToMany();
    let indexed = 0;
    for (let taken = 1; taken > 0; indexed += taken) taken = (await indexBatch(MANY.map(BigInt)))?.taken ?? 0;
    expect(indexed).toBeGreaterThanOrEqual(MANY.length);
  },
  "index messages again": async () => {
    Reflect.deleteProperty(globalThis, Symbol.for("parley.search-rule"));
    await admin.query(
      "UPDATE message_search SET rule = NULL WHERE message_id IN (SELECT id FROM messages ORDER BY id DESC LIMIT 50)",
    );
    await reindex();
  },
  "match keywords with new messages": async () => {
    await postMessages([1, 2].map(() => userDraft({ ...ada, id: 2n }, { id: 1n }, { content: "word1 word2 failed" })));
    while ((await matchBatch())?.taken !== 0);
  },
  "match changed keywords": async () => {
    await setNotificationPreferences(ada, { keywords: ["deploy", `${randomUUID()}`], newChannels: "mentions" });
    while ((await matchChanged())?.more);
  },
  "push messages": async () => {
    await subscribe(ada, { endpoint: "https://push.example/ada", keys: BROWSER_KEYS });
    await postMessages([userDraft({ ...ada, id: 2n }, { id: 1n }, { content: "@everyone" })]);
    await queuePushes();
    await db().pushWaiting.updateMany({ data: { dueAt: new Date(0) } });
    await claimPushes();
    await listDevices(ada);
  },
  "delete messages past their retention": async () => {
    // The oldest day of a large channel.
    await admin.query(`UPDATE channels c SET retention_days = extract(day FROM now() - (
      SELECT m.created_at FROM messages m WHERE m.channel_id = c.id ORDER BY seq LIMIT 1)) - 1 WHERE id = 2`);
    await expireMessages();
    expect(Number((await db().channel.findUniqueOrThrow({ where: { id: 2n } })).expiredSeq)).toBeGreaterThan(0);
  },
  "say what happened in a channel": async () => {
    await db().channelEvent.create({ data: { channelId: 3n, kind: "joined", actorId: ada.id } });
    expect(await postLines()).toBeGreaterThan(0);
  },
  "export a channel": async () => {
    await new Response(await exportChannel(ada, 3n, "")).arrayBuffer();
  },
  "count what deleting a person deletes": () => previewPersonDeletion({ ...ada, role: "owner" }, 2n),
  "export a person": async () => {
    await new Response(await exportPerson(ada, { id: 2n, direct: true }, "")).arrayBuffer();
  },
  "delete a deleted channel's messages": async () => {
    const before = await db().message.count({ where: { channelId: 4n } });
    await db().channel.update({ where: { id: 4n }, data: { deletedAt: new Date(), kind: "private" } });
    let turns = 0;
    await emptyChannels(() => {
      turns += 1;
      return turns < 3;
    });
    expect(await db().message.count({ where: { channelId: 4n } })).toBeLessThan(before);
  },
  "delete expired rows": async () => {
    await forgetOldThings();
    await deleteOldKeys();
    await deleteOldDeliveries();
    await deleteOldSignIns();
    await lapseIncidents();
    await deleteOldOutages();
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

// Partial indexes only serve statements whose values PostgreSQL knows. These statements are planned each time, because
// PostgreSQL compares the plans' costs.
const BY_VALUES = new Set(["show the delivery log", "move a webhook", "delete expired rows"]);

describe.each(["these values", "any values"] as const)(
  "no statement planned for %s reads a large table from end to end, or thousands of its rows, to",
  (values) => {
    beforeAll(async () => {
      await planFor(admin, values);
      await disconnect();
      const where = { channelId: 1n, userId: 1n, threadRootId: null, deletedAt: null };
      own = (await db().message.findFirstOrThrow({ where })).id;
    });
    test.each(Object.keys(work).filter((name) => values === "these values" || !BY_VALUES.has(name)))(
      "%s",
      async (name) => {
        expect(await excesses(work[name] ?? Promise.reject)).toEqual([]);
      },
    );
  },
);

test("channels whose messages are indexed together aren't compared with each other, even if few are expected", async () => {
  await planFor(admin, "any values");
  await disconnect();
  await admin.query(
    "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', 'messages', 'reltuples', 1::real)",
  );
  expect(await excesses(work["index messages of many channels"] ?? Promise.reject)).toEqual([]);
});

describe.each(["these values", "any values"] as const)(
  "before PostgreSQL has statistics, no statement planned for %s reads a large table from end to end, or thousands of its rows, to",
  (values) => {
    beforeAll(async () => {
      await planFor(admin, values);
      await disconnect();
      for (const table of LARGE) {
        await admin.query("SELECT pg_clear_relation_stats('public', $1)", [table]);
        await admin.query(
          "SELECT pg_clear_attribute_stats('public', $1, attname, false) FROM pg_stats WHERE schemaname = 'public' AND tablename = $1",
          [table],
        );
      }
    });
    test.each(Object.keys(work).filter((name) => /^(post|reply|authorize|log|index)/.test(name)))(
      "%s",
      async (name) => {
        expect(await excesses(work[name] ?? Promise.reject)).toEqual([]);
      },
    );
  },
);

test("a search doesn't read all channels, whether it finds anything or not", async () => {
  // Index earlier tests' messages first: a search that has to do it would read all channels.
  while ((await indexBatch())?.taken !== 0);
  for (const text of ["deploy", "number777", "umber777", "nothingofthesort"]) {
    const plans = await plansOf(search(text));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap((plan) => excessesOf(plan, new Set(["channels", "search_progress"]), 1_000))).toEqual([]);
  }
});

test("a word that one of the latest messages and few others have is found by the index", async () => {
  await postMessages([userDraft({ ...ada, id: 2n }, { id: 1n }, { content: "number777" })]);
  while ((await indexBatch())?.taken !== 0);
  const plans = await plansOf(search("number777"));
  const rows = plans.map((plan) => rowsRead(plan, "message_search"));
  expect(Math.max(...rows)).toBeGreaterThan(0);
  expect(Math.max(...rows)).toBeLessThan(5_000);
});

test("a word that many older messages and none of the latest ones have is found without reading all of them", async () => {
  const changed = await db().$executeRaw`
    UPDATE message_search SET document = document || array_to_tsvector(ARRAY['ancient'])
    WHERE message_id < (SELECT message_id FROM message_search ORDER BY message_id DESC OFFSET 1500 LIMIT 1)`;
  expect(changed).toBeGreaterThan(10_000);
  const plans = await plansOf(search("ancient"));
  const rows = plans.map((plan) => rowsRead(plan, "message_search"));
  expect(Math.max(...rows)).toBeGreaterThan(1_000);
  expect(Math.max(...rows)).toBeLessThan(5_000);
});

test.each([
  ["the default channels", () => defaultChannels(db()), 100],
  [
    "a page of all channels",
    async () => browseChannels(ada, browseSchema.parse({ after: (await browseChannels(ada)).next })),
    500,
  ],
])("%s is found without reading all channels", async (_, read, rows) => {
  const plans = await plansOf(read);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => excessesOf(plan, new Set(["channels", "memberships"]), rows))).toEqual([]);
});

test("a reply reads only the members whom it concerns, however many its channel has", async () => {
  expect(await db().membership.count({ where: { channelId: 1n } })).toBeGreaterThan(50);
  const reply = webhookDraft(webhook(1), { threadKey: randomUUID() });
  await postMessages([reply]);
  const plans = await plansOf(() => postMessages([reply, reply]));
  expect(plans.map((plan) => rowsRead(plan, "memberships")).filter((rows) => rows > 10)).toEqual([]);
});

test("the sidebar and the inbox don't read the threads that someone follows and has read", async () => {
  const read = await db().$executeRaw`
    UPDATE thread_follows SET maybe_unread = false, marked_at = now() - interval '60 days' WHERE user_id = ${ada.id}`;
  expect(read).toBeGreaterThan(1_000);
  await admin.query("VACUUM ANALYZE thread_follows");
  const plans = await plansOf(() => Promise.all([unreadThreads(ada), inboxPage(ada, { show: "all" })]));
  expect(plans.map((plan) => rowsRead(plan, "thread_follows")).filter((rows) => rows > 10)).toEqual([]);
});

test("a badge counts keyword matches from an index alone", async () => {
  const stepsOf = (step: StatementPlan["plan"]): StatementPlan["plan"][] => [
    step,
    ...(step.Plans ?? []).flatMap(stepsOf),
  ];
  const steps = (await plansOf(() => sidebarChannels(ada))).flatMap(({ plan }) => stepsOf(plan));
  const reads = steps.filter(
    (step) => step["Relation Name"] === "message_matches" || /^message_matches/.test(step["Index Name"] ?? ""),
  );
  expect(reads.length).toBeGreaterThan(0);
  expect(new Set(reads.map((step) => step["Node Type"]))).toEqual(new Set(["Index Only Scan"]));
});

test("a missing index is noticed", async () => {
  await admin.query("DROP INDEX messages_pinned_idx");
  const channel = await busy();
  expect(await excesses(() => pinnedIds(channel))).not.toEqual([]);
});
