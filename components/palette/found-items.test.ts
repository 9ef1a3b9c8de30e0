import { expect, test } from "vitest";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { SearchPageDto } from "@/lib/search/dto";
import { messageItems, peopleItems } from "./found-items";

const nothing: SearchPageDto = { results: [], more: false, terms: [] };

test("messages are searched from two characters on", () => {
  expect(messageItems("d", null)).toEqual([]);
  expect(messageItems("👍", null)).toEqual([]);
  expect(messageItems("de", null).map(({ label }) => label)).toEqual(["Search all messages for “de”"]);
});

test("where nothing is to be found, nothing is offered", () => {
  expect(messageItems("deploy", nothing)).toEqual([]);
});

test("the way to all messages takes the query along", () => {
  expect(messageItems("from:me a&b", null)[0]?.command).toEqual({ kind: "go", href: "/search?q=from%3Ame%20a%26b" });
});

const grace = { id: "1", name: "Grace Hopper", avatarUrl: null };
const linus = { id: "2", name: "Linus", avatarUrl: null };

function direct(...people: (typeof grace)[]): SidebarChannelDto {
  const name = people.map((person) => person.name).join(", ");
  const read = { msgSeq: 1, lastReadSeq: 1, unread: 0, mentions: 0 };
  return { id: "10", name, kind: "direct", people, notifications: "all", ...read };
}

test("whom one already writes to is offered by that direct message alone", () => {
  expect(peopleItems([grace, linus], [direct(grace)]).map(({ label }) => label)).toEqual(["Linus"]);
});

test("a direct message of several doesn't stand for one of them", () => {
  expect(peopleItems([grace], [direct(grace, linus)])).toMatchObject([{ command: { kind: "direct", userId: "1" } }]);
});
