import type { AuditAction } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import { shownImage } from "@/lib/images/signed-url";
import type { PersonDto, WorkspaceRole } from "@/lib/users/dto";
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
    avatarUrl: shownImage(row.avatarUrl),
    deactivated: deactivatedAt !== null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Ends a person's access at once: sessions, event streams, sign-in. What they wrote stays. */
export async function deactivate(actor: SessionUser, userId: bigint): Promise<void> {
  const data = { deactivatedAt: new Date() };
  await change(actor, userId, "account.deactivated", data, ({ deactivated }) => !deactivated);
}

/** Lets a deactivated person sign in again. */
export async function reactivate(actor: SessionUser, userId: bigint): Promise<void> {
  await change(actor, userId, "account.reactivated", { deactivatedAt: null }, ({ deactivated }) => deactivated);
}

/** Makes a person an admin or a member again. */
export async function setRole(actor: SessionUser, userId: bigint, role: "admin" | "member"): Promise<void> {
  await change(actor, userId, "account.role_changed", { role }, (person) => person.role !== role);
}

type Person = { id: bigint; name: string; role: WorkspaceRole; deactivated: boolean };

/** Changes a person as `data` says and records it; where they are as they should be already (`isDue`), neither. */
async function change(
  actor: SessionUser,
  userId: bigint,
  action: AuditAction,
  data: { deactivatedAt?: Date | null; role?: "admin" | "member" },
  isDue: (person: Person) => boolean,
): Promise<void> {
  if (actor.role === "member") throw new AppError("forbidden", "Only owners and admins can change people's access.");
  if (actor.id === userId)
    throw new AppError("forbidden", "You can't change your own access. Ask another owner or admin.");
  // An admin can't touch the owner, nor other admins; the owner can touch everybody else.
  const roles = actor.role === "owner" ? ["admin", "member"] : ["member"];
  if (actor.role === "admin" && data.role) throw new AppError("forbidden", "Only the owner can make or unmake admins.");
  await db().$transaction(async (tx) => {
    const [person] = await tx.$queryRaw<Person[]>`
      SELECT id, name, role::text, deactivated_at IS NOT NULL AS deactivated FROM users WHERE id = ${userId}
      FOR NO KEY UPDATE`;
    if (!person || !roles.includes(person.role)) {
      throw new AppError("not_found", "There is nobody here whose access you can change in this way.");
    }
    if (!isDue(person)) return;
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    if (data.deactivatedAt) await tx.session.deleteMany({ where: { userId } });
    const details = data.role ? { role: { from: person.role, to: data.role } } : {};
    await recordAudit(tx, { actor, action, member: person, details });
  });
  publish({ kind: "user", userId });
}
