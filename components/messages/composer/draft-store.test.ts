import { expect, test } from "vitest";
import { parseDraft } from "./draft-store";

test("a draft comes back with its marks", () => {
  const draft = { text: "@Ada", marks: { "@Ada": "<@12345678901234567>" } };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  expect(parseDraft('{"text":"a"}')).toEqual({ text: "a", marks: {} });
});

test("whatever else stands there is no draft", () => {
  for (const kept of [null, "", "x", "null", "[]", "{}", '{"text":1}'])
    expect([kept, parseDraft(kept)]).toEqual([kept, null]);
  const odd = '{"text":"a","marks":{"x":"y","@":"y","@b":1,"#c":"d"}}';
  expect(parseDraft(odd)).toEqual({ text: "a", marks: { "#c": "d" } });
  expect(parseDraft('{"text":"a","marks":null}')).toEqual({ text: "a", marks: {} });
});
