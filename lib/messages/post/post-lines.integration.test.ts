import { beforeEach, expect, test } from "vitest";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { requireChannel } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { addMembers, joinChannel, leaveChannel, removeMember } from "@/lib/channels/membership";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead } from "@/lib/channels/read-position";
import { setVisibility, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { deleteMessage, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, firstUnreadSeq, messagePage } from "@/lib/messages/read/queries";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createInvite } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { makeChannel, makeMember, makeUser, makeWorkspace, said, userDraft } from "@/lib/testing/factories";
import { postLines } from "./post-lines";

let manager: SessionUser;
let reader: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  [manager, reader] = [await makeUser({ name: "Mona" }), await makeUser({ name: "Rita", keywords: ["joined"] })];
});

async function talk() {
  const channel = await makeChannel({ members: [reader] });
  await makeMember(channel, manager, "manager");
  await said(manager, channel, "hello");
  await markRead(await requireChannel(reader, channel.id), 1);
  return channel;
}

const joins = async (channel: { id: bigint }, name: string) => {
  const person = await makeUser({ name });
  await joinChannel(await requireChannel(person, channel.id));
  return person;
};

const textsIn = async (channel: { id: bigint }) =>
  (await messagePage(channel.id, { at: "latest" })).messages.map(({ content, isLine }) => (isLine ? content : "-"));

test("people who are in a channel from the start get a line, but not who creates it", async () => {
  const input = { name: `begun-${reader.id}`, private: false, userIds: [manager.id, reader.id] };
  const channel = await createChannel(manager, input);
  await postLines();
  expect(await textsIn(channel)).toEqual(["**Rita** was added by **Mona**."]);
});

test("what happens in a row is one line, which every open page gets as a change", async () => {
  const channel = await talk();
  const ann = await joins(channel, "Ann");
  await postLines();
  const { rev, messages } = await messagePage(channel.id, { at: "latest" });
  await joins(channel, "Bo");
  for (const name of ["Cy", "Dee", "Eve"]) await joins(channel, name);
  const asManager = await requireChannel(manager, channel.id);
  const guest = await makeUser({ name: "Gus" });
  await addMembers(asManager, guest.id);
  await removeMember(asManager, guest.id);
  await leaveChannel(await requireChannel(ann, channel.id));
  await updateChannel(asManager, { topic: "Builds" });
  await postLines();
  const [change, ...more] = (await changesSince(channel.id, rev, 10)).messages;
  expect(more).toEqual([]);
  expect(change).toMatchObject({
    id: messages.at(-1)?.id,
    isLine: true,
    content: [
      "**Ann**, **Bo** and 3 others joined.",
      "**Gus** was added by **Mona**.",
      "**Gus** was removed by **Mona**.",
      "**Ann** left.",
      "**Mona** changed the topic to “Builds”.",
    ].join(" "),
  });
  await said(manager, channel, "welcome");
  await setVisibility(asManager, "private");
  await postLines();
  expect((await textsIn(channel)).at(-1)).toBe("**Mona** made the channel private.");
  expect(await db().channelEvent.count()).toBe(0);
});

test("a line is never unread, found, matched by a keyword or changed, and whoever has read everything stays so", async () => {
  const channel = await talk();
  await joins(channel, "Zoe");
  await postLines();
  await Promise.all([indexMessages(), matchKeywords()]);
  const asReader = await requireChannel(reader, channel.id);
  const [mine] = (await sidebarChannels(reader)).filter(({ id }) => id === `${channel.id}`);
  expect(mine).toMatchObject({ unread: 0, mentions: 0 });
  expect(await firstUnreadSeq(asReader)).toBeNull();
  for (const text of ["joined", "from:Zoe"]) {
    expect((await searchMessages(reader, { text, timeZone: "UTC" })).results).toEqual([]);
  }
  expect(await db().messageMatch.count({ where: { channelId: channel.id } })).toBe(0);
  const line = await db().message.findFirstOrThrow({ where: { channelId: channel.id, seq: 2 } });
  await expect(setReaction(asReader, line.id, "👍", true)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteMessage(await requireChannel(manager, channel.id), line.id)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await postMessages([userDraft(reader, channel, { threadRootId: line.id })])).toEqual([
    { refused: "unknown_thread" },
  ]);
  const people = await messagePage(channel.id, { at: "latest" }, { by: "people" });
  expect(people.messages.map(({ content }) => content)).toEqual(["hello"]);
  // The next message counts as one.
  await said(manager, channel, "news");
  const [now] = (await sidebarChannels(reader)).filter(({ id }) => id === `${channel.id}`);
  expect(now?.unread).toBe(1);
});

test("a crowd that joins fills few lines", async () => {
  const channel = await talk();
  const rows = Array.from({ length: 450 }, (_, index) => ({
    channelId: channel.id,
    kind: "joined",
    actorId: BigInt(index + 1),
  }));
  await db().channelEvent.createMany({ data: rows });
  while ((await postLines()) > 0) {}
  expect((await messagePage(channel.id, { at: "latest" })).messages.length).toBeLessThan(7);
});

test("people who join the workspace have a line in each default channel", async () => {
  const channel = await talk();
  const owner = await makeUser({ role: "owner" });
  const { url = "" } = await createInvite(owner, "https://chat.example.com");
  await joinWorkspace(
    {
      code: url?.split("/").at(-1) ?? "",
      name: "Newton",
      email: `newton.${channel.id}@example.com`,
      password: "correct horse battery staple",
    },
    "192.0.2.9",
  );
  await postLines();
  expect(await textsIn(channel)).toEqual(["-", "**Newton** joined."]);
});
