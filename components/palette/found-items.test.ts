import { expect, test } from "vitest";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { SearchPageDto } from "@/lib/messages/search/dto";
import { messageItems, peopleItems } from "./found-items";

const nothing: SearchPageDto = { results: [], more: false, terms: [] };

test("messages are searched once the query has two characters", () => {
  expect(messageItems("d", null)).toEqual([]);
  expect(messageItems("👍", null)).toEqual([]);
  expect(messageItems("de", null).map(({ label }) => label)).toEqual(["Search all messages for “de”"]);
});

test("without results, no link to all results is offered", () => {
  expect(messageItems("deploy", nothing)).toEqual([]);
});

test("the link to all results contains the query", () => {
  expect(messageItems("from:me a&b", null)[0]?.command).toEqual({ kind: "go", href: "/search?q=from%3Ame%20a%26b" });
});

const grace = { id: "1", name: "Grace Hopper", avatarUrl: null };
const linus = { id: "2", name: "Linus", avatarUrl: null };

function direct(...people: (typeof grace)[]): SidebarChannelDto {
  const name = people.map((person) => person.name).join(", ");
  const read = { msgSeq: 1, lastReadSeq: 1, unread: 0, mentions: 0 };
  return { id: "10", name, kind: "direct", people, notifications: "all", starred: false, section: null, ...read };
}

test("a person with a direct message appears only as that direct message", () => {
  expect(peopleItems([grace, linus], [direct(grace)]).map(({ label }) => label)).toEqual(["Linus"]);
});

test("a group message doesn't replace its people", () => {
  expect(peopleItems([grace], [direct(grace, linus)])).toMatchObject([{ command: { kind: "direct", userId: "1" } }]);
});
