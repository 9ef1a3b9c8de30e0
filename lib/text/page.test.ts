import { expect, test } from "vitest";
import { page } from "@/lib/text/page";

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const cursorOf = ({ id }: { id: number }) => `${id}`;
/** Items that take so many bytes as JSON. */
const weighing = (bytes: number) => (some: readonly { id: number }[]) =>
  some.map(({ id }) => `${id}`.padEnd(bytes - 2, "x"));

test("a page ends at its number of rows, and says where the next one starts", async () => {
  const cut = { most: 10, cursorOf, toItems: weighing(10) };
  const { items, next } = await page(rows(11), cut);
  expect([items.length, next]).toEqual([10, "9"]);
  expect((await page(rows(10), cut)).next).toBeNull();
  expect(await page([], cut)).toEqual({ items: [], next: null });
});

test("a page ends at its number of bytes, counted in UTF-8", async () => {
  const { items, next } = await page(rows(11), { most: 10, bytes: 1_000, cursorOf, toItems: weighing(300) });
  expect([items.length, next]).toEqual([3, "2"]);
  const wide = (some: readonly unknown[]) => some.map(() => "€".repeat(100));
  expect((await page(rows(11), { most: 10, bytes: 1_000, cursorOf, toItems: wide })).items).toHaveLength(3);
});

test("a page has at least one item, also after rows whose items are gone", async () => {
  const toItems = (some: readonly { id: number }[]) => some.map(({ id }) => (id < 2 ? null : "x".repeat(100)));
  expect(await page(rows(11), { most: 10, bytes: 10, cursorOf, toItems })).toEqual({
    items: ["x".repeat(100)],
    next: "2",
  });
});

test("every item is on one of the pages, in order", async () => {
  const all = rows(137);
  const found: string[] = [];
  for (let after: string | null = "-1"; after !== null; ) {
    const rest: { id: number }[] = all.filter(({ id }) => id > Number(after)).slice(0, 51);
    const { items, next }: { items: string[]; next: string | null } = await page(rest, {
      most: 50,
      bytes: 1_000,
      cursorOf,
      toItems: (some) => some.map(({ id }) => `${id}`.padEnd(1 + ((id * 37) % 300), " ")),
    });
    found.push(...items);
    after = next;
  }
  expect(found.map(Number)).toEqual(all.map(({ id }) => id));
});

test("a page of long items makes few more than it returns", async () => {
  let made = 0;
  const toItems = (some: readonly { id: number }[]) => {
    made += some.length;
    return weighing(10_000)(some);
  };
  const { items } = await page(rows(1_001), { most: 1_000, bytes: 500_000, cursorOf, toItems });
  expect([items.length, made]).toEqual([50, 50]);
});
