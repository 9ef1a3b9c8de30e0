import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import type { PersonDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";

/** Everybody in the workspace by name; deactivated people only for owners and admins. */
export async function listPeople(viewer: SessionUser): Promise<PersonDto[]> {
  const rows = await db().user.findMany({
    where: viewer.role === "member" ? { deactivatedAt: null } : {},
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, email: true, avatarUrl: true, role: true, deactivatedAt: true, createdAt: true },
  });
  return rows.map(({ id, deactivatedAt, createdAt, ...row }) => ({
    ...row,
    id: `${id}`,
    deactivated: deactivatedAt !== null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Ends a person's access at once: sessions, event streams, sign-in. What they wrote stays. */
export async function deactivate(actor: SessionUser, userId: bigint): Promise<void> {
  await change(actor, userId, { deactivatedAt: new Date() });
}

/** Lets a deactivated person sign in again. */
export async function reactivate(actor: SessionUser, userId: bigint): Promise<void> {
  await change(actor, userId, { deactivatedAt: null });
}

/** Makes a person an admin or a member again. */
export async function setRole(actor: SessionUser, userId: bigint, role: "admin" | "member"): Promise<void> {
  await change(actor, userId, { role });
}

async function change(
  actor: SessionUser,
  userId: bigint,
  data: { deactivatedAt?: Date | null; role?: "admin" | "member" },
): Promise<void> {
  if (actor.role === "member") throw new AppError("forbidden", "Only owners and admins can change people's access.");
  if (actor.id === userId)
    throw new AppError("forbidden", "You can't change your own access. Ask another owner or admin.");
  // An admin can't touch the owner, nor other admins; the owner can touch everybody else.
  const roles = actor.role === "owner" ? (["admin", "member"] as const) : (["member"] as const);
  if (actor.role === "admin" && data.role) throw new AppError("forbidden", "Only the owner can make or unmake admins.");
  await db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId, role: { in: [...roles] } }, data });
    if (count === 0) throw new AppError("not_found", "There is nobody here whose access you can change in this way.");
    if (data.deactivatedAt) await tx.session.deleteMany({ where: { userId } });
  });
  publish({ kind: "user", userId });
}
