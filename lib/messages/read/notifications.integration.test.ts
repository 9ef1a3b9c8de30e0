import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { GET } from "@/app/api/notifications/route";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { requireChannel, requireMember } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import type { NotificationLevel } from "@/lib/channels/dto";
import { joinChannel } from "@/lib/channels/membership";
import { setNotifications } from "@/lib/channels/notifications";
import { openDirect } from "@/lib/channels/open-direct";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import { editMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { notificationsSince } from "@/lib/messages/read/notifications";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import {
  type MadeWebhook,
  makeChannel,
  makeMember,
  makeTalk,
  makeUser,
  makeWebhook,
  said,
  webhookDraft,
} from "@/lib/testing/factories";
import { requireUser } from "@/lib/web/session";

let me: SessionUser;
let grace: SessionUser;
let made: MadeWebhook;
let channel: { id: bigint };

beforeEach(async () => {
  [me, grace] = [await makeUser(), await makeUser()];
  ({ made, channel } = await makeTalk(me, grace));
});

const open = (id = channel.id) => requireMember(me, id);
const setLevel = async (level: NotificationLevel, id = channel.id) =>
  setNotifications(await open(id), { notifications: level });

async function since(seq: number, ...ids: bigint[]) {
  const since = (ids.length > 0 ? ids : [channel.id]).map((channelId) => ({ channelId, seq }));
  return notificationsSince(me, since);
}

const texts = async (seq = 0, ...ids: bigint[]) =>
  (await since(seq, ...ids)).notifications.map(({ message }) => message.content);

const say = (content: string, who = grace, to = channel, root: bigint | null = null) => said(who, to, content, root);

describe("the messages that notify a person", () => {
  test("are only mentions by default, including @everyone", async () => {
    await say("plain");
    await say(`<@${me.id}> look`);
    await say(`<@${grace.id}> look`);
    await say("@here look");
    expect(await texts()).toEqual(["@here look", `<@${me.id}> look`]);
  });

  test('are all messages by others at level "all", and none at level "none"', async () => {
    await say("from me", me);
    await say("from Grace");
    await postMessages([webhookDraft(made, { content: "from CI" })]);
    await setLevel("all");
    expect(await texts()).toEqual(["from CI", "from Grace"]);
    await say(`<@${me.id}>`);
    await setLevel("none");
    expect(await texts()).toEqual([]);
  });

  test("are all direct messages, unless they turned them off", async () => {
    const direct = await openDirect(me, [grace.id]);
    await say("hi", grace, direct);
    const { notifications } = await since(0, direct.id);
    expect(notifications).toMatchObject([
      { message: { content: "hi", author: { name: grace.name } }, channel: { id: `${direct.id}`, name: grace.name } },
    ]);
    await setLevel("none", direct.id);
    expect(await texts(0, direct.id)).toEqual([]);
  });

  test("exclude everything from muted webhooks, even mentions, and everything deleted or read", async () => {
    await setLevel("all");
    const allowedMentions = { parse: ["users" as const] };
    await postMessages([webhookDraft(made, { content: `<@${me.id}>`, allowedMentions })]);
    expect(await texts()).toHaveLength(1);
    await db().webhookMute.create({ data: { userId: me.id, webhookId: made.webhook.id } });
    expect(await texts()).toEqual([]);
    const id = await say("deleted");
    await say("read");
    await say("new");
    expect(await texts()).toEqual(["new", "read", "deleted"]);
    await db().message.update({ where: { id }, data: { deletedAt: new Date() } });
    await markRead(await open(), 3);
    expect(await texts()).toEqual(["new"]);
  });

  test("include replies in threads they follow, until they read or unfollow them", async () => {
    const root = await say("root", me);
    const other = await say("other root");
    await say("a reply", grace, channel, root);
    await say("elsewhere", grace, channel, other);
    await say("all ears", me, channel, other);
    await say("afterwards", grace, channel, other);
    expect(await texts()).toEqual(["afterwards", "a reply"]);
    await setLevel("all");
    expect(await texts()).toEqual(["afterwards", "a reply", "other root"]);
    await db().threadFollow.updateMany({ where: { userId: me.id, rootId: root }, data: { following: false } });
    await db().threadFollow.updateMany({ where: { userId: me.id, rootId: other }, data: { lastReadSeq: 99 } });
    expect(await texts()).toEqual(["other root"]);
    await setLevel("none");
    await say("once more", grace, channel, other);
    expect(await texts()).toEqual([]);
  });

  test("include their keywords as whole words in a message or an embed, which count as mentions", async () => {
    await setNotificationPreferences(me, { keywords: ["on fire", "title", "c++"], newChannels: "mentions" });
    await say("The database is ON  fire.");
    await say("Untitled, onfire, c+");
    await postMessages([webhookDraft(made, { content: "", embeds: [{ title: "Written in C++" }] })]);
    await say("I am on fire", me);
    await say(`<@${me.id}>, it is on fire`);
    await matchKeywords();
    const seqs = async (matchSeq: number) => {
      const { notifications } = await notificationsSince(me, [{ channelId: channel.id, seq: 4, matchSeq }]);
      return notifications.map(({ message }) => message.seq);
    };
    expect([await seqs(0), await seqs(1), await seqs(3)]).toEqual([[5, 3, 1], [5, 3], [5]]);
    expect(await sidebarChannels(me)).toMatchObject([{ unread: 4, mentions: 3, matchSeq: 5 }]);
    await markRead(await open(), 3);
    expect(await sidebarChannels(me)).toMatchObject([{ unread: 1, mentions: 1 }]);
    expect(await seqs(0)).toEqual([5]);
    await setLevel("none");
    expect(await seqs(0)).toEqual([]);
  });

  test("exclude edits, although the keywords in them count", async () => {
    await setNotificationPreferences(me, { keywords: ["on fire"], newChannels: "mentions" });
    const id = await say("All is well");
    await db().message.update({ where: { id }, data: { createdAt: new Date(Date.now() - 60_000) } });
    await editMessage(await requireMember(grace, channel.id), id, "All is on fire");
    await matchKeywords();
    expect(await sidebarChannels(me)).toMatchObject([{ mentions: 1 }]);
    expect(await texts()).toEqual([]);
  });

  test("include all replies of a channel if they want them, except in unfollowed threads", async () => {
    const early = await say("early root");
    await say("before", grace, channel, early);
    await setNotifications(await open(), { allReplies: true });
    expect((await open()).membership).toMatchObject({ notifications: "mentions", allReplies: true });
    const [quiet, root] = [await say("quiet root"), await say("root")];
    await db().threadFollow.create({ data: { userId: me.id, rootId: quiet, following: false } });
    await say("unheard", grace, channel, quiet);
    await say("first", grace, channel, root);
    await postMessages([webhookDraft(made, { content: "second", threadKey: "k" })]);
    await postMessages([webhookDraft(made, { content: "third", threadKey: "k" })]);
    await say("afterwards", grace, channel, early);
    expect(await texts()).toEqual(["afterwards", "third", "first"]);
  });

  test("follow the person's default level in channels they create or join", async () => {
    await setNotificationPreferences(me, { keywords: [], newChannels: "all" });
    const { id } = await createChannel(me, { name: `new-${channel.id}`, private: false });
    expect((await requireMember(me, id)).membership?.notifications).toBe("all");
    const other = await makeChannel();
    await joinChannel(await requireChannel(me, other.id));
    expect((await requireMember(me, other.id)).membership?.notifications).toBe("all");
    expect((await open()).membership?.notifications).toBe("mentions");
  });
});

describe("the response", () => {
  test("has the newest five of all requested channels, and whether there are more", async () => {
    const second = await makeWebhook();
    await makeMember({ id: second.webhook.channelId }, me);
    for (const id of [channel.id, second.webhook.channelId]) await setLevel("all", id);
    const ids = [channel.id, second.webhook.channelId];
    for (const n of [1, 2, 3]) {
      await postMessages([webhookDraft(made, { content: `first ${n}` })]);
      await postMessages([webhookDraft(second, { content: `second ${n}` })]);
    }
    expect(await texts(0, ...ids)).toEqual(["second 3", "first 3", "second 2", "first 2", "second 1"]);
    expect((await since(0, ...ids)).more).toBe(true);
    expect((await since(1, ...ids)).more).toBe(false);
    expect(await texts(2, ...ids)).toEqual(["second 3", "first 3"]);
    expect(await texts(3, ...ids)).toEqual([]);
  });

  test("has nothing from channels that the person isn't in, has left, or that are archived", async () => {
    await setLevel("all");
    await say("secret");
    const stranger = await makeUser();
    expect(await notificationsSince(stranger, [{ channelId: channel.id, seq: 0 }])).toEqual({
      notifications: [],
      more: false,
    });
    expect((await requireChannel(stranger, channel.id)).membership).toBeNull();
    expect(await texts()).toEqual(["secret"]);
    await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
    expect(await texts(0, channel.id, 4711n)).toEqual([]);
  });

  test("ignores messages that are too far back to notify about", async () => {
    await say(`<@${me.id}>`);
    await db().channel.update({ where: { id: channel.id }, data: { msgSeq: 6_000, rev: 6_000 } });
    await say(`<@${me.id}> again`);
    expect(await texts()).toEqual([`<@${me.id}> again`]);
  });
});

describe("GET /api/notifications", () => {
  async function get(query: string) {
    vi.mocked(requireUser).mockResolvedValue(me);
    const response = await GET(new NextRequest(`http://chat.example/api/notifications${query}`), {
      params: Promise.resolve({}),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  test("returns notifications since the given positions, and refuses invalid ones", async () => {
    await say(`<@${me.id}>`);
    expect(await get(`?since=${channel.id}:0,4711:5`)).toMatchObject({
      status: 200,
      body: { notifications: [{ channel: { id: `${channel.id}`, kind: "public" } }], more: false },
    });
    expect(await get(`?since=${channel.id}:1`)).toEqual({ status: 200, body: { notifications: [], more: false } });
    expect(await get("")).toEqual({
      status: 400,
      body: { error: "since must be a list like <channelId>:<seq>,<channelId>:<seq>." },
    });
    const many = Array.from({ length: 101 }, (_, index) => `${index + 1}:0`).join(",");
    expect(await get(`?since=${channel.id}:1:0`)).toMatchObject({ status: 200 });
    for (const wrong of [
      "",
      "x",
      "1:1:",
      "1:1:1:1",
      "1",
      "1:",
      ":1",
      "1:-1",
      "0:1",
      "1:1,",
      `${2n ** 63n}:1`,
      `1:${"9".repeat(16)}`,
      many,
    ]) {
      expect(await get(`?since=${wrong}`), wrong).toMatchObject({ status: 400 });
    }
  });
});
