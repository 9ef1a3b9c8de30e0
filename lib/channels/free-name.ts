import { setImmediate } from "node:timers/promises";
import unhomoglyph from "unhomoglyph";
import { mayRead } from "@/lib/channels/access";
import { Prisma } from "@/lib/db/generated/client";
import { takeTurn } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, hasCode } from "@/lib/text/errors";

// Why: docs/decisions/names-and-links.md

const NAMES_AT_ONCE = 250;

/**
 * Throws `conflict` if an open channel that the user can see, other than `own`, has this name or a similar one. Private
 * channels that they can't see don't count, because trying names would reveal them. Locks names until the transaction
 * ends.
 */
export async function requireFreeName(
  tx: Transaction,
  user: SessionUser,
  name: string,
  own: bigint | null = null,
): Promise<void> {
  await takeTurn(tx, "parley_channel_names");
  const others = await tx.$queryRaw<{ name: string }[]>`
    SELECT c.name FROM channels c
    WHERE c.kind <> 'direct' AND c.archived_at IS NULL AND c.id IS DISTINCT FROM ${own}
      AND ${mayRead(Prisma.sql`${user.id}`)}`;
  const ownLooks = looks(name);
  for (const [index, other] of others.entries()) {
    if (index % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) await setImmediate();
    if (!lookAlike(ownLooks, looks(other.name))) continue;
    throw other.name.toLowerCase() === name.toLowerCase() ? taken() : tooClose(other.name);
  }
}

/** Turns a violation of the unique index on public channel names into `conflict`; rethrows everything else. */
export function nameTaken(error: unknown): never {
  throw hasCode(error, "P2002") ? taken() : error;
}

function taken(): AppError {
  return new AppError("conflict", "A channel with this name already exists. Choose another name.", { field: "name" });
}

function tooClose(other: string): AppError {
  const sentence = `This name looks too much like the existing channel “${other}”. Choose another name.`;
  return new AppError("conflict", sentence, { field: "name" });
}

const MOST_KEPT = 5_000;
const prototypes = new Map<string, string>();

/**
 * The forms of a name to compare: names that look alike have one in common ("Deploys", "dep1oys", or the same in
 * Cyrillic letters). They're skeletons by Unicode's UTS #39 (unhomoglyph has its table), of the name as written and in
 * lower case, because names are equal in any case. Variants of a letter, such as a wide one, count as that letter.
 */
export function looks(name: string): ReadonlySet<string> {
  return new Set([skeleton(name).toLowerCase(), skeleton(name.toLowerCase()).toLowerCase()]);
}

/** Returns whether two names look alike, given the results of `looks`. */
export function lookAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((look) => other.has(look));
}

function skeleton(name: string): string {
  const visible = name.normalize("NFKD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return [...visible].map(prototype).join("").normalize("NFD");
}

// The library searches its whole table for each call, so results are cached per character.
function prototype(character: string): string {
  const known = prototypes.get(character);
  if (known !== undefined) return known;
  const found = unhomoglyph(character);
  if (prototypes.size >= MOST_KEPT) prototypes.clear();
  prototypes.set(character, found);
  return found;
}
