import { expect, test } from "vitest";
import { toDraft } from "./use-draft";

test("a draft is restored with its mentions", () => {
  const draft = { text: "@Ada", marks: { "@Ada": "<@12345678901234567>" } };
  expect(toDraft(draft)).toEqual(draft);
  expect(toDraft({ text: "a" })).toEqual({ text: "a", marks: {} });
});

test("any other stored value is ignored", () => {
  for (const kept of [null, "", "x", [], {}, { text: 1 }]) expect([kept, toDraft(kept)]).toEqual([kept, null]);
  const odd = { text: "a", marks: { x: "y", "@": "y", "@b": 1, "#c": "d" } };
  expect(toDraft(odd)).toEqual({ text: "a", marks: { "#c": "d" } });
  expect(toDraft({ text: "a", marks: null })).toEqual({ text: "a", marks: {} });
});
