import fc from "fast-check";
import { expect, test } from "vitest";
import type { Registers, ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import { carrierOf, withEntry } from "@/lib/messages/things/incident-group";
import { factsIn, mergeReport, THING_LIMITS } from "@/lib/messages/things/registers";

const NOW = "2026-01-01T00:00:00.000Z";

type Said = Omit<ThingReport, "key" | "hasLine">;

const merged = (reports: readonly Said[]) =>
  reports.reduce<Registers>((registers, report) => mergeReport(registers, report, NOW), {});

const said = (at: string | null, facts: ThingFacts, more: Partial<Said> = {}): Said => ({ at, facts, ...more });

const time = fc.integer({ min: 0, max: 5 }).map((second) => `2026-05-01T10:00:0${second}Z`);
const tone = fc.constantFrom("none", "progress", "warning", "bad", "done", "good");
const state = fc.record({ word: fc.constantFrom("Open", "Draft", "Merged"), tone, open: fc.boolean() });
const facts = fc.record(
  {
    subject: fc.option(fc.constantFrom("one", "two", "three"), { nil: null }),
    state: fc.option(state, { nil: null }),
    labels: fc.array(fc.constantFrom("bug", "ui"), { maxLength: 2 }),
    "check lint": fc.record({ tone, word: fc.constantFrom("passed", "failed") }),
    "field Head": fc.record({ value: fc.constantFrom("a", "b") }),
    body: fc.string(),
  },
  { requiredKeys: [] },
);
const report: fc.Arbitrary<Said> = fc.record(
  {
    at: time,
    facts,
    weak: facts,
    times: fc.record({ subject: time }),
    watches: fc.option(fc.constantFrom("commit a", "commit b"), { nil: null }),
    incidentOf: fc.record({ key: fc.constant("g"), at: time, isBad: fc.boolean() }),
  },
  { requiredKeys: ["at", "facts"] },
);

test("any order and repetition of reports gives the same registers", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (reports, chance) => {
      const twice = [...reports, ...reports]
        .map((each) => ({ each, place: chance.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ each }) => each);
      expect(merged(twice)).toEqual(merged(reports));
      // As the database gives them back.
      expect(JSON.parse(JSON.stringify(merged(reports)))).toEqual(merged(reports));
    }),
  );
});

test("the value with the latest time wins, whatever its notation", () => {
  const late = said("2026-05-01T12:00:00.500+02:00", { subject: "late" });
  const early = said("2026-05-01T10:00:00Z", { subject: "early" });
  expect(factsIn(merged([late, early]))).toEqual({ subject: "late" });
  expect(merged([late]).subject?.at).toBe("2026-05-01T10:00:00.500Z");
});

test("of equal times, the state that is further along wins", () => {
  const open = { word: "Open", tone: "progress", open: false } as const;
  const merge = { word: "Merged", tone: "done", open: false } as const;
  for (const reports of [
    [open, merge],
    [merge, open],
  ]) {
    expect(factsIn(merged(reports.map((each) => said("2026-05-01T10:00:00Z", { state: each })))).state).toEqual(merge);
  }
});

test("a fact can have a time of its own, and null takes a fact away until a later one", () => {
  const first = said(
    "2026-05-01T10:00:05Z",
    { subject: "a", severity: "high" },
    { times: { subject: "2026-05-01T10:00:00Z" } },
  );
  const second = said("2026-05-01T10:00:03Z", { subject: null });
  expect(factsIn(merged([first, second]))).toEqual({ severity: "high" });
  expect(factsIn(merged([second, first, said("2026-05-01T10:00:04Z", { subject: "b" })])).subject).toBe("b");
});

test("a weak fact counts only while there is no other", () => {
  const weak = said("2026-05-01T10:00:05Z", {}, { weak: { subject: "weak" } });
  expect(factsIn(merged([weak])).subject).toBe("weak");
  expect(factsIn(merged([said("1999-05-01T10:00:00Z", { subject: "own" }), weak])).subject).toBe("own");
});

test("a report without a usable time counts as of its arrival", () => {
  for (const at of [null, "yesterday", "+123456-01-01T00:00:00Z"]) {
    expect(merged([said(at, { subject: "x" })]).subject?.at).toBe(NOW);
  }
});

test("a thing keeps the same names, whatever comes first, and no more than fit", () => {
  const many = Array.from({ length: 300 }, (_, index) => {
    const name = `check ${`${index}`.padStart(3, "0")}` as const;
    const facts: ThingFacts = { subject: "x" };
    facts[name] = { tone: "good", word: "passed" };
    return said(NOW, facts);
  });
  const kept = merged(many);
  expect(Object.keys(kept)).toHaveLength(THING_LIMITS.registers);
  expect(merged([...many].reverse())).toEqual(kept);
  expect(factsIn(kept).subject).toBe("x");
});

test("long texts are cut, long values left out, and all together stay within bounds", () => {
  const long = said(NOW, { body: "x".repeat(90_000), labels: Array.from({ length: 9_000 }, () => "label") });
  const kept = merged([long]);
  expect(kept.labels).toBeUndefined();
  expect(factsIn(kept).body).toHaveLength(THING_LIMITS.text);
  const fields = Array.from({ length: 300 }, (_, index) => {
    const facts: ThingFacts = {};
    facts[`field ${index}`] = { value: "y".repeat(2_000) };
    return said(NOW, facts);
  });
  expect(JSON.stringify(merged([long, ...fields])).length).toBeLessThan(THING_LIMITS.all + 10_000);
});

test("names from payloads are only names", () => {
  const registers = merged([
    said(NOW, { "field __proto__": { value: "x" }, "check constructor": { tone: "bad", word: "failed" } }),
  ]);
  expect(Object.keys(factsIn(registers)).sort()).toEqual(["check constructor", "field __proto__"]);
});

test("the first bad thing since the last good one carries the incident, whatever comes first", () => {
  const runs = [
    { key: "a", at: "1", isBad: true },
    { key: "b", at: "2", isBad: false },
    { key: "c", at: "3", isBad: true },
    { key: "d", at: "4", isBad: true },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...runs, ...runs], { minLength: 8 }), (order) => {
      const group = order.reduce<Registers>((all, { key, ...ended }) => withEntry(all, key, ended), {});
      expect(carrierOf(group)?.key).toBe("c");
      expect(Object.keys(group)).toEqual(["b", "c", "d"]);
      expect(carrierOf(withEntry(group, "e", { at: "5", isBad: false }))).toBeNull();
    }),
  );
});

test("a group remembers its incident's beginning, however many bad things follow", () => {
  const times = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(4, "0"));
  const group = times.reduce<Registers>((all, at) => withEntry(all, `run ${at}`, { at, isBad: true }), {});
  expect(carrierOf(group)?.key).toBe("run 0000");
  expect(Object.keys(group).length).toBeLessThanOrEqual(200);
});
