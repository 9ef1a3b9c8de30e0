import { expect, test } from "vitest";
import type { PersonDto } from "@/lib/users/dto";
import { arrangePeople, peopleHref, peopleView } from "./arrange-people";

function person(name: string, fields: Partial<PersonDto> = {}): PersonDto {
  const joined = "2026-11-20T00:00:00.000Z";
  return {
    id: name,
    name,
    email: `${name}@example.com`,
    avatarUrl: null,
    role: "member",
    deactivated: false,
    createdAt: joined,
    ...fields,
  };
}

const people = [
  person("zoë", { role: "owner", lastActiveOn: "2026-11-20T00:00:00.000Z", hasTwoStep: true }),
  person("Bob 10", { createdAt: "2026-11-22T00:00:00.000Z", lastActiveOn: null, hasTwoStep: false }),
  person("Bob 2", { role: "admin", lastActiveOn: "2026-11-24T00:00:00.000Z", hasTwoStep: true }),
];

test.each([
  ["", ["Bob 2", "Bob 10", "zoë"]],
  ["order=reversed", ["zoë", "Bob 10", "Bob 2"]],
  ["q=zoe", ["zoë"]],
  ["q=10%40example", ["Bob 10"]],
  ["role=admin", ["Bob 2"]],
  ["sort=role", ["zoë", "Bob 2", "Bob 10"]],
  ["sort=joined", ["Bob 10", "Bob 2", "zoë"]],
  ["sort=active", ["Bob 2", "zoë", "Bob 10"]],
  ["sort=two-step", ["Bob 10", "Bob 2", "zoë"]],
  ["sort=nothing", ["Bob 2", "Bob 10", "zoë"]],
])("?%s lists the right people in order", (query, names) => {
  const view = peopleView(new URLSearchParams(query));
  expect(arrangePeople(people, view).map(({ name }) => name)).toEqual(names);
});

test("a view's URL has only what differs from the usual one", () => {
  expect(peopleHref(peopleView(new URLSearchParams("sort=role&q=")))).toBe("/people?sort=role");
});
