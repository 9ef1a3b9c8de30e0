import { db } from "@/lib/db/client";
import { keptPayloadBytes } from "@/lib/files/uploads/kept-payloads";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { env } from "@/lib/process/env";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";

// Bytes of uploads under way, by owner id.
const coming = processWide("uploads-coming", () => new Map<bigint, number>());

/**
 * Reserves space for an upload until the returned function is called. Throws `too_large` if posted files and current
 * uploads to this process already fill the limit.
 */
export async function reserveRoom(owner: FileOwner, bytes: number): Promise<() => void> {
  // Reserves before querying, so that simultaneous uploads can't all count on the same free space.
  const limits = limitsOf(owner).map((each) => ({ ...each, before: coming.get(each.id) ?? 0 }));
  for (const { id, before } of limits) coming.set(id, before + bytes);
  const release = () => {
    for (const { id } of limits) {
      const left = (coming.get(id) ?? 0) - bytes;
      if (left > 0) coming.set(id, left);
      else coming.delete(id);
    }
  };
  try {
    for (const { id, limit, before, refusal } of limits) if ((await usedBy(id)) + before >= limit) throw refusal();
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** Throws `too_large` if these files don't fit. Files that the owner has posted before take no more space. */
export async function assertFits(owner: FileOwner, files: readonly StoredFile[]): Promise<void> {
  const byHash = new Map(files.map((file) => [file.hash.toString("hex"), file]));
  for (const { id, limit, refusal } of limitsOf(owner)) {
    const known = await db().fileUse.findMany({
      where: { ownerId: id, uses: { gt: 0 }, hash: { in: files.map(({ hash }) => new Uint8Array(hash)) } },
      select: { hash: true },
    });
    const before = new Set(known.map(({ hash }) => Buffer.from(hash).toString("hex")));
    const added = [...byHash].reduce((sum, [hash, { size }]) => (before.has(hash) ? sum : sum + size), 0);
    if (added > 0 && (await usedBy(id)) + added > limit) throw refusal();
  }
}

type Limit = { id: bigint; limit: number; refusal: () => AppError };

function limitsOf(owner: FileOwner): Limit[] {
  const { person, install } = env.uploadLimits;
  const own = {
    id: owner === "webhooks" ? WEBHOOKS : owner,
    limit: person,
    refusal: () =>
      new AppError(
        "too_large",
        `This doesn't fit in the ${sizeText(person ?? 0)} you have for files. Delete messages with files you don't need, then try again.`,
      ),
  };
  const all = {
    id: INSTALL,
    limit: install,
    refusal: () =>
      new AppError("too_large", "This workspace has no space left for files. Ask an admin to free some up."),
  };
  return [...(owner === "webhooks" ? [] : [own]), all].filter((each): each is Limit => each.limit !== null);
}

async function usedBy(ownerId: bigint): Promise<number> {
  const total = await db().fileTotal.findUnique({ where: { ownerId }, select: { bytes: true } });
  return Number(total?.bytes ?? 0) + (ownerId === INSTALL ? await keptPayloadBytes() : 0);
}

/** Returns how many bytes of payloads the delivery log can still keep, within the limit of the install. */
export async function roomForPayloads(): Promise<number> {
  const { install } = env.uploadLimits;
  return install === null ? Number.POSITIVE_INFINITY : install - (await usedBy(INSTALL));
}

/** The owner of a limit: a person, by id, or all webhooks together. */
type FileOwner = bigint | "webhooks";

/** The owner's id under which the files of all webhooks are counted. */
export const WEBHOOKS = 1n;

/** The owner's id under which every file of the install is counted once. */
export const INSTALL = 0n;
