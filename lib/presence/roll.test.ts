import { expect, test } from "vitest";
import { Roll, SILENT_MS } from "@/lib/presence/roll";

const stateOf = (roll: Roll, key: string) => roll.people.get(key) ?? null;

test("somebody counts as the best that any process says, and a diff names only those who have changed", () => {
  const roll = new Roll();
  roll.set("one", "ada", "away", 0);
  roll.set("one", "grace", "here", 0);
  expect(roll.takeDiff()).toEqual({ here: ["grace"], away: ["ada"], off: [] });
  expect(roll.takeDiff()).toBeNull();
  roll.set("two", "ada", "here", 0);
  roll.set("two", "grace", "away", 0);
  expect(roll.takeDiff()).toEqual({ here: ["ada"], away: [], off: [] });
  roll.set("one", "ada", null, 0);
  expect(roll.takeDiff()).toBeNull();
  roll.set("two", "ada", null, 0);
  roll.set("one", "grace", null, 0);
  expect(roll.takeDiff()).toEqual({ here: [], away: ["grace"], off: ["ada"] });
});

test("who came and went between two diffs is in none", () => {
  const roll = new Roll();
  roll.set("one", "ada", "here", 0);
  roll.set("one", "ada", null, 0);
  expect([roll.changed, roll.takeDiff(), roll.people.size]).toEqual([true, null, 0]);
});

test("a whole roll replaces what a process had said, with its last part", () => {
  const roll = new Roll();
  roll.set("one", "gone", "here", 0);
  roll.set("one", "stays", "here", 0);
  roll.takeDiff();
  roll.replace("one", { part: 0, of: 2, people: new Map([["stays", "away"]]) }, 0);
  expect(roll.takeDiff()).toBeNull();
  roll.replace("one", { part: 1, of: 2, people: new Map([["new", "here"]]) }, 0);
  expect(roll.takeDiff()).toEqual({ here: ["new"], away: ["stays"], off: ["gone"] });
});

test("a whole roll of which a part is missing changes nothing", () => {
  const roll = new Roll();
  roll.set("one", "ada", "here", 0);
  roll.replace("one", { part: 0, of: 3, people: new Map() }, 0);
  roll.replace("one", { part: 2, of: 3, people: new Map() }, 0);
  expect(stateOf(roll, "ada")).toBe("here");
  roll.replace("one", { part: 0, of: 1, people: new Map() }, 0);
  expect(stateOf(roll, "ada")).toBeNull();
});

test("the people of a process that has fallen silent vanish, one's own never", () => {
  const roll = new Roll();
  roll.set("own", "ada", "here", 0);
  roll.set("other", "grace", "here", 0);
  roll.set("other", "alan", "here", 1_000);
  roll.expire("own", SILENT_MS);
  expect([...roll.people.keys()]).toEqual(["ada", "grace", "alan"]);
  roll.expire("own", SILENT_MS + 1_000);
  expect([...roll.people.keys()]).toEqual(["ada"]);
});

test("the people of a process that has said that it ends have a while to come to another", () => {
  const roll = new Roll();
  roll.set("other", "grace", "here", 0);
  roll.set("other", "alan", "here", 0);
  roll.leave("other", 6_000, 100_000);
  roll.expire("own", 105_000);
  roll.set("own", "alan", "here", 105_500);
  expect(roll.people.size).toBe(2);
  roll.expire("own", 106_000);
  expect([...roll.people.keys()]).toEqual(["alan"]);
});

test("its version tells whether anything has changed", () => {
  const roll = new Roll();
  roll.set("one", "ada", "here", 0);
  const before = roll.version;
  roll.set("two", "ada", "here", 0);
  expect(roll.version).toBe(before);
  roll.set("one", "grace", "here", 0);
  expect(roll.version).toBeGreaterThan(before);
});
