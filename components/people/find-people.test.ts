import { describe, expect, it } from "vitest";
import { findPeople } from "./find-people";

const people = [
  { name: "Zoë Washburne", email: "zoe@example.com" },
  { name: "Hoban Washburne", email: "wash@example.com" },
];

describe("findPeople", () => {
  it("finds a name without its accents and case", () => {
    expect(findPeople(people, "ZOE")).toEqual([people[0]]);
  });

  it("wants every word, in any order, in name or email", () => {
    expect(findPeople(people, "washburne wash@")).toEqual([people[1]]);
  });

  it("finds nobody for an empty search", () => {
    expect(findPeople(people, "  ")).toEqual([]);
  });
});
