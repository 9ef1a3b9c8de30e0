import { beforeEach, expect, test } from "vitest";
import { countNotices } from "@/lib/attention/notices/queries";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { firstUnreadSeq } from "@/lib/messages/read/queries";
import { setFollowing } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";
import { mutedIds, mutedPeople, setPersonMuted } from "@/lib/people/muted-authors";
import { makeChannel, makePeople, makeUser, postedMessage, userDraft } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { codeOf } from "@/lib/testing/refusals";

let me: SessionUser;
let grace: SessionUser;
let linus: SessionUser;
let channel: { id: bigint };

beforeEach(async () => {
  [me, grace, linus] = await Promise.all([makeUser(), makeUser(), makeUser()]);
  channel = await makeChannel({ members: [me, grace, linus] });
});

const hints = heardHints("user");
const open = (who = me) => requireChannel(who, channel.id);
const counts = async (who = me) => (await sidebarChannels(who)).map(({ unread, mentions }) => ({ unread, mentions }));
const notified = async (who = me, id = channel.id) =>
  (await notificationsSince(who, [{ channelId: id, seq: 0 }])).notifications.map(({ message }) => message.content);

test("a muted person's messages don't count or notify until they are unmuted", async () => {
  const content = `<@${me.id}> <@${linus.id}>`;
  await postMessages([userDraft(grace, channel, { content }), userDraft(linus, channel, { content: "plain" })]);
  await setPersonMuted(me, grace.id, true);
  expect([await counts(), await counts(linus)]).toEqual([[{ unread: 1, mentions: 0 }], [{ unread: 1, mentions: 1 }]]);
  expect([await notified(), await notified(linus)]).toEqual([[], [content]]);
  expect(await firstUnreadSeq(await open())).toBe(2);
  await setPersonMuted(me, grace.id, false);
  expect(await counts()).toEqual([{ unread: 2, mentions: 1 }]);
  expect(await firstUnreadSeq(await open())).toBe(1);
});

test("a muted person's direct messages don't count or notify, and messages without an author still count", async () => {
  const direct = await openDirect(me, [grace.id]);
  await postMessages([userDraft(grace, direct), userDraft(linus, channel)]);
  await db().message.updateMany({ where: { channelId: channel.id }, data: { userId: null } });
  await setPersonMuted(me, grace.id, true);
  expect(await counts()).toEqual([
    { unread: 1, mentions: 0 },
    { unread: 0, mentions: 0 },
  ]);
  expect(await notified(me, direct.id)).toEqual([]);
});

test("a muted person's replies in followed threads don't count or notify", async () => {
  const root = await postedMessage(userDraft(linus, channel));
  await setFollowing(await open(), root.messageId, true);
  await postMessages([userDraft(grace, channel, { threadRootId: root.messageId })]);
  expect(await unreadThreads(me)).toMatchObject([{ unread: 1 }]);
  await setPersonMuted(me, grace.id, true);
  expect([await unreadThreads(me), await notified()]).toEqual([[], []]);
});

test("a muted person's actions aren't counted among notices", async () => {
  const entry = { kind: "webhook", action: "webhook.deleted", actorName: "x", channelId: channel.id };
  for (const { id: actorId } of [grace, linus]) {
    const { id } = await db().auditEntry.create({ data: { ...entry, actorId }, select: { id: true } });
    await db().notice.create({ data: { userId: me.id, auditEntryId: id } });
  }
  expect(await countNotices(me)).toEqual({ any: true, unseen: 2, newest: expect.stringMatching(/^\d+$/) });
  await setPersonMuted(me, grace.id, true);
  expect(await countNotices(me)).toEqual({ any: true, unseen: 1, newest: expect.stringMatching(/^\d+$/) });
});

test("muting notifies only the user's own tabs, once per change, and lists the person by name", async () => {
  await setPersonMuted(me, grace.id, true);
  await setPersonMuted(me, grace.id, true);
  expect(hints).toEqual([{ kind: "user", userId: me.id }]);
  expect([await mutedIds(me), await mutedIds(grace)]).toEqual([[`${grace.id}`], []]);
  expect(await mutedPeople(me)).toEqual([{ id: `${grace.id}`, name: grace.name, avatarUrl: null }]);
});

test("a person can mute at most a thousand people", async () => {
  await makePeople(1_000);
  await db()
    .$executeRaw`INSERT INTO user_mutes (user_id, muted_id) SELECT ${me.id}, id FROM users WHERE id <> ${me.id} AND id <> ${grace.id} ORDER BY id DESC LIMIT 999`;
  await Promise.allSettled([setPersonMuted(me, grace.id, true), setPersonMuted(me, linus.id, true)]);
  expect(await mutedIds(me)).toHaveLength(1_000);
  const other = await makeUser();
  expect(await codeOf(setPersonMuted(me, other.id, true))).toBe("conflict");
});

test("muting is refused for oneself and for unknown people", async () => {
  expect(await codeOf(setPersonMuted(me, me.id, true))).toBe("invalid");
  expect(await codeOf(setPersonMuted(me, 5n, true))).toBe("not_found");
});
