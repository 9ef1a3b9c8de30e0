import { expect, test } from "vitest";
import type { InboxItemDto, InboxView } from "@/lib/attention/inbox/dto";
import { markSeen, readInbox } from "@/lib/attention/inbox/mark-read";
import { countNewReactions, inboxPage } from "@/lib/attention/inbox/queries";
import { inboxSchema } from "@/lib/attention/inbox/schema";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead, restoreReadPositions } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import { setReaction } from "@/lib/messages/change/change-as-member";
import { markThreadRead } from "@/lib/messages/threads/follow-thread";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setPersonMuted } from "@/lib/people/muted-authors";
import { makeChannel, makeUser, postedMessage, said, userDraft } from "@/lib/testing/factories";

async function scene() {
  const [ada, grace, linus] = [await makeUser({ name: "Ada" }), await makeUser({ name: "Grace" }), await makeUser()];
  const channel = await makeChannel({ members: [ada, grace, linus] });
  return { ada, grace, linus, channel };
}

/** Returns the items of a view in short: what each is, its text, and whether it's new. */
async function listed(user: SessionUser, show: InboxView = "all"): Promise<string[]> {
  return (await inboxPage(user, { show })).items.map(inShort);
}

function inShort(item: InboxItemDto): string {
  const unread = item.unread ? "new" : "read";
  if (item.kind === "mention") return `${item.why} ${item.message.content.replace(/<@\d+> ?/, "")}: ${unread}`;
  if (item.kind === "thread") return `thread ${item.root.content}/${item.last?.content}: ${unread} ${item.newReplies}`;
  if (item.kind === "reactions") return `reactions ${item.message.content} ${item.emoji.join("")}: ${unread}`;
  return `notice ${item.notice.action}: ${unread}`;
}

const react = async (user: SessionUser, channel: { id: bigint }, messageId: bigint, emoji: string) =>
  setReaction(await requireChannel(user, channel.id), messageId, emoji, true);

test("mentions, keywords, threads and reactions appear newest first, and each is read where it is", async () => {
  const { ada, grace, linus, channel } = await scene();
  await db().user.update({ where: { id: ada.id }, data: { keywords: ["outage"] } });
  const root = await said(ada, channel, "my question");
  await said(grace, channel, "nothing of interest");
  await said(grace, channel, `<@${ada.id}> look`);
  await said(grace, channel, "an outage");
  await said(grace, channel, "my answer", root);
  await react(linus, channel, root, "🎉");
  await react(grace, channel, root, "👍");
  await react(ada, channel, root, "🚀");
  await matchKeywords();
  expect(await listed(ada)).toEqual([
    "reactions my question 👍🎉: new",
    "thread my question/my answer: new 1",
    "keyword an outage: new",
    "mention look: new",
  ]);
  expect(await listed(ada, "mentions")).toEqual(["keyword an outage: new", "mention look: new"]);
  expect(await countNewReactions(ada)).toBe(1);
  expect(await listed(grace)).toEqual(["thread my question/my answer: read 0"]);
  expect(await listed(linus)).toEqual([]);

  await markRead(await requireChannel(ada, channel.id), 3);
  expect(await listed(ada, "mentions")).toEqual(["keyword an outage: new", "mention look: read"]);
  await markThreadRead(await requireChannel(ada, channel.id), root, 100);
  expect(await listed(ada, "threads")).toEqual(["thread my question/my answer: read 0"]);
  const [reactions] = (await inboxPage(ada, { show: "reactions" })).items;
  await markSeen(ada, { reactions: reactions?.at });
  expect(await listed(ada, "reactions")).toEqual(["reactions my question 👍🎉: read"]);
  expect(await countNewReactions(ada)).toBe(0);
  await react(linus, channel, root, "❤️");
  expect(await listed(ada, "reactions")).toEqual(["reactions my question ❤️👍🎉: new"]);
});

