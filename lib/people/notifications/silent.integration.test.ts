import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { missedMessages } from "@/lib/attention/digest/missed";
import { readInbox } from "@/lib/attention/inbox/mark-read";
import { inboxPage } from "@/lib/attention/inbox/queries";
import { matchChanged, matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { deliverPushes } from "@/lib/attention/push/deliver-pushes";
import { queuePushes } from "@/lib/attention/push/queue";
import { subscribe } from "@/lib/attention/push/subscriptions";
import { requireMember } from "@/lib/channels/access";
import { setNotifications } from "@/lib/channels/notifications";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import type { WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { changesSince, firstUnreadSeq, messagePage } from "@/lib/messages/read/queries";
import { setFollowing } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { type MadeWebhook, makeTalk, makeUser, webhookDraft } from "@/lib/testing/factories";
import { PushService } from "@/lib/testing/push-service";

const service = new PushService();
beforeAll(() => service.start());
afterAll(() => service.stop());

let me: SessionUser;
let made: MadeWebhook;
let channel: { id: bigint };

beforeEach(async () => {
  // Left over from other tests.
  await db().pushSubscription.deleteMany();
  service.received.length = 0;
  me = await makeUser();
  ({ made, channel } = await makeTalk(me));
  await setNotifications(await requireMember(me, channel.id), { notifications: "all" });
  await wants("fire");
  await subscribe(me, service.browser().subscription);
});

const wants = (...keywords: string[]) => setNotificationPreferences(me, { keywords, newChannels: "mentions" });

async function post(fields: Partial<WebhookDraft> = {}): Promise<bigint> {
  const content = `<@${me.id}> fire @everyone`;
  const draft = webhookDraft(made, { content, allowedMentions: { parse: ["users", "everyone"] }, ...fields });
  const [posted] = await postMessages([draft]);
  if (!posted || "refused" in posted || !("messageId" in posted)) throw new Error("It wasn't posted.");
  return posted.messageId;
}

/** Everything that a message can do to the reader's attention. */
async function attention() {
  await queuePushes();
  await matchKeywords();
  await db().pushWaiting.updateMany({ data: { dueAt: new Date(0) } });
  await deliverPushes(undefined, service.network);
  const row = (await sidebarChannels(me)).find(({ id }) => id === `${channel.id}`);
  const member = await requireMember(me, channel.id);
  return {
    tab: (await notificationsSince(me, [{ channelId: channel.id, seq: 0 }])).notifications.length,
    pushes: service.received.length,
    mail: (await missedMessages({ id: me.id, upTo: 0n })).length,
    matches: await db().messageMatch.count({ where: { userId: me.id } }),
    badge: [row?.unread, row?.mentions],
    threads: await unreadThreads(me),
    inbox: (await inboxPage(me, { show: "all" })).items.filter(({ unread }) => unread).length,
    firstUnread: await firstUnreadSeq(member),
  };
}

const NOTHING = { tab: 0, pushes: 0, mail: 0, matches: 0, badge: [0, 0], threads: [], inbox: 0, firstUnread: null };

describe("a silent message", () => {
  test("notifies no one and isn't unread, whom and what it names", async () => {
    await post({ silent: true });
    expect(await attention()).toEqual(NOTHING);
    expect((await inboxPage(me, { show: "mentions" })).items).toEqual([]);
  });

  test("would have notified in every way if it weren't silent", async () => {
    await post();
    const all = { tab: 1, pushes: 1, mail: 1, matches: 1, badge: [1, 1], threads: [], inbox: 1, firstUnread: 1 };
    expect(await attention()).toEqual(all);
  });

  test("counts as a message of the channel: it's shown and marked, live and after a reload", async () => {
    await post({ silent: true });
    await post({ content: "loud" });
    const { messages } = await messagePage(channel.id, { at: "latest" });
    const changed = await changesSince(channel.id, 0, 10);
    const shown = [
      [1, true],
      [2, undefined],
    ];
    expect(messages.map(({ seq, silent }) => [seq, silent])).toEqual(shown);
    expect(changed.messages.map(({ seq, silent }) => [seq, silent])).toEqual(shown);
  });

  test("isn't the first unread one before others", async () => {
    await post({ silent: true, content: "quiet" });
    await post({ content: "loud" });
    await post({ silent: true, content: "quiet" });
    expect(await attention()).toMatchObject({ badge: [1, 0], firstUnread: 2 });
  });

  test("isn't found by a keyword that someone adds later", async () => {
    await wants();
    await post({ silent: true });
    await matchKeywords();
    await wants("fire");
    while ((await matchChanged())?.more) {}
    expect(await attention()).toEqual(NOTHING);
  });

  test("isn't what marking the inbox as read moves to", async () => {
    await post({ silent: true });
    expect((await readInbox(me)).positions).toEqual([]);
  });
});

test("a silent reply isn't unread in a followed thread, and notifies no one there", async () => {
  const root = await post({ silent: true, content: "line" });
  await setFollowing(await requireMember(me, channel.id), root, true);
  await post({ silent: true, threadRootId: root });
  expect(await attention()).toEqual(NOTHING);
  expect((await inboxPage(me, { show: "threads" })).items).toMatchObject([
    { kind: "thread", unread: false, newReplies: 0 },
  ]);
  await post({ threadRootId: root, content: "loud" });
  expect(await attention()).toMatchObject({ pushes: 1, threads: [{ unread: 1, mentions: 0 }], badge: [0, 0] });
});
