import { expect, test } from "vitest";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { browseChannels, joinableChannels } from "@/lib/channels/browse-channels";
import { addMembers, joinChannel, leaveChannel, removeMember, setMemberRole } from "@/lib/channels/membership";
import { openDirect } from "@/lib/channels/open-direct";
import { channelsWithWebhooksManagedBy, sidebarChannels } from "@/lib/channels/queries";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { makeUser, userDraft } from "@/lib/testing/factories";

async function setUp() {
  const [owner, grace, stranger] = [await makeUser({ role: "owner" }), await makeUser(), await makeUser()];
  const { id } = await openDirect(owner, [grace.id]);
  await postMessages([userDraft(owner, { id })]);
  return { owner, grace, stranger, id };
}

const CHANGE = { name: "Renamed", topic: "", webhookManagers: "members" as const };

test.each<[string, (direct: AccessibleChannel, other: bigint, stranger: bigint) => Promise<void>]>([
  ["joining", (direct) => joinChannel(direct)],
  ["leaving", (direct) => leaveChannel(direct)],
  ["new members", (direct, _, stranger) => addMembers(direct, stranger)],
  ["the removal of members", (direct, other) => removeMember(direct, other)],
  ["the removal of yourself", (direct) => removeMember(direct, direct.user.id)],
  ["managers", (direct, other) => setMemberRole(direct, other, "manager")],
  ["a new name", (direct) => updateChannel(direct, CHANGE)],
  ["archiving", (direct) => setArchived(direct, true)],
])("a direct message refuses %s, even from an owner who is in it", async (_, act) => {
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

test("a direct message appears only in its people's sidebars", async () => {
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
