import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { channelDto, sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeUser, userDraft } from "@/lib/testing/factories";

async function people() {
  return {
    ada: await makeUser({ name: "Ada Lovelace", role: "owner" }),
    grace: await makeUser({ name: "Grace Hopper" }),
    linus: await makeUser({ name: "Linus" }),
  };
}

async function shownTo(user: SessionUser): Promise<string[]> {
  return (await sidebarChannels(user)).map(({ name }) => name);
}

test("each set of people has one direct message, whoever opens it and in whatever order", async () => {
  const { ada, grace, linus } = await people();
  const both = await openDirect(ada, [grace.id]);
  expect(await openDirect(grace, [ada.id])).toEqual(both);
  expect(await openDirect(grace, [grace.id, ada.id, ada.id])).toEqual(both);
  const three = await openDirect(ada, [linus.id, grace.id]);
  expect(three).not.toEqual(both);
  expect(await openDirect(linus, [grace.id, ada.id])).toEqual(three);
  const rows = await db().membership.findMany({ where: { channelId: three.id }, orderBy: { userId: "asc" } });
  expect(rows.map(({ userId, role }) => [userId, role])).toEqual([ada, grace, linus].map(({ id }) => [id, "member"]));
});

test("a direct message opened many times at the same moment is created once", async () => {
  const { ada, grace } = await people();
  const opened = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? openDirect(ada, [grace.id]) : openDirect(grace, [ada.id]),
    ),
  );
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect(await db().membership.count({ where: { channelId: opened[0]?.id ?? 0n } })).toBe(2);
});

test("a note to yourself has one member", async () => {
  const { ada } = await people();
  const { id } = await openDirect(ada, [ada.id]);
  expect(await db().membership.count({ where: { channelId: id } })).toBe(1);
  expect(await channelDto(await requireChannel(ada, id))).toMatchObject({
    kind: "direct",
    name: "Ada Lovelace (you)",
    people: [{ id: `${ada.id}`, name: "Ada Lovelace", avatarUrl: null }],
    canManage: false,
    canManageWebhooks: false,
  });
});

test("unknown or deactivated people and more than eight others are refused", async () => {
  const { ada, grace } = await people();
  const gone = await makeUser({ deactivatedAt: new Date() });
  for (const ids of [[gone.id], [grace.id, 4711n], [9223372036854775807n]]) {
    await expect(openDirect(ada, ids)).rejects.toMatchObject({ code: "invalid", field: "userIds" });
  }
  const many = await Promise.all(Array.from({ length: 9 }, () => makeUser()));
  const ids = many.map(({ id }) => id);
  await expect(openDirect(ada, ids)).rejects.toMatchObject({ code: "invalid", field: "userIds" });
  await openDirect(ada, ids.slice(1));
  expect(await db().channel.count({ where: { memberships: { some: { userId: ada.id } } } })).toBe(1);
});

test("a direct message with a person who was deactivated later can still be opened and read", async () => {
  const { ada, grace } = await people();
  const { id } = await openDirect(ada, [grace.id]);
  await postMessages([userDraft(grace, { id })]);
  await db().user.update({ where: { id: grace.id }, data: { deactivatedAt: new Date() } });
  expect(await openDirect(ada, [grace.id])).toEqual({ id });
  expect(await shownTo(ada)).toEqual(["Grace Hopper"]);
});

test("direct messages are named after the others in them and sorted by latest use", async () => {
  const { ada, grace, linus } = await people();
  const { id } = await openDirect(ada, [linus.id, grace.id]);
  await openDirect(ada, [linus.id]);
  await openDirect(ada, [ada.id]);
  await postMessages([userDraft(ada, { id })]);
  expect(await shownTo(ada)).toEqual(["Grace Hopper, Linus", "Ada Lovelace (you)", "Linus"]);
  expect(await shownTo(grace)).toEqual(["Ada Lovelace, Linus"]);
});

test("an empty direct message appears only to people who opened it, and to everyone in it from the first message on", async () => {
  const { ada, grace, linus } = await people();
  const { id } = await openDirect(ada, [grace.id, linus.id]);
  expect([await shownTo(ada), await shownTo(grace)]).toEqual([["Grace Hopper, Linus"], []]);
  await openDirect(grace, [ada.id, linus.id]);
  expect([await shownTo(ada), await shownTo(grace)]).toEqual([["Grace Hopper, Linus"], ["Ada Lovelace, Linus"]]);
  await postMessages([userDraft(ada, { id })]);
  expect(await shownTo(linus)).toEqual(["Ada Lovelace, Grace Hopper"]);
});

test("every unread message in a direct message counts as a mention", async () => {
  const { ada, grace } = await people();
  const { id } = await openDirect(ada, [grace.id]);
  for (const _ of Array(3)) await postMessages([userDraft(ada, { id })]);
  expect(await sidebarChannels(grace)).toMatchObject([{ kind: "direct", unread: 3, mentions: 3 }]);
  expect(await sidebarChannels(ada)).toMatchObject([{ kind: "direct", unread: 0, mentions: 0 }]);
});

test("creating a direct message makes the streams of all its people reload their channels", async () => {
  const { ada, grace } = await people();
  const heard: Hint[] = [];
  const stop = subscribe((hint) => heard.push(hint));
  await openDirect(ada, [grace.id]);
  stop();
  for (const { id } of [ada, grace]) expect(heard).toContainEqual({ kind: "user", userId: id });
});
