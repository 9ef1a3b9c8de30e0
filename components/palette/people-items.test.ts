import { expect, test } from "vitest";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { peopleItems } from "./people-items";

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
