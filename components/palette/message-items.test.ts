import { expect, test } from "vitest";
import type { SearchPageDto } from "@/lib/search/dto";
import { messageItems } from "./message-items";

const nothing: SearchPageDto = { results: [], more: false, terms: [] };

test("messages are searched from two characters on", () => {
  expect(messageItems("d", null)).toEqual([]);
  expect(messageItems("👍", null)).toEqual([]);
  expect(messageItems("de", null).map(({ label }) => label)).toEqual(["Search for “de” in all messages"]);
});

test("where nothing is to be found, nothing is offered", () => {
  expect(messageItems("deploy", nothing)).toEqual([]);
});

test("the way to all messages takes the query along", () => {
  expect(messageItems("from:me a&b", null)[0]?.command).toEqual({ kind: "go", href: "/search?q=from%3Ame%20a%26b" });
});