test("a mention in a followed thread is shown by its thread, and on its own among the mentions", async () => {
  const { ada, grace, channel } = await scene();
  const root = await said(grace, channel, "a plan");
  await said(grace, channel, `<@${ada.id}> your turn`, root);
  const all = (await inboxPage(ada, { show: "all" })).items;
  expect(all).toMatchObject([{ kind: "thread", mentions: 1, newReplies: 1, unread: true }]);
  expect(await listed(ada, "mentions")).toEqual(["mention your turn: new"]);
  await markThreadRead(await requireChannel(ada, channel.id), root, 100);
  expect(await listed(ada, "mentions")).toEqual(["mention your turn: read"]);
});

test("what has been read stays for 30 days, and what is unread until it's read", async () => {
  const { ada, grace, channel } = await scene();
  const old = new Date(Date.now() - 31 * 86_400_000);
  await db().membership.updateMany({ where: { channelId: channel.id }, data: { joinedAt: old } });
  const mention = await said(grace, channel, `<@${ada.id}> look`);
  const own = await said(ada, channel, "done");
  await react(grace, channel, own, "👍");
  await db().message.updateMany({ where: { id: mention }, data: { createdAt: old } });
  await db().reaction.updateMany({ where: { messageId: own }, data: { createdAt: old } });
  expect(await listed(ada)).toEqual(["mention look: new"]);
  await markRead(await requireChannel(ada, channel.id), 100);
  expect(await listed(ada)).toEqual([]);
});

test("nothing comes from muted people, left channels or before joining", async () => {
  const { ada, grace, linus, channel } = await scene();
  const late = await makeUser();
  const own = await said(ada, channel, "done");
  await said(grace, channel, "@everyone hello");
  await react(grace, channel, own, "👍");
  await react(linus, channel, own, "🎉");
  await setPersonMuted(ada, grace.id, true);
  expect(await listed(ada)).toEqual(["reactions done 🎉: new"]);
  expect(await listed(linus)).toEqual(["everyone @everyone hello: new"]);
  await db().membership.create({ data: { channelId: channel.id, userId: late.id, lastReadSeq: 100 } });
  expect(await listed(late)).toEqual([]);
  await leaveChannel(await requireChannel(linus, channel.id));
  await db().membership.delete({ where: { channelId_userId: { channelId: channel.id, userId: ada.id } } });
  expect(await listed(ada)).toEqual([]);
  expect(await countNewReactions(ada)).toBe(0);
  expect(await listed(linus)).toEqual([]);
});

test("everything comes page by page, each item once", async () => {
  const { ada, grace, channel } = await scene();
  for (let index = 0; index < 40; index += 1) {
    await postedMessage(userDraft(grace, channel, { content: `<@${ada.id}> ${index}` }));
    const own = await said(ada, channel, `own ${index}`);
    await react(grace, channel, own, "👍");
  }
  const keys: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: Awaited<ReturnType<typeof inboxPage>> = await inboxPage(ada, inboxSchema.parse({ after }));
    keys.push(...page.items.map(({ key }) => key));
    after = page.next;
  }
  expect([keys.length, new Set(keys).size]).toEqual([80, 80]);
  expect(inboxSchema.parse({ show: "x", after: "1.yesterday" })).toEqual({ show: "all", after: undefined });
});

test("marking all as read moves each channel to its last mention only, and can be undone", async () => {
  const { ada, grace, channel } = await scene();
  const root = await said(ada, channel, "question");
  await said(grace, channel, `<@${ada.id}> look`);
  await said(grace, channel, "later");
  await said(grace, channel, "answer", root);
  await react(grace, channel, root, "👍");
  const stateOf = async () => {
    const [{ unread = 0, mentions = 0 } = {}] = (await sidebarChannels(ada)).filter(({ id }) => id === `${channel.id}`);
    return [unread, mentions, (await unreadThreads(ada)).length, await countNewReactions(ada)];
  };
  expect(await stateOf()).toEqual([2, 1, 1, 1]);
  const before = await readInbox(ada);
  expect(await stateOf()).toEqual([1, 0, 0, 0]);
  expect((await listed(ada)).every((text) => text.includes(": read"))).toBe(true);
  await restoreReadPositions(ada, before.positions);
  expect(await stateOf()).toEqual([2, 1, 0, 0]);
});
