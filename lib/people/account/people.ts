import type { AuditAction } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { onPerson } from "@/lib/people/as-person";
import type { WorkspaceRole } from "@/lib/people/dto";
import { dropAllFactors } from "@/lib/people/factors";
import type { SessionUser } from "@/lib/people/find-session-user";
import { lockActive } from "@/lib/people/sign-in/password-reset";
import { AppError } from "@/lib/text/errors";

/**
 * Ends a person's access at once: sessions, event streams, unfinished sign-ins and their invites. Keeps their
 * messages.
 */
export async function deactivate(actor: SessionUser, userId: bigint): Promise<void> {
  const data = { deactivatedAt: new Date() };
  await change(actor, userId, "account.deactivated", data, ({ deactivated }) => !deactivated);
}

/** Lets a deactivated person sign in again. */
export async function reactivate(actor: SessionUser, userId: bigint): Promise<void> {
  await change(actor, userId, "account.reactivated", { deactivatedAt: null }, ({ deactivated }) => deactivated);
}

/** Makes a person an admin, or a member again. */
export async function setRole(actor: SessionUser, userId: bigint, role: "admin" | "member"): Promise<void> {
  await change(actor, userId, "account.role_changed", { role }, (person) => person.role !== role);
}

/**
 * Removes someone's authenticator app, passkeys and recovery codes, and ends their sessions. Owners can do this for
 * everyone else, admins for members.
 */
export async function resetTwoStep(actor: SessionUser, userId: bigint): Promise<void> {
  refuseSelf(actor, userId);
  await onPerson(actor, userId, async (tx, now) => {
    const person = await requirePerson(tx, now, userId);
    if (!(await dropAllFactors(tx, userId))) return;
    await endAccess(tx, userId);
    await recordAudit(tx, { actor, action: "account.two_step_reset", member: person });
  });
  publish({ kind: "user", userId });
}

/** Ends someone's sessions and unfinished sign-ins. Owners can do this for everyone else, admins for members. */
export async function signOutEverywhere(actor: SessionUser, userId: bigint): Promise<void> {
  refuseSelf(actor, userId);
  await onPerson(actor, userId, async (tx, now) => {
    const person = await requirePerson(tx, now, userId);
    await endAccess(tx, userId);
    await recordAudit(tx, { actor, action: "account.signed_out", member: person });
  });
  publish({ kind: "user", userId });
}

/**
 * Resets two-step sign-in from the command line, for an only owner who has lost everything. Returns false if there was nothing to
 * reset. Throws `not_found` if no active account has this email address.
 */
export async function resetTwoStepByCommand(email: string): Promise<boolean> {
  const reset = await db().$transaction(async (tx) => {
    const person = await lockActive(tx, { email });
    if (!person) throw new AppError("not_found", "No active account has this email address. Check the address.");
    if (!(await dropAllFactors(tx, person.id))) return null;
    await endAccess(tx, person.id);
    await recordAudit(tx, { actor: null, action: "account.two_step_reset_by_command", member: person });
    return person;
  });
  if (reset) publish({ kind: "user", userId: reset.id });
  return reset !== null;
}

/** Ends someone's sessions and unfinished sign-ins. */
async function endAccess(tx: Transaction, userId: bigint): Promise<void> {
  await tx.session.deleteMany({ where: { userId } });
  await tx.signInStep.deleteMany({ where: { userId } });
}

type Person = { id: bigint; name: string; role: WorkspaceRole; deactivated: boolean };

/** Changes a person and records it. Does nothing if they already are as they should be (see `isDue`). */
async function change(
  actor: SessionUser,
  userId: bigint,
  action: AuditAction,
  data: { deactivatedAt?: Date | null; role?: "admin" | "member" },
  isDue: (person: Person) => boolean,
): Promise<void> {
  refuseSelf(actor, userId);
  await onPerson(actor, userId, async (tx, now) => {
    const person = await requirePerson(tx, now, userId, data);
    if (!isDue(person)) return;
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    if (data.deactivatedAt) {
      await endAccess(tx, userId);
      // Reactivating them doesn't restore their invites.
      await tx.invite.updateMany({ where: { createdById: userId, revokedAt: null }, data: { revokedAt: new Date() } });
    }
    const details = data.role ? { role: { from: person.role, to: data.role } } : {};
    await recordAudit(tx, { actor, action, member: person, details });
  });
  publish({ kind: "user", userId });
  publish({ kind: "person", userId });
}

function refuseSelf(actor: SessionUser, userId: bigint): void {
  if (actor.role !== "member" && actor.id === userId)
    throw new AppError("forbidden", "You can't change your own access. Ask another owner or admin.");
}

/** Returns a person whom the actor can act on: admins can't act on the owner or other admins. */
async function requirePerson(
  tx: Transaction,
  { role }: Pick<SessionUser, "role">,
  userId: bigint,
  change: { role?: "admin" | "member" } = {},
): Promise<Person> {
  if (role === "member") throw new AppError("forbidden", "Only owners and admins can change someone's access.");
  if (role === "admin" && change.role) throw new AppError("forbidden", "Only the owner can change who is an admin.");
  const [person] = await tx.$queryRaw<Person[]>`
    SELECT id, name, role::text, deactivated_at IS NOT NULL AS deactivated FROM users WHERE id = ${userId} AND deleted_at IS NULL`;
  if (!person || !(role === "owner" ? ["admin", "member"] : ["member"]).includes(person.role)) {
    throw new AppError("not_found", "You can't change this person's access.");
  }
  return person;
}
