import { hash, verify } from "@node-rs/argon2";
import { changes, recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import { asPerson } from "@/lib/people/as-person";
import { refuseCommonPassword } from "@/lib/people/common-passwords";
import type { MeDto } from "@/lib/people/dto";
import { keepPasskeys, settleFactors } from "@/lib/people/factors";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { ProfileChange } from "@/lib/people/schema";
import { type Device, replaceSessions } from "@/lib/people/sessions";
import { countTry, forgetTries } from "@/lib/people/try-limits";
import { countProfileWrite } from "@/lib/people/write-limit";
import { AppError } from "@/lib/text/errors";

/** Returns the signed-in person for their own pages. */
export function toMe(user: SessionUser): MeDto {
  const { id, name, email, avatarUrl, role } = user;
  return { id: `${id}`, name, email, avatarUrl: shownImage(avatarUrl, id), role };
}

/**
 * Changes what is given of your name, title and avatar, and updates everyone's open pages. A URL replaces an uploaded
 * avatar, which is deleted; with null, an uploaded avatar stays. Throws `rate_limited` after too many
 * changes.
 */
export async function updateProfile(user: SessionUser, profile: ProfileChange): Promise<void> {
  await countProfileWrite(user.id);
  await asPerson(user, async (tx) => {
    const [before] = await tx.$queryRaw<{ id: bigint; name: string; avatarUrl: string | null; title: string }[]>`
      SELECT id, name, avatar_url AS "avatarUrl", title FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    if (!before) return;
    const uploaded = avatarHashOf(before.avatarUrl) === null ? null : before.avatarUrl;
    const { name = before.name, title = before.title, avatarUrl = before.avatarUrl } = profile;
    const after = { name, title, avatarUrl: avatarUrl ?? uploaded };
    const details = changes({ name: before.name, avatarUrl: before.avatarUrl, title: before.title }, after);
    if (!details) return;
    if (details.avatarUrl) await tx.avatar.deleteMany({ where: { ownerId: user.id } });
    await tx.user.update({ where: { id: user.id }, data: after, select: { id: true } });
    await recordAudit(tx, { actor: before, action: "account.updated", details });
  });
  publish({ kind: "user", userId: user.id });
  publish({ kind: "person", userId: user.id });
}

/** Sets whether others see that this person is online or typing, on all instances immediately. */
export async function setShowsPresence(user: SessionUser, shows: boolean): Promise<void> {
  const data = { showsPresence: shows };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
  publish({ kind: "user", userId: user.id });
}

/**
 * Sets a new password, removes all passkeys but those of `keepPasskeys`, and ends all sessions, including this one.
 * Returns the id of this device's new session. Throws `invalid` if the current password is wrong or the new one too
 * common, `rate_limited` after five wrong ones in 15 minutes, and `conflict` if it would remove the last factor and
 * the workspace requires two-step sign-in.
 */
export async function changePassword(
  user: SessionUser,
  passwords: { currentPassword: string; newPassword: string; keepPasskeys: readonly string[] },
  device: Device,
): Promise<bigint> {
  await countTry("password", `${user.id}`);
  const passwordHash = await passwordHashOf(user);
  if (passwordHash === null)
    throw new AppError("invalid", "You don't have a password yet. Reload the page to set one.");
  if (!(await verify(passwordHash, passwords.currentPassword.slice(0, 1024)))) {
    throw new AppError("invalid", "The current password is incorrect. Check it and try again.", {
      field: "currentPassword",
    });
  }
  await forgetTries("password", `${user.id}`);
  return storePassword(user, { from: passwordHash, to: passwords.newPassword, keep: passwords.keepPasskeys }, device);
}

/** How long a session counts as proof of identity for someone without a password. */
const FRESH_MS = 10 * 60_000;

/**
 * Sets the first password of someone who joined with single sign-on; otherwise like `changePassword`. Instead of a
 * current password it requires a sign-in within ten minutes, so that an unlocked browser isn't enough.
 */
export async function setPassword(user: SessionUser, newPassword: string, device: Device): Promise<bigint> {
  await countTry("password", `${user.id}`);
  if ((await passwordHashOf(user)) !== null) throw overtaken();
  const where = { id: user.sessionId, createdAt: { gt: new Date(Date.now() - FRESH_MS) } };
  if ((await db().session.count({ where })) === 0) {
    throw new AppError("invalid", "Sign out and back in first, then set the password within ten minutes.");
  }
  await forgetTries("password", `${user.id}`);
  return storePassword(user, { from: null, to: newPassword, keep: [] }, device);
}

/** Returns whether someone has a password. People who joined with single sign-on may not. */
export async function hasPassword(user: SessionUser): Promise<boolean> {
  return (await passwordHashOf(user)) !== null;
}

async function passwordHashOf(user: SessionUser): Promise<string | null> {
  const select = { passwordHash: true } as const;
  return (await db().user.findUniqueOrThrow({ where: { id: user.id }, select })).passwordHash;
}

async function storePassword(
  user: SessionUser,
  { from, to, keep }: { from: string | null; to: string; keep: readonly string[] },
  device: Device,
): Promise<bigint> {
  await refuseCommonPassword(to, "newPassword");
  const passwordHash = await hash(to);
  const sessionId = await asPerson(user, async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: user.id, passwordHash: from }, data: { passwordHash } });
    if (count === 0) throw overtaken();
    // They no longer need a reset link, and anyone else who has one must not use it.
    await tx.passwordReset.deleteMany({ where: { userId: user.id } });
    await recordAudit(tx, { actor: user, action: "account.password_changed", network: device.address });
    if (await keepPasskeys(tx, user, keep, device.address)) await settleFactors(tx, user.id);
    return replaceSessions(tx, user.id, device, user.sessionId);
  });
  publish({ kind: "user", userId: user.id });
  return sessionId;
}

function overtaken(): AppError {
  return new AppError("conflict", "Your password was changed in the meantime. Reload the page.");
}
