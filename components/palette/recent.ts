import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

const KEY = "palette.recent";
const MOST = 12;

/** Returns the ids of this browser's recent choices, latest first. */
export function readRecent(): string[] {
  return toRecent(readStored(ownKey(KEY)));
}

/** Adds a choice to the front of the recent ones. */
export function rememberChoice(id: string): void {
  writeStored(ownKey(KEY), withChoice(readRecent(), id));
}

/** Returns the list with this choice in front, without duplicates and cut to a useful length. */
export function withChoice(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((each) => each !== id)].slice(0, MOST);
}

/** Returns a stored value as a list of ids, ignoring anything else. */
export function toRecent(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST) : [];
}
