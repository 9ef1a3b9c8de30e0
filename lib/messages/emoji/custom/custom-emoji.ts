import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { type CustomEmojiDto, type EmojiIds, MOST_EMOJI } from "@/lib/messages/emoji/custom/dto";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { removeFromStatuses } from "@/lib/people/status";
import { AppError, noSuchThing } from "@/lib/text/errors";

// Why: docs/decisions/emoji.md

/** Adding and deleting emoji wait for each other, so that the limit holds and statuses are changed in one order. */
export const EMOJI_TURN = "parley_emoji";

/** Returns the IDs of all custom emoji by their names. Everyone may see them. */
export async function emojiIds(): Promise<EmojiIds> {
  const found = await db().customEmoji.findMany({
    orderBy: { name: "asc" },
    take: MOST_EMOJI,
    select: { id: true, name: true },
  });
  return Object.fromEntries(found.map(({ id, name }) => [name, `${id}`]));
}

/** Returns all custom emoji, by name, and whether this person can delete them. */
export async function listEmoji(user: SessionUser): Promise<CustomEmojiDto[]> {
  const found = await db().customEmoji.findMany({
    orderBy: { name: "asc" },
    take: MOST_EMOJI,
    select: { id: true, name: true, createdAt: true, createdById: true, createdBy: { select: { name: true } } },
  });
  return found.map(({ id, name, createdAt, createdById, createdBy }) => ({
    id: `${id}`,
    name,
    by: createdBy?.name ?? null,
    createdAt: createdAt.toISOString(),
    mayDelete: mayDelete(user, createdById),
  }));
}

/**
 * Deletes a custom emoji, for the person who added it and for owners and admins. Texts and reactions keep its name,
 * statuses go without it. Throws `not_found`, and `forbidden` for everyone else.
 */
export async function deleteEmoji(actor: SessionUser, id: bigint): Promise<void> {
  const remove = async (tx: ProvenTx, now: SessionUser) => {
    const found = await tx.customEmoji.findUnique({ where: { id }, select: { name: true, createdById: true } });
    if (!found) throw noSuchThing();
    if (!mayDelete(now, found.createdById))
      throw new AppError("forbidden", "Only the person who added it, and owners and admins, can delete this emoji.");
    const { count } = await tx.customEmoji.deleteMany({ where: { id } });
    if (count === 0) throw noSuchThing();
    await recordAudit(tx, { actor, action: "emoji.deleted", details: { emoji: found.name } });
    return removeFromStatuses(tx, `:${found.name}:`);
  };
  const people = await asPerson(actor, remove, { turn: EMOJI_TURN });
  publish({ kind: "emoji" });
  for (const userId of people) publish({ kind: "person", userId });
}

function mayDelete({ id, role }: SessionUser, createdById: bigint | null): boolean {
  return role !== "member" || id === createdById;
}
