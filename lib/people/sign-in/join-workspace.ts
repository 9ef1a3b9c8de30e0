import { hash } from "@node-rs/argon2";
import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { refuseCommonPassword } from "@/lib/people/common-passwords";
import { firstMemberships, noteFirstJoins } from "@/lib/people/default-channels";
import type { joinSchema } from "@/lib/people/schema";
import { countUse, findInvite, sayEnded } from "@/lib/people/sign-in/invites";
import { refuseToJoin } from "@/lib/people/sign-in/sso-rules";
import { countTry } from "@/lib/people/try-limits";
import { AppError, hasCode } from "@/lib/text/errors";

/**
 * Creates an account by an invite, and adds it to the default channels. Throws `not_found` if the
 * invite isn't valid, `invalid` if the password is too common, `conflict` if the email has an account or must use
 * single sign-on, and `rate_limited` after 30 attempts from an address within an hour.
 */
export async function joinWorkspace(input: z.output<typeof joinSchema>, address: string): Promise<{ userId: bigint }> {
  await countTry("join", address);
  const invite = await findInvite(input.code);
  if ("end" in invite) throw inviteEnded(sayEnded(invite.end));
  refuseToJoin(input.email);
  await refuseCommonPassword(input.password, "password");
  const passwordHash = await hash(input.password);
  const { name, email } = input;
  const userId = await db()
    .$transaction(async (tx) => {
      const maker = await countUse(tx, invite.id);
      if (!maker) return null;
      const select = { id: true, name: true } as const;
      const memberships = await firstMemberships(tx);
      const user = await tx.user.create({ data: { name, email, passwordHash, memberships }, select });
      await noteFirstJoins(tx, user.id);
      await recordAudit(tx, { actor: user, action: "account.created", network: address });
      await recordAudit(tx, { actor: user, action: "invite.used", member: maker, network: address });
      return user.id;
    })
    .catch((error: unknown) => {
      if (!hasCode(error, "P2002")) throw error;
      throw new AppError("conflict", "An account with this email address already exists. Sign in instead.", {
        field: "email",
      });
    });
  if (userId === null) {
    const now = await findInvite(input.code);
    throw inviteEnded(sayEnded("end" in now ? now.end : "used_up"));
  }
  publish({ kind: "channels" });
  return { userId };
}

function inviteEnded(why: string): AppError {
  return new AppError("not_found", `This invite link is no longer valid. ${why}`);
}
