import { beforeEach, expect, test } from "vitest";
import { inboxPage } from "@/lib/attention/inbox/queries";
import { requireChannel } from "@/lib/channels/access";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead } from "@/lib/channels/read-position";
import { updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { deleteMessage, editMessage, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { changesSince, firstUnreadSeq, messagePage } from "@/lib/messages/read/queries";
import { setFollowing } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import { replyAt, threadPage } from "@/lib/messages/threads/thread-page";
import { expireMessages } from "@/lib/operation/retention/expire-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import {
  makeChannel,
  makeMember,
  makeOlder,
  makeUser,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
} from "@/lib/testing/factories";

let ada: SessionUser;
let grace: SessionUser;
let channel: { id: bigint };
let root: bigint;

beforeEach(async () => {
  await makeWorkspace();
  [ada, grace] = [await makeUser({ name: "Ada" }), await makeUser()];
  channel = await makeChannel({ members: [ada, grace] });
  root = await said(ada, channel, `Deploy **failed**, <@${ada.id}>`);
});

const as = (user: SessionUser) => requireChannel(user, channel.id);
const replyInChannel = async (content: string) =>
  (await postedMessage(userDraft(grace, channel, { content, threadRootId: root, inChannel: true }))).messageId;
const inChannel = async (at: Parameters<typeof messagePage>[1] = { at: "latest" }) =>
  (await messagePage(channel.id, at)).messages;
const inThread = async () => (await threadPage(await as(ada), root, null)).messages;

test("a reply that is also sent to the channel is one message in both, with what it replies to", async () => {
  await said(grace, channel, "only here", root);
  const id = await replyInChannel("both");
  const [, shown] = await inChannel();
  expect(shown).toMatchObject({ id: `${id}`, threadId: `${root}`, inChannel: { root: "Deploy failed, @Ada" } });
  expect((await inThread()).map(({ content, inChannel: also }) => [content, also?.root])).toEqual([
    ["only here", undefined],
    ["both", "Deploy failed, @Ada"],
  ]);
  expect((await inChannel({ at: "around", seq: 3 })).map(({ content }) => content)).toEqual([
    expect.stringContaining("Deploy"),
    "both",
  ]);
  expect((await messagePage(channel.id, { at: "latest" }, { by: "people" })).messages).toHaveLength(2);
  // A link to it leads to the channel.
  expect([await replyAt(await as(ada), 2), await replyAt(await as(ada), 3)]).toEqual([
    { rootId: root, rootSeq: 1n },
    null,
  ]);
  await setReaction(await as(ada), id, "🎉", true);
  expect([await inChannel(), await inThread()].map((shownThere) => shownThere.at(-1)?.reactions)).toEqual([
    [expect.objectContaining({ emoji: "🎉" })],
    [expect.objectContaining({ emoji: "🎉" })],
  ]);
  await deleteMessage(await as(grace), id);
  expect((await inChannel()).map(({ thread }) => thread?.replyCount)).toEqual([1]);
  expect(await inThread()).toHaveLength(1);
});

test("it's unread in the channel once, and not again in the thread", async () => {
  await setFollowing(await as(ada), root, true);
  await markRead(await as(ada), 1);
  await replyInChannel(`<@${ada.id}> both`);
  expect(await sidebarChannels(ada)).toMatchObject([{ unread: 1, mentions: 1 }]);
  expect([await unreadThreads(ada), await firstUnreadSeq(await as(ada))]).toEqual([[], 2]);
  const { notifications } = await notificationsSince(ada, [{ channelId: channel.id, seq: 0 }]);
  expect(notifications).toHaveLength(1);
  const unread = async () => (await inboxPage(ada, { show: "all" })).items.filter((item) => item.unread);
  expect(await unread()).toMatchObject([{ kind: "mention" }]);
  await markRead(await as(ada), 2);
  expect(await sidebarChannels(ada)).toMatchObject([{ unread: 0, mentions: 0 }]);
  expect(await unread()).toEqual([]);
  expect((await notificationsSince(ada, [{ channelId: channel.id, seq: 0 }])).notifications).toEqual([]);
});

test("editing or deleting its root changes it too, with revisions that every reader gets", async () => {
  for (const text of ["one", "two"]) await replyInChannel(text);
  const { rev } = await messagePage(channel.id, { at: "latest" });
  await editMessage(await as(ada), root, "Deploy fixed");
  const { messages: changes } = await changesSince(channel.id, rev, 10);
  expect(changes.map(({ content, inChannel: also }) => [content, also?.root])).toEqual([
    ["Deploy fixed", undefined],
    ["one", "Deploy fixed"],
    ["two", "Deploy fixed"],
  ]);
  expect(new Set(changes.map((each) => each.rev)).size).toBe(3);
  const head = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { rev: true } });
  expect(Number(head.rev)).toBe(changes.at(-1)?.rev);
  await deleteMessage(await as(ada), root);
  const { messages: after } = await changesSince(channel.id, Number(head.rev), 10);
  expect(after.map(({ inChannel: also }) => also?.root)).toEqual([undefined, "", ""]);
});

test("a root that retention clears leaves its reply in the channel, and both go in time", async () => {
  const kept = await makeChannel({ members: [ada, grace], retentionDays: 7 });
  const old = await said(ada, kept, "secret");
  const draft = userDraft(grace, kept, { content: "newer", threadRootId: old, inChannel: true });
  const { messageId } = await postedMessage(draft);
  await makeOlder(8, old);
  const { rev } = await messagePage(kept.id, { at: "latest" });
  await expireMessages();
  const { messages } = await messagePage(kept.id, { at: "latest" });
  expect(messages.map(({ deleted, inChannel: also }) => [deleted, also?.root])).toEqual([
    [true, undefined],
    [false, ""],
  ]);
  expect((await changesSince(kept.id, rev, 10)).messages.map(({ id }) => id)).toEqual([`${old}`, `${messageId}`]);
  await makeOlder(8, messageId);
  await expireMessages();
  expect((await messagePage(kept.id, { at: "latest" })).messages).toEqual([]);
});

test("in an announcement channel only those who post there send a reply to it", async () => {
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  await updateChannel(await as(manager), { whoPosts: "managers" });
  const draft = { threadRootId: root, inChannel: true };
  expect(await postMessages([userDraft(grace, channel, draft)])).toEqual([{ refused: "not_a_manager" }]);
  expect(await postMessages([userDraft(manager, channel, draft)])).toMatchObject([{ replayed: false }]);
});
