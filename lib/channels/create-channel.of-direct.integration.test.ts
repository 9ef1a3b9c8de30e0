import { beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { makeChannelOf } from "@/lib/channels/create-channel";
import { addMembers } from "@/lib/channels/membership";
import { openDirect } from "@/lib/channels/open-direct";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, makeWorkspace, said } from "@/lib/testing/factories";

let [ada, grace, linus]: SessionUser[] = [];

beforeEach(async () => {
  await makeWorkspace();
  [ada, grace, linus] = [await makeUser(), await makeUser({ newChannelNotifications: "all" }), await makeUser()];
});

async function group() {
  if (!ada || !grace || !linus) throw new Error("The people are missing.");
  const people = [grace.id, linus.id];
  const { id } = await openDirect(ada, people);
  await said(ada, { id }, "hello");
  return { id, people, ada, grace, linus, as: await requireChannel(ada, id) };
}

test("a direct message of three becomes a private channel with its messages and people", async () => {
  const { id, people, ada, grace, linus, as } = await group();
  await db().membership.updateMany({ where: { channelId: id, userId: linus.id }, data: { notifications: "none" } });
  await makeChannelOf(as, "launch", true);
  const now = await requireChannel(grace, id);
  expect(now.channel).toMatchObject({ kind: "private", name: "launch" });
  expect(now.membership).toMatchObject({ role: "member", notifications: "all" });
  expect((await requireChannel(linus, id)).membership?.notifications).toBe("none");
  expect((await requireChannel(ada, id)).canManage).toBe(true);
  expect(await db().message.count({ where: { channelId: id } })).toBe(1);
  expect((await sidebarChannels(linus)).find((each) => each.id === `${id}`)).toMatchObject({ name: "launch" });
  // The same people begin anew, and others can be added to the channel.
  expect((await openDirect(ada, people)).id).not.toBe(id);
  await addMembers(await requireChannel(ada, id), (await makeUser()).id);
  expect(await db().channelEvent.findMany({ where: { channelId: id }, orderBy: { id: "asc" } })).toMatchObject([
    { kind: "made_channel", actorId: ada.id, details: { to: "launch" } },
    { kind: "added" },
  ]);
  const entry = await db().auditEntry.findFirstOrThrow({ where: { channelId: id }, orderBy: { id: "asc" } });
  expect(entry).toMatchObject({ action: "channel.made_of_direct", actorId: ada.id, channelName: "launch" });
});

test("only once, with three people, and under a free name", async () => {
  const { as, ada, grace } = await group();
  const taken = await makeChannel({ members: [ada] });
  await expect(makeChannelOf(as, taken.name, true)).rejects.toMatchObject({ code: "conflict", field: "name" });
  await makeChannelOf(as, "once", false);
  await expect(makeChannelOf(as, "twice", false)).rejects.toMatchObject({ code: "conflict" });
  const { id } = await openDirect(ada, [grace.id]);
  await expect(makeChannelOf(await requireChannel(ada, id), "pair", true)).rejects.toMatchObject({ code: "forbidden" });
});

test("not if only admins may create channels", async () => {
  const { as } = await group();
  await db().workspace.updateMany({ data: { whoCreatesChannels: "admins" } });
  await expect(makeChannelOf(as, "mine", true)).rejects.toMatchObject({ code: "forbidden" });
});
