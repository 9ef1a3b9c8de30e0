import { hash } from "@node-rs/argon2";
import type { z } from "zod";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import { hasCode } from "@/lib/has-code";
import { refuseCommonPassword } from "@/lib/users/common-passwords";
import { findInvite } from "@/lib/users/invites";
import type { joinSchema } from "@/lib/users/schema";
import { countTry } from "@/lib/users/try-limits";

/**
 * Makes an account by an invite and joins it to #general (the oldest public channel). Throws `not_found` if the invite isn't
 * valid, `invalid` for one of the most used passwords, `conflict` if the e-mail has an account, and `rate_limited` after 30 tries from an address within an hour.
 */
export async function joinWorkspace(input: z.output<typeof joinSchema>, address: string): Promise<{ userId: bigint }> {
  await countTry("join", address);
  const inviteId = await findInvite(input.code);
  if (inviteId === null) throw inviteEnded();
  await refuseCommonPassword(input.password, "password");
  const passwordHash = await hash(input.password);
  const { name, email } = input;
  const userId = await db()
    .$transaction(async (tx) => {
      const { count } = await tx.invite.updateMany({
        where: { id: inviteId, revokedAt: null, expiresAt: { gt: new Date() } },
        data: { uses: { increment: 1 } },
      });
      if (count === 0) throw inviteEnded();
      const first = await tx.channel.findFirst({
        where: { kind: "public", archivedAt: null },
        orderBy: { id: "asc" },
        select: { id: true, msgSeq: true },
      });
      const memberships = first ? { create: { channelId: first.id, lastReadSeq: first.msgSeq } } : {};
      const user = await tx.user.create({ data: { name, email, passwordHash, memberships }, select: { id: true } });
      return user.id;
    })
    .catch((error: unknown) => {
      if (!hasCode(error, "P2002")) throw error;
      throw new AppError("conflict", "There is an account with this email address already. Sign in with it instead.", {
        field: "email",
      });
    });
  publish({ kind: "channels" });
  return { userId };
}

function inviteEnded(): AppError {
  return new AppError("not_found", "This invite link is no longer valid. Ask a member for a new one.");
}
