import type { InboxItemDto, InboxPageDto } from "@/lib/inbox/dto";

/**
 * Returns the items of the live first page and, after it, those loaded before that are older. Items that the first page
 * could show but doesn't are gone.
 */
export function mergePages({ items, next }: InboxPageDto, known: readonly InboxItemDto[]): InboxItemDto[] {
  const end = items.at(-1);
  // Without a next page, the first page is everything.
  if (next === null || !end) return items;
  const live = new Set(items.map(({ key }) => key));
  const older = known.filter(({ key, at }) => !live.has(key) && at <= end.at);
  const byKey = new Map(older.map((item) => [item.key, item]));
  return [...items, ...[...byKey.values()].sort((a, b) => (a.at < b.at ? 1 : -1))];
}
