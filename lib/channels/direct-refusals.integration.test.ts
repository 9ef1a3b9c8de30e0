import { expect, test } from "vitest";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { browseChannels, joinableChannels } from "@/lib/channels/browse-channels";
import { addMember, joinChannel, leaveChannel, removeMember, setMemberRole } from "@/lib/channels/membership";
import { openDirect } from "@/lib/channels/open-direct";
import { channelsWithWebhooksManagedBy, sidebarChannels } from "@/lib/channels/queries";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post-messages";
import { makeUser, userDraft } from "@/lib/testing/factories";

async function setUp() {
  const [owner, grace, stranger] = [await makeUser({ role: "owner" }), await makeUser(), await makeUser()];
  const { id } = await openDirect(owner, [grace.id]);
  await postMessages([userDraft(owner, { id })]);
  return { owner, grace, stranger, id };
}

const CHANGE = { name: "Renamed", topic: "", webhookManagers: "members" as const };

test.each<[string, (direct: AccessibleChannel, other: bigint, stranger: bigint) => Promise<void>]>([
  ["joined", (direct) => joinChannel(direct)],
  ["left", (direct) => leaveChannel(direct)],
  ["given members", (direct, _, stranger) => addMember(direct, stranger)],
  ["taken members from", (direct, other) => removeMember(direct, other)],
  ["taken oneself from", (direct) => removeMember(direct, direct.user.id)],
  ["given a manager", (direct, other) => setMemberRole(direct, other, "manager")],
  ["renamed", (direct) => updateChannel(direct, CHANGE)],
  ["archived", (direct) => setArchived(direct, true)],
])("a direct message can't be %s, not even by an owner who is in it", async (_, act) => {
  const { owner, grace, stranger, id } = await setUp();
  const state = async () => [
    await db().channel.findUnique({ where: { id } }),
    await db().membership.findMany({ where: { channelId: id }, orderBy: { userId: "asc" } }),
  ];
  const before = await state();
  await expect(act(await requireChannel(owner, id), grace.id, stranger.id)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringMatching(/direct message/i),
  });
  expect(await state()).toEqual(before);
});

test("it is in nobody's list of channels but its people's sidebar", async () => {
  const { owner, grace, stranger, id } = await setUp();
  const admin = await makeUser({ role: "admin" });
  for (const user of [owner, grace, stranger, admin]) {
    const lists = [
      (await browseChannels(user)).items,
      await joinableChannels(user),
      await channelsWithWebhooksManagedBy(user),
    ];
    expect(lists.flat().map((channel) => channel.id)).not.toContain(`${id}`);
  }
  const isVisibleTo = async (user: typeof owner) =>
    (await sidebarChannels(user)).some((channel) => channel.id === `${id}`);
  expect([await isVisibleTo(owner), await isVisibleTo(grace)]).toEqual([true, true]);
  expect([await isVisibleTo(stranger), await isVisibleTo(admin)]).toEqual([false, false]);
});
