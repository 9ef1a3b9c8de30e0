import { expect, test } from "vitest";
import type { PersonDto } from "@/lib/people/dto";
import { candidates, isFull, withFound } from "./people-picker";

function person(id: string, name: string): PersonDto {
  const email = `${name.toLowerCase()}@example.com`;
  return { id, name, email, avatarUrl: null, role: "member", deactivated: false, createdAt: "2026-11-21T00:00:00Z" };
}

const [ada, grace, linus] = [person("1", "Ada"), person("2", "Grace"), person("3", "Linus")];
const names = (found: PersonDto[]) => found.map(({ name }) => name);

test("without a search, everyone is offered, the user last", () => {
  expect(names(candidates([ada, grace, linus], [], "", "1"))).toEqual(["Grace", "Linus", "Ada"]);
});

test("people already chosen aren't offered again, and neither is the user", () => {
  expect(names(candidates([ada, grace, linus], [linus], "", "1"))).toEqual(["Grace"]);
});

test("in a list of members the user is one of them, also once others are chosen", () => {
  expect(names(candidates([ada, grace, linus], [], "", null))).toEqual(["Ada", "Grace", "Linus"]);
  expect(names(candidates([ada, grace, linus], [linus], "ada", null))).toEqual(["Ada"]);
  expect(isFull([ada, grace], null, 2)).toBe(true);
});

test("people are found by name and email", () => {
  expect(names(candidates([ada, grace, linus], [], "GRA", "1"))).toEqual(["Grace"]);
  expect(names(candidates([ada, grace, linus], [], "linus@", "1"))).toEqual(["Linus"]);
});

test("a direct message with eight other people is full", () => {
  const eight = Array.from({ length: 8 }, (_, index) => person(`${index + 10}`, `P${index}`));
  expect(isFull([ada, ...eight.slice(1)], "1")).toBe(false);
  expect(isFull(eight, "1")).toBe(true);
  expect(candidates([grace], eight, "", "1")).toEqual([]);
});

test("people whom searches found are added by name, and only an answer without a search may be everyone", () => {
  const first = withFound(null, { people: [linus, ada], more: true }, "");
  expect([names([...first.people]), first.more]).toEqual([["Ada", "Linus"], true]);
  const found = withFound(first, { people: [grace, ada], more: false }, "a");
  expect([names([...found.people]), found.more]).toEqual([["Ada", "Grace", "Linus"], true]);
  expect(withFound(found, { people: [ada, grace, linus], more: false }, "").more).toBe(false);
});
