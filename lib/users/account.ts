import { hash, verify } from "@node-rs/argon2";
import { changes } from "@/lib/audit/changes";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import { shownImage } from "@/lib/images/signed-url";
import { refuseCommonPassword } from "@/lib/users/common-passwords";
import type { MeDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { type Device, replaceSessions } from "@/lib/users/sessions";
import { countTry, forgetTries } from "@/lib/users/try-limits";

/** The signed-in person as their own pages show them. */
export function toMe(user: SessionUser): MeDto {
  const { id, name, email, avatarUrl, role } = user;
  return { id: `${id}`, name, email, avatarUrl: shownImage(avatarUrl), role };
}

/** Changes one's own name and avatar; what one has written shows the new ones from the next reading on. */
export async function updateProfile(
  user: SessionUser,
  profile: { name: string; avatarUrl: string | null },
): Promise<void> {
  const { name, avatarUrl } = profile;
  await db().$transaction(async (tx) => {
    const select = { id: true, name: true, avatarUrl: true } as const;
    const before = await tx.user.findUniqueOrThrow({ where: { id: user.id }, select });
    const details = changes({ name: before.name, avatarUrl: before.avatarUrl }, { name, avatarUrl });
    if (!details) return;
    await tx.user.update({ where: { id: user.id }, data: { name, avatarUrl }, select: { id: true } });
    await recordAudit(tx, { actor: before, action: "account.updated", details });
  });
  publish({ kind: "user", userId: user.id });
}

/**
 * Sets a new password and ends every session, this one included; answers the id of a new one for this device. Throws `invalid` if
 * the current one is wrong or the new one among the most used, and `rate_limited` after five wrong ones within 15 minutes.
 */
export async function changePassword(
  user: SessionUser,
  passwords: { currentPassword: string; newPassword: string },
  device: Device,
): Promise<bigint> {
  await countTry("password", `${user.id}`);
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true },
  });
  if (!(await verify(passwordHash, passwords.currentPassword.slice(0, 1024)))) {
    throw new AppError("invalid", "The current password is not right. Check it and try again.", {
      field: "currentPassword",
    });
  }
  await forgetTries("password", `${user.id}`);
  await refuseCommonPassword(passwords.newPassword, "newPassword");
  const data = { passwordHash: await hash(passwords.newPassword) };
  const sessionId = await db().$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data, select: { id: true } });
    await recordAudit(tx, { actor: user, action: "account.password_changed", network: device.address });
    return replaceSessions(tx, user.id, device);
  });
  publish({ kind: "user", userId: user.id });
  return sessionId;
}
