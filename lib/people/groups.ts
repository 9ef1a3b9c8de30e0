import { changes, recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { takeTurn } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import { requireAdmin } from "@/lib/people/allowed";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { GroupNameDto, GroupRowDto, UserGroupDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { type UserGroupInput, userGroupSchema } from "@/lib/people/schema";
import { AppError, hasCode, isAppError, noSuchThing } from "@/lib/text/errors";

// Why: docs/decisions/notifications.md

const MOST_GROUPS = 200;
// Groups are added one after the other, or they'd exceed the limit together.
const GROUPS = "parley_user_groups";

const select = {
  id: true,
  handle: true,
  description: true,
  members: {
    where: { user: { deactivatedAt: null } },
    orderBy: { user: { name: "asc" } },
    select: { user: { select: { id: true, name: true, email: true, avatarUrl: true, role: true, createdAt: true } } },
  },
} as const;

// As many as a row of the list shows.
const MOST_FACES = 5;

type ListRow = Omit<GroupRowDto, "id" | "faces"> & {
  id: bigint;
  faces: { id: string; name: string; avatarUrl: string | null }[];
};

/** Returns all user groups with a few of their members, by handle. Everyone may see them. */
export async function listGroups(): Promise<GroupRowDto[]> {
  const rows = await db().$queryRaw<ListRow[]>`
    SELECT g.id, g.handle, g.description, m.count AS "memberCount", m.faces FROM user_groups g
    CROSS JOIN LATERAL (
      SELECT coalesce(max(n), 0)::int AS count, coalesce(
        json_agg(json_build_object('id', id::text, 'name', name, 'avatarUrl', avatar_url) ORDER BY n) FILTER (WHERE n <= ${MOST_FACES}),
        '[]') AS faces
      FROM (
        SELECT u.id, u.name, u.avatar_url, row_number() OVER (ORDER BY u.name, u.id) AS n
        FROM user_group_members p JOIN users u ON u.id = p.user_id WHERE p.group_id = g.id AND u.deactivated_at IS NULL) each
    ) m
    WHERE g.deleted_at IS NULL ORDER BY g.handle LIMIT ${MOST_GROUPS}`;
  return rows.map(({ id, faces, ...row }) => ({
    ...row,
    id: `${id}`,
    faces: faces.map((face) => ({ ...face, avatarUrl: shownImage(face.avatarUrl, BigInt(face.id)) })),
  }));
}

/** Returns all user groups without their members, by handle. */
export async function listGroupNames(): Promise<GroupNameDto[]> {
  const rows = await db().userGroup.findMany({
    where: { deletedAt: null },
    orderBy: { handle: "asc" },
    take: MOST_GROUPS,
    select: { id: true, handle: true, description: true },
  });
  return rows.map((row) => ({ ...row, id: `${row.id}` }));
}

/** Returns one of them. Throws `not_found`. */
export async function findGroup(id: bigint): Promise<UserGroupDto> {
  const found = await db().userGroup.findFirst({ where: { id, deletedAt: null }, select });
  if (!found) throw noSuchThing();
  return toDto(found);
}

type Row = Prisma.UserGroupGetPayload<{ select: typeof select }>;

function toDto({ id, handle, description, members }: Row): UserGroupDto {
  return {
    id: `${id}`,
    handle,
    description,
    members: members.map(({ user }) => ({
      ...user,
      id: `${user.id}`,
      avatarUrl: shownImage(user.avatarUrl, user.id),
      createdAt: user.createdAt.toISOString(),
      deactivated: false,
    })),
  };
}

/** Creates a group. Throws `not_found` for members, and `invalid` or `conflict` for a handle or person that can't be. */
export async function createGroup(actor: SessionUser, input: UserGroupInput): Promise<void> {
  await write(actor, input, async (tx) => {
    await add(tx, input);
    await recordAudit(tx, { actor, action: "group.created", details: { group: input.handle } });
  });
}

async function add(tx: Transaction, { handle, description, memberIds }: UserGroupInput): Promise<bigint> {
  if ((await tx.userGroup.count({ where: { deletedAt: null } })) >= MOST_GROUPS)
    throw new AppError("conflict", `A workspace can have at most ${MOST_GROUPS} groups. Delete one first.`);
  const { id } = await tx.userGroup.create({ data: { handle, description }, select: { id: true } });
  await setMembers(tx, id, memberIds);
  return id;
}

/**
 * Returns the group with this handle, or adds one with those of its members who are active. Returns null for one that can't
 * be. It isn't in the audit log, because its import is.
 */
export async function importGroup(
  tx: Transaction,
  group: UserGroupInput,
): Promise<{ id: bigint; isNew: boolean } | null> {
  const input = userGroupSchema.safeParse({ ...group, memberIds: group.memberIds.map(String) }).data;
  if (!input) return null;
  const existing = await tx.userGroup.findFirst({
    where: { handle: input.handle, deletedAt: null },
    select: { id: true },
  });
  if (existing) return { ...existing, isNew: false };
  const active = await tx.user.findMany({
    where: { id: { in: input.memberIds }, deactivatedAt: null },
    select: { id: true },
  });
  try {
    await takeTurn(tx, GROUPS);
    await assertNoName(tx, input.handle);
    return { id: await add(tx, { ...input, memberIds: active.map(({ id }) => id) }), isNew: true };
  } catch (error) {
    if (isAppError(error) && error.code === "conflict") return null;
    throw error;
  }
}

/** Changes a group's handle, description and members. Throws the same, and `not_found` for an unknown group. */
export async function updateGroup(actor: SessionUser, id: bigint, input: UserGroupInput): Promise<void> {
  await write(actor, input, async (tx) => {
    const before = await tx.userGroup.findFirst({ where: { id, deletedAt: null }, select });
    if (!before) throw noSuchThing();
    const { handle, description } = input;
    await tx.userGroup.update({ where: { id }, data: { handle, description } });
    const names = await setMembers(tx, id, input.memberIds);
    const people = before.members.map(({ user }) => user.name).join(", ");
    const changed = changes(
      { name: before.handle, description: before.description, members: people },
      { name: handle, description, members: names.join(", ") },
    );
    await recordAudit(tx, { actor, action: "group.updated", details: { ...changed, group: handle } });
  });
}

/** Deletes a group. Earlier messages keep showing its handle. Throws `not_found`. */
export async function deleteGroup(actor: SessionUser, id: bigint): Promise<void> {
  await asPerson(actor, async (tx, now) => {
    requireAdmin(now);
    const found = await tx.userGroup.findFirst({ where: { id, deletedAt: null }, select: { handle: true } });
    if (!found) throw noSuchThing();
    await tx.userGroup.update({ where: { id }, data: { deletedAt: new Date() } });
    await recordAudit(tx, { actor, action: "group.deleted", details: { group: found.handle } });
  });
  publish({ kind: "channels" });
}

async function write(
  actor: SessionUser,
  { handle }: UserGroupInput,
  work: (tx: ProvenTx) => Promise<void>,
): Promise<void> {
  const run = async (tx: ProvenTx, now: SessionUser) => {
    requireAdmin(now);
    await assertNoName(tx, handle);
    await work(tx);
  };
  try {
    await asPerson(actor, run, { turn: GROUPS });
  } catch (error) {
    if (!hasCode(error, "P2002")) throw error;
    throw new AppError("conflict", `There is already a group @${handle}. Choose another handle.`, { field: "handle" });
  }
  publish({ kind: "channels" });
}

/** Throws if someone has this name, because then it would mention neither. */
async function assertNoName(tx: Transaction, handle: string): Promise<void> {
  const namesake = { name: { equals: handle, mode: "insensitive" }, deactivatedAt: null } as const;
  if ((await tx.user.count({ where: namesake })) > 0)
    throw new AppError("conflict", "Someone has this name. Choose another handle.", { field: "handle" });
}

/** Returns the members' names, sorted. */
async function setMembers(tx: Transaction, groupId: bigint, memberIds: readonly bigint[]): Promise<string[]> {
  const ids = [...new Set(memberIds)];
  const people = await tx.user.findMany({
    where: { id: { in: ids }, deactivatedAt: null },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
  if (people.length < ids.length)
    throw new AppError("invalid", "Someone you chose isn't in this workspace anymore. Remove them and try again.");
  await tx.userGroupMember.deleteMany({ where: { groupId } });
  await tx.userGroupMember.createMany({ data: people.map(({ id: userId }) => ({ groupId, userId })) });
  return people.map(({ name }) => name);
}
