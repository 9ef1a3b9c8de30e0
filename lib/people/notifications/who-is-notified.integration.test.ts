import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { missedMessages } from "@/lib/attention/digest/missed";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { deliverPushes } from "@/lib/attention/push/deliver-pushes";
import { queuePushes } from "@/lib/attention/push/queue";
import { subscribe } from "@/lib/attention/push/subscriptions";
import { requireMember } from "@/lib/channels/access";
import type { NotificationLevel } from "@/lib/channels/dto";
import { setNotifications } from "@/lib/channels/notifications";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import { deleteMessage, editMessage } from "@/lib/messages/change/change-as-member";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { setFollowing } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { isSilencedNow, setPause, setQuietHours } from "@/lib/people/notifications/settings";
import { makeChannel, makeUser, postedMessage, userDraft } from "@/lib/testing/factories";
import { PushService } from "@/lib/testing/push-service";

const service = new PushService();
beforeAll(() => service.start());
afterAll(() => service.stop());

type Room = { me: SessionUser; other: SessionUser; channel: { id: bigint }; root: bigint };

/** What someone else posts, and where. `@me` mentions the reader, and "fire" is their keyword. */
const MESSAGES = {
  "a message": { text: "plain" },
  "a mention": { text: "@me" },
  "@everyone": { text: "@everyone" },
  "a keyword": { text: "fire" },
  "a keyword beside a mention": { text: "@me fire" },
  "a direct message": { kind: "direct", text: "plain" },
  "a reply in a thread that they follow": { text: "plain", thread: "followed" },
  "a mention in a thread": { text: "@me", thread: "foreign" },
  "a keyword in a thread that they follow": { text: "fire", thread: "followed" },
  "a reply in a thread of others": { text: "fire", thread: "foreign" },
  "a reply in a direct message's thread": { kind: "direct", text: "plain", thread: "followed" },
  "a reply in a thread of others and in the channel": { text: "plain", thread: "foreign", inChannel: true },
  "a reply in a thread that they follow and in the channel": { text: "plain", thread: "followed", inChannel: true },
  "a mention in a thread that they follow and in the channel": { text: "@me", thread: "followed", inChannel: true },
  "a keyword in a thread that they follow and in the channel": { text: "fire", thread: "followed", inChannel: true },
} as const;

// What notifies the reader ("tab", "push", or "mail" for the digest), followed by unread messages and mentions in the
// sidebar and in the thread.
const TABLE: Record<keyof typeof MESSAGES, Record<NotificationLevel, string>> = {
  "a message": {
    none: "nothing · sidebar 1, 0 · thread 0, 0",
    mentions: "nothing · sidebar 1, 0 · thread 0, 0",
    all: "tab push · sidebar 1, 0 · thread 0, 0",
  },
  "a mention": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "@everyone": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "a keyword": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "a keyword beside a mention": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "a direct message": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "a reply in a thread that they follow": {
    none: "nothing · sidebar 0, 0 · thread 1, 0",
    mentions: "tab push · sidebar 0, 0 · thread 1, 0",
    all: "tab push · sidebar 0, 0 · thread 1, 0",
  },
  "a mention in a thread": {
    none: "nothing · sidebar 0, 0 · thread 1, 1",
    mentions: "tab push mail · sidebar 0, 0 · thread 1, 1",
    all: "tab push mail · sidebar 0, 0 · thread 1, 1",
  },
  "a keyword in a thread that they follow": {
    none: "nothing · sidebar 0, 0 · thread 1, 0",
    mentions: "tab push · sidebar 0, 0 · thread 1, 0",
    all: "tab push · sidebar 0, 0 · thread 1, 0",
  },
  "a reply in a thread of others": {
    none: "nothing · sidebar 0, 0 · thread 0, 0",
    mentions: "nothing · sidebar 0, 0 · thread 0, 0",
    all: "nothing · sidebar 0, 0 · thread 0, 0",
  },
  "a reply in a direct message's thread": {
    none: "nothing · sidebar 0, 0 · thread 1, 0",
    mentions: "tab push mail · sidebar 0, 0 · thread 1, 0",
    all: "tab push mail · sidebar 0, 0 · thread 1, 0",
  },
  "a reply in a thread of others and in the channel": {
    none: "nothing · sidebar 1, 0 · thread 0, 0",
    mentions: "nothing · sidebar 1, 0 · thread 0, 0",
    all: "tab push · sidebar 1, 0 · thread 0, 0",
  },
  "a reply in a thread that they follow and in the channel": {
    none: "nothing · sidebar 1, 0 · thread 0, 0",
    mentions: "tab push · sidebar 1, 0 · thread 0, 0",
    all: "tab push · sidebar 1, 0 · thread 0, 0",
  },
  "a mention in a thread that they follow and in the channel": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "a keyword in a thread that they follow and in the channel": {
    none: "nothing · sidebar 1, 1 · thread 0, 0",
    mentions: "tab push mail · sidebar 1, 1 · thread 0, 0",
    all: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
};

/** What changes the outcome of a mention in a channel with the level "all". */
const CIRCUMSTANCES: Record<string, { does: (room: Room, id: bigint) => Promise<unknown>; expected: string }> = {
  "they want to be left alone": {
    does: ({ me }) => setPause(me, "30m", "UTC"),
    expected: "mail · sidebar 1, 1 · thread 0, 0",
  },
  "it is in their quiet hours": {
    does: ({ me }) => setQuietHours(me, { from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7], timeZone: "Europe/Berlin" }),
    expected: "mail · sidebar 1, 1 · thread 0, 0",
  },
  "they have muted its author": {
    does: ({ me, other }) => db().userMute.create({ data: { userId: me.id, mutedId: other.id } }),
    expected: "nothing · sidebar 0, 0 · thread 0, 0",
  },
  "they have read it": {
    does: async ({ me, channel }) => markRead(await requireMember(me, channel.id), 99),
    expected: "nothing · sidebar 0, 0 · thread 0, 0",
  },
  "it is deleted": {
    does: async ({ other, channel }, id) => deleteMessage(await requireMember(other, channel.id), id),
    expected: "nothing · sidebar 0, 0 · thread 0, 0",
  },
  "it is edited": {
    does: async ({ other, channel }, id) => editMessage(await requireMember(other, channel.id), id, "nothing"),
    expected: "tab push mail · sidebar 1, 1 · thread 0, 0",
  },
  "its channel is archived": {
    does: ({ channel }) => db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } }),
    expected: "nothing · sidebar – · thread 0, 0",
  },
};

