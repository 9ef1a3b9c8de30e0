import { expect, test } from "vitest";
import { pagesAfter } from "./use-pages";

const first = { items: ["a"], next: "a" };
const rest = { a: { items: ["b"], next: "b" }, b: { items: ["c"], next: null } };

function loader(asked: string[]) {
  return async (after: string) => {
    asked.push(after);
    const page = Object.entries(rest).find(([cursor]) => cursor === after)?.[1];
    return page ? ({ ok: true, data: page } as const) : ({ ok: false, error: "Try again." } as const);
  };
}

test("as many pages as were shown are loaded again, each after the one before", async () => {
  const asked: string[] = [];
  expect(await pagesAfter(first, { known: [], wanted: 2, load: loader(asked) })).toEqual({
    pages: [rest.a, rest.b],
    error: null,
  });
  expect(asked).toEqual(["a", "b"]);
});

test("pages that are known are kept, and the list may have become shorter", async () => {
  const asked: string[] = [];
  const { pages } = await pagesAfter(first, { known: [rest.a], wanted: 3, load: loader(asked) });
  expect([pages, asked]).toEqual([[rest.a, rest.b], ["b"]]);
  expect(await pagesAfter({ items: [], next: null }, { known: [], wanted: 2, load: loader([]) })).toEqual({
    pages: [],
    error: null,
  });
});

test("a page that can't be loaded ends it, with the error", async () => {
  const lost = { items: ["x"], next: "lost" };
  const { pages, error } = await pagesAfter(first, { known: [lost], wanted: 3, load: loader([]) });
  expect([pages, error]).toEqual([[lost], "Try again."]);
});
