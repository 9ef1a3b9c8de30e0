const KEY = "parley.palette.recent";
const MOST = 12;

/** The ids of what was chosen last in this browser, the latest first. */
export function readRecent(): string[] {
  try {
    return toRecent(window.localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** Puts a choice in front of the earlier ones. A browser that keeps nothing loses only this. */
export function rememberChoice(id: string): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(withChoice(readRecent(), id)));
  } catch {}
}

/** The earlier choices with this one in front, once, and not more than are of use. */
export function withChoice(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((each) => each !== id)].slice(0, MOST);
}

/** What a browser kept, as far as it is a list of ids. */
export function toRecent(kept: string | null): string[] {
  const list: unknown = kept === null ? [] : parsed(kept);
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