beforeEach(async () => {
  // Left over from other tests.
  await db().pushSubscription.deleteMany();
  service.received.length = 0;
});

/** Creates a channel with a reader whose keyword is "fire", a writer, and the root of a thread. */
async function makeRoom(level: NotificationLevel, what: (typeof MESSAGES)[keyof typeof MESSAGES]): Promise<Room> {
  const [me, other] = [await makeUser(), await makeUser()];
  const channel = await makeChannel({ members: [me, other], kind: "kind" in what ? what.kind : "public" });
  const root = (await postedMessage(userDraft(other, channel))).messageId;
  await markRead(await requireMember(me, channel.id), 1);
  await setNotifications(await requireMember(me, channel.id), { notifications: level });
  await setNotificationPreferences(me, { keywords: ["fire"], newChannels: "mentions" });
  await subscribe(me, service.browser().subscription);
  if ("thread" in what && what.thread === "followed") {
    await setFollowing(await requireMember(me, channel.id), root, true);
  }
  return { me, other, channel, root };
}

async function write({ me, other, channel, root }: Room, what: (typeof MESSAGES)[keyof typeof MESSAGES]) {
  const content = what.text.replace("@me", `<@${me.id}>`);
  const threadRootId = "thread" in what ? root : null;
  const { messageId } = await postedMessage(
    userDraft(other, channel, { content, threadRootId, inChannel: "inChannel" in what }),
  );
  return messageId;
}

/** What notifies the reader, and their counts. */
async function outcome({ me, channel }: Room): Promise<string> {
  await queuePushes();
  await matchKeywords();
  await db().pushWaiting.updateMany({ data: { dueAt: new Date(0) } });
  await deliverPushes(undefined, service.network);
  const isQuiet = await isSilencedNow(me);
  const { notifications } = await notificationsSince(me, [{ channelId: channel.id, seq: 1 }]);
  const by = [
    ...(notifications.length > 0 && !isQuiet ? ["tab"] : []),
    ...(service.received.length > 0 ? ["push"] : []),
    ...((await missedMessages({ id: me.id, upTo: 0n })).length > 0 ? ["mail"] : []),
  ];
  for (const { length } of [notifications, service.received]) expect(length).toBeLessThan(2);
  const row = (await sidebarChannels(me)).find(({ id }) => id === `${channel.id}`);
  const [thread] = await unreadThreads(me);
  const counts = [row ? `${row.unread}, ${row.mentions}` : "–", `${thread?.unread ?? 0}, ${thread?.mentions ?? 0}`];
  return `${by.join(" ") || "nothing"} · sidebar ${counts[0]} · thread ${counts[1]}`;
}

test.each(Object.keys(MESSAGES) as (keyof typeof MESSAGES)[])("%s notifies as expected at each level", async (name) => {
  const found: Record<string, string> = {};
  for (const level of ["none", "mentions", "all"] as const) {
    service.received.length = 0;
    const room = await makeRoom(level, MESSAGES[name]);
    await write(room, MESSAGES[name]);
    found[level] = await outcome(room);
  }
  expect(found).toEqual(TABLE[name]);
});

test.each(Object.entries(CIRCUMSTANCES))("a mention notifies as expected when %s", async (_, { does, expected }) => {
  const room = await makeRoom("all", MESSAGES["a mention"]);
  await does(room, await write(room, MESSAGES["a mention"]));
  expect(await outcome(room)).toBe(expected);
});
