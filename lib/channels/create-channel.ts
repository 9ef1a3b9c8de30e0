import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";
import { hasCode } from "@/lib/has-code";
import type { SessionUser } from "@/lib/users/find-session-user";

/** Makes a channel that its creator manages. Throws `conflict` if an open channel has the name, in any spelling. */
export async function createChannel(
  user: SessionUser,
  input: { name: string; private: boolean },
): Promise<{ id: bigint }> {
  const channel = await db()
    .$transaction(async (tx) => {
      const made = await tx.channel.create({
        data: {
          name: input.name,
          kind: input.private ? "private" : "public",
          createdById: user.id,
          memberships: { create: { userId: user.id, role: "manager" } },
        },
        select: { id: true, name: true },
      });
      await recordAudit(tx, { actor: user, action: "channel.created", channel: made });
      return made;
    })
    .catch(nameTaken);
  publish({ kind: "user", userId: user.id });
  return { id: channel.id };
}

/** Turns a violation of the channels' unique name into `conflict`; throws everything else on. */
export function nameTaken(error: unknown): never {
  if (!hasCode(error, "P2002")) throw error;
  throw new AppError("conflict", "There is a channel with this name already. Choose another name.", { field: "name" });
}
