import { expect, test } from "vitest";
import type { InboxItemDto } from "@/lib/inbox/dto";
import { mergePages } from "./merge-pages";

const item = (key: string, hour: number) =>
  ({ key, at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00.000Z` }) as InboxItemDto;
const keys = (items: readonly InboxItemDto[]) => items.map(({ key }) => key).join(" ");

test("what a new item pushes off the first page stays above the older pages", () => {
  const known = [item("c", 12), item("b", 11), item("a", 10), item("z", 9)];
  const first = { items: [item("d", 13), item("c", 12), item("b", 11)], next: "cursor" };
  expect(keys(mergePages(first, known))).toBe("d c b a z");
});

test("an item that moved up or was deleted isn't shown where it was", () => {
  const known = [item("c", 12), item("b", 11), item("a", 10)];
  expect(keys(mergePages({ items: [item("a", 14), item("c", 12)], next: "cursor" }, known))).toBe("a c b");
  expect(keys(mergePages({ items: [item("c", 12), item("a", 10)], next: "cursor" }, known))).toBe("c a");
});

test("a first page without a next one is the whole list", () => {
  expect(keys(mergePages({ items: [item("c", 12)], next: null }, [item("b", 11)]))).toBe("c");
});
