import { postingPool } from "@/lib/db/client";
import type { CommittedRow } from "@/lib/messages/draft";
import { gatheredStatement } from "@/lib/messages/post/insert-statement";
import { type AlikeDraft, type KnownStorm, keyOf } from "@/lib/messages/post/storms";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/storms.md

const MOST_STORMS = 500;
const MOST_ROOTS = 5_000;

const storms = processWide("known-storms", () => new Map<bigint, KnownStorm>());

/** Remembers the storms that a transaction read and stored, after its commit. */
export function rememberStorms(goingOn: readonly KnownStorm[]): void {
  for (const storm of goingOn) {
    const known = storms.get(storm.webhookId);
    storms.delete(storm.webhookId);
    const roots =
      known?.stormId === storm.stormId && known.roots.size < MOST_ROOTS ? known.roots : new Map<string, bigint>();
    for (const [key, id] of storm.roots) roots.set(key, id);
    storms.set(storm.webhookId, { ...storm, roots });
  }
  for (const webhookId of storms.keys()) {
    if (storms.size <= MOST_STORMS) return;
    storms.delete(webhookId);
  }
}

type Numbers = Record<"id" | "channel_id" | "seq" | "rev", string>;

// What PostgreSQL says if the statement's division fails.
const DIVISION_BY_ZERO = "22012";

/**
 * Commits plain drafts of one webhook in a storm that this process knows, with one statement. Returns null, and stores
 * nothing, if what it knows isn't so anymore, or doesn't say where each draft goes.
 */
export async function commitInKnownStorm(
  drafts: readonly AlikeDraft[],
  saidBy: (draft: AlikeDraft) => object,
): Promise<CommittedRow[] | null> {
  const [first] = drafts;
  const storm = first && storms.get(first.webhookId);
  if (!first || !storm) return null;
  const keys = drafts.map(keyOf);
  const added = keys.filter((key) => !storm.roots.has(key));
  const isSame = ({ webhookId, tokenHash }: AlikeDraft) =>
    webhookId === first.webhookId && tokenHash.equals(first.tokenHash);
  if (new Set(added).size < added.length || !drafts.every(isSame)) return null;
  const roots = keys.map((key) => storm.roots.get(key));
  const said = drafts.map((draft, index) => ({
    n: index + 1,
    ...saidBy(draft),
    key: keys[index],
    root: roots[index] === undefined ? undefined : `${roots[index]}`,
  }));
  const replied = new Set(roots.filter((root) => root !== undefined)).size;
  const values = [
    first.webhookId,
    first.tokenHash,
    drafts.length,
    JSON.stringify(said),
    storm.stormId,
    replied,
    added.length,
  ];
  try {
    const { rows } = await postingPool().query<Numbers>({ name: "parley_post_storm", text: gatheredStatement, values });
    if (rows.length === 0) return forgotten(first.webhookId);
    return rows
      .map(toRow)
      .sort((a, b) => Number(a.seq) - Number(b.seq))
      .map((row, ord) => {
        const key = keys[ord];
        if (key !== undefined && roots[ord] === undefined && row.id !== null) storm.roots.set(key, row.id);
        return { ...row, ord };
      });
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === DIVISION_BY_ZERO) return forgotten(first.webhookId);
    throw error;
  }
}

function forgotten(webhookId: bigint): null {
  storms.delete(webhookId);
  return null;
}

function toRow({ id, channel_id, seq, rev }: Numbers): CommittedRow {
  return { ord: 0, refused: null, id: BigInt(id), channel_id: BigInt(channel_id), seq: BigInt(seq), rev: BigInt(rev) };
}
