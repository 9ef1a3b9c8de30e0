import { defaultFilter } from "cmdk";
import { foldText } from "@/lib/text/fold-text";
import { groups, type PaletteItem } from "./palette-item";

/** Items under a heading. */
export type PaletteSection = { heading: string; items: PaletteItem[] };

// Matches whose letters are merely scattered over the text score less.
const LEAST_SCORE = 0.01;
const KEYWORD_WEIGHT = 0.8;
const RECENT_WEIGHT = 1.1;
const MOST_RECENT = 5;
const MOST_MATCHES = 40;
const MOST_UNASKED: Partial<Record<PaletteItem["group"], number>> = {
  Channels: 7,
  People: 5,
  Groups: 0,
  "Channels to join": 3,
};

/** Returns the items shown before anything is typed: recent choices first, and only some channels. `recent` holds ids. */
export function unasked(items: readonly PaletteItem[], recent: readonly string[]): PaletteSection[] {
  const elsewhere = items.filter(({ here }) => !here);
  const byId = new Map(elsewhere.map((item) => [item.id, item]));
  const again = recent.flatMap((id) => byId.get(id) ?? []).slice(0, MOST_RECENT);
  const rest = elsewhere.filter((item) => !again.includes(item));
  return [{ heading: "Recent", items: again }, ...byGroup(rest, (group) => MOST_UNASKED[group])].filter(isNotEmpty);
}

/** Returns the matches, best first; a group is placed by its best match. Recent choices win ties. */
export function matching(items: readonly PaletteItem[], query: string, recent: readonly string[]): PaletteSection[] {
  const scores = new Map(
    items.map((item) => [item, score(item, query) * (recent.includes(item.id) ? RECENT_WEIGHT : 1)]),
  );
  const scoreOf = (item: PaletteItem | undefined) => (item && scores.get(item)) ?? 0;
  const found = items
    .filter((item) => scoreOf(item) >= LEAST_SCORE)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return byGroup(found, () => MOST_MATCHES)
    .filter(isNotEmpty)
    .toSorted((one, other) => scoreOf(other.items[0]) - scoreOf(one.items[0]));
}

function score({ label, note, keywords = [] }: PaletteItem, query: string): number {
  const asked = folded(query);
  const others = [...keywords, ...(note ? [`${label} ${note}`] : [])];
  const best = Math.max(0, ...others.map((text) => defaultFilter(folded(text), asked)));
  return Math.max(defaultFilter(folded(label), asked), best * KEYWORD_WEIGHT);
}

function folded(text: string): string {
  return foldText(text).trim();
}

function byGroup(items: readonly PaletteItem[], most: (group: PaletteItem["group"]) => number | undefined) {
  return groups.map((group) => ({
    heading: group,
    items: items.filter((item) => item.group === group).slice(0, most(group)),
  }));
}

function isNotEmpty({ items }: PaletteSection): boolean {
  return items.length > 0;
}
