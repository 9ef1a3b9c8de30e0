import { type AccessibleChannel, assertCanManage } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";

/** Joins a public channel; what was said before counts as read. Doing it twice changes nothing. */
export async function joinChannel({ user, channel }: AccessibleChannel): Promise<void> {
  if (channel.archivedAt) throw new AppError("forbidden", "This channel is archived. Nobody can join it any more.");
  await upsertMember(channel, user.id);
}

/** Leaves a channel. Throws `conflict` for its last manager while others remain. */
export async function leaveChannel(accessible: AccessibleChannel): Promise<void> {
  await remove(accessible, accessible.user.id);
}

/** Adds somebody of the workspace; any member may. Throws `not_found` for who isn't in the workspace. */
export async function addMember({ channel, membership }: AccessibleChannel, userId: bigint): Promise<void> {
  if (!membership) throw new AppError("forbidden", "Join the channel before you add people to it.");
  const person = await db().user.findUnique({ where: { id: userId, deactivatedAt: null }, select: { id: true } });
  if (!person) throw new AppError("not_found", "There is no such person in this workspace.");
  await upsertMember(channel, userId);
}

/** Removes a member. Throws `forbidden`, and `conflict` for the last manager. */
export async function removeMember(accessible: AccessibleChannel, userId: bigint): Promise<void> {
  if (userId !== accessible.user.id) assertCanManage(accessible);
  await remove(accessible, userId);
}

/** Makes a member a manager or a plain member. Throws `forbidden`, and `conflict` for the last manager. */
export async function setMemberRole(
  accessible: AccessibleChannel,
  userId: bigint,
  role: "manager" | "member",
): Promise<void> {
  assertCanManage(accessible);
  await keepAManager(accessible, userId, async (tx) => {
    await tx.membership.updateMany({ where: { channelId: accessible.channel.id, userId }, data: { role } });
  });
  publish({ kind: "user", userId });
}

async function upsertMember(channel: { id: bigint; msgSeq: bigint }, userId: bigint): Promise<void> {
  const key = { channelId: channel.id, userId };
  await db().membership.upsert({
    where: { channelId_userId: key },
    create: { ...key, lastReadSeq: channel.msgSeq },
    update: {},
  });
  publish({ kind: "user", userId });
}

async function remove(accessible: AccessibleChannel, userId: bigint): Promise<void> {
  await keepAManager(accessible, userId, async (tx) => {
    await tx.membership.deleteMany({ where: { channelId: accessible.channel.id, userId } });
  });
  publish({ kind: "user", userId });
}

type Transaction = Parameters<Parameters<ReturnType<typeof db>["$transaction"]>[0]>[0];

/** Runs `change` and takes it back if it leaves members without a manager. The lock keeps two of these from crossing. */
async function keepAManager(
  { channel }: AccessibleChannel,
  userId: bigint,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${channel.id})`;
    const was = await tx.membership.findUnique({
      where: { channelId_userId: { channelId: channel.id, userId } },
      select: { role: true },
    });
    if (!was) throw new AppError("not_found", "This person is not a member of the channel.");
    await change(tx);
    const members = await tx.membership.groupBy({ by: ["role"], where: { channelId: channel.id }, _count: true });
    if (members.length > 0 && !members.some(({ role }) => role === "manager") && was.role === "manager") {
      throw new AppError("conflict", "This is the channel's last manager. Make another member a manager first.");
    }
  });
}
