import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

const KEY = "palette.recent";
const MOST = 12;

/** The ids of what was chosen last in this browser, the latest first. */
export function readRecent(): string[] {
  return toRecent(readStored(ownKey(KEY)));
}

/** Puts a choice in front of the earlier ones. */
export function rememberChoice(id: string): void {
  writeStored(ownKey(KEY), withChoice(readRecent(), id));
}

/** The earlier choices with this one in front, once, and not more than are of use. */
export function withChoice(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((each) => each !== id)].slice(0, MOST);
}

/** What a browser kept, as far as it is a list of ids. */
export function toRecent(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST) : [];
}
