import { setImmediate } from "node:timers/promises";
import { mayRead } from "@/lib/channels/access";
import { lookAlike, looks } from "@/lib/channels/look-alike";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import type { SessionUser } from "@/lib/users/find-session-user";

const NAMES_AT_ONCE = 250;

/**
 * Throws `conflict` if an open channel that this person sees, other than `own`, has the name or one that looks like it. Private
 * channels of others don't count, or trying names would tell of them. Until the transaction ends, nobody else takes a name.
 */
export async function requireFreeName(
  tx: Transaction,
  user: SessionUser,
  name: string,
  own: bigint | null = null,
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('parley_channel_names', 0))`;
  const others = await tx.$queryRaw<{ name: string }[]>`
    SELECT c.name FROM channels c
    WHERE c.kind <> 'direct' AND c.archived_at IS NULL AND c.id IS DISTINCT FROM ${own}
      AND ${mayRead(Prisma.sql`${user.id}`)}`;
  const wanted = looks(name);
  for (const [place, other] of others.entries()) {
    if (place % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) await setImmediate();
    if (!lookAlike(wanted, looks(other.name))) continue;
    throw other.name.toLowerCase() === name.toLowerCase() ? taken() : tooClose(other.name);
  }
}

/** Turns a violation of the public channels' unique name into `conflict`; throws everything else on. */
export function nameTaken(error: unknown): never {
  throw hasCode(error, "P2002") ? taken() : error;
}

function taken(): AppError {
  return new AppError("conflict", "There is a channel with this name already. Choose another name.", { field: "name" });
}

function tooClose(other: string): AppError {
  const sentence = `This name looks too much like the channel “${other}”. Choose another name.`;
  return new AppError("conflict", sentence, { field: "name" });
}
