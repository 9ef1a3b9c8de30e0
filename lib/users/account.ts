import { hash, verify } from "@node-rs/argon2";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import type { MeDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { countTry, forgetTries } from "@/lib/users/try-limits";

/** The signed-in person as their own pages show them. */
export function toMe(user: SessionUser): MeDto {
  return { id: `${user.id}`, name: user.name, email: user.email, avatarUrl: user.avatarUrl, role: user.role };
}

/** Changes one's own name and avatar; what one has written shows the new ones from the next reading on. */
export async function updateProfile(
  user: SessionUser,
  profile: { name: string; avatarUrl: string | null },
): Promise<void> {
  await db().user.update({ where: { id: user.id }, data: profile, select: { id: true } });
  publish({ kind: "user", userId: user.id });
}

/**
 * Sets a new password and ends every session, this one included; answers the version of those that are valid from now on.
 * Throws `invalid` if the current one is wrong, and `rate_limited` after five wrong ones within 15 minutes.
 */
export async function changePassword(
  user: SessionUser,
  passwords: { currentPassword: string; newPassword: string },
): Promise<{ sessionVersion: number }> {
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
  return endSessions(user.id, { passwordHash: await hash(passwords.newPassword) });
}

/** Ends every session of this person, on every device, and cuts their open event streams. */
export async function signOutEverywhere(user: SessionUser): Promise<void> {
  await endSessions(user.id, {});
}

async function endSessions(userId: bigint, change: { passwordHash?: string }): Promise<{ sessionVersion: number }> {
  const data = { ...change, sessionVersion: { increment: 1 } };
  const user = await db().user.update({ where: { id: userId }, data, select: { sessionVersion: true } });
  publish({ kind: "user", userId });
  return user;
}
