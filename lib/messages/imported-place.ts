import { idAt } from "@/lib/text/id-at";

// Why: docs/decisions/import.md

/** A number below every message's `seq`. */
export const BEFORE_ALL = -(2n ** 53n);

const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2026 = Date.UTC(2026, 0, 1);
// How many imported messages of one millisecond have places of their own.
const PER_MS = 64;
// Above every slot until the year 2139, so that the numbers are negative, and exact in JavaScript.
const SLOTS = 2 ** 48;

/** A moment's first slot for imported messages. Moments before 2000 count as that year's first. */
export function slotAt(milliseconds: number): number {
  return Math.max(0, Math.min(milliseconds - YEAR_2000, SLOTS / PER_MS - 1)) * PER_MS;
}

/** The number in its channel of the imported message in this slot: negative, and in the order of time. */
export function seqOfSlot(slot: number): bigint {
  return BigInt(slot - SLOTS);
}

/**
 * The id of the imported message in this slot. Ids are in the order of time, also among those that the database makes.
 * All moments before 2026 share its first three and a half hours.
 */
export function idOfSlot(slot: number): bigint {
  const milliseconds = Math.floor(slot / PER_MS) + YEAR_2000;
  return milliseconds < YEAR_2026 ? BigInt(slot) + 1n : idAt(milliseconds) + BigInt(slot % PER_MS);
}
