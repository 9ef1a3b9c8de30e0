import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLong, randomRuns } from "@/lib/testing/long";
import { incidentOf, plainCard, toolNameOf } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";

/** Counts each value that is read of a payload, however often. An object can occur in it many times, as by YAML's aliases. */
function counting(payload: object): { payload: object; read: () => number } {
  let read = 0;
  const watched = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : new Proxy(value, {
          get: (target, key) => {
            if (typeof key === "string") read += 1;
            return watched(Reflect.get(target, key));
          },
        });
  return { payload: Object(watched(payload)), read: () => read };
}

/** Returns how many values the plain card and its key read. */
function valuesRead(payload: object): number {
  const counted = counting(payload);
  const budget = plainBudget();
  expect(plainCard(counted.payload, budget).embeds[0]?.title).not.toBe("");
  incidentOf(counted.payload, budget);
  toolNameOf(null, counted.payload, budget);
  return counted.read();
}

/** Of a node of the budget: its value, and the keys by which it may be named. */
const READ_PER_NODE = 12;
const MOST_READ = plainBudget().nodes * READ_PER_NODE;

const named = (count: number, name: (index: number) => string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));

/** Objects in objects, each with `count` keys for the same object: count⁵ of them. */
function nested(count: number, name: (index: number) => string, inner: unknown): object {
  let at = inner;
  for (let depth = 0; depth < 5; depth += 1) at = named(count, name, at);
  return Object(at);
}

describe("a payload is read within its budget:", () => {
  const wrapper = (index: number) => `k${index}_data`;
  const silent = { a: null, b: {}, c: [], id: "x" };

  test.each<[string, object]>([
    ["12 wrappers in each of five levels", nested(12, wrapper, {})],
    ["200 wrappers in each of five levels", nested(200, wrapper, {})],
    ["200 things in each of five levels", nested(200, (index) => `thing${index}`, { title: null })],
    ["200 attributes", nested(200, (index) => (index === 0 ? "attributes" : wrapper(index)), {})],
    ["lists of one object", nested(200, wrapper, [silent])],
    ["200 lists that say nothing", named(200, (index) => `l${index}`, Array(1_000).fill(silent))],
    ["items of 200 wrappers", named(200, (index) => `l${index}`, Array(10).fill(nested(200, wrapper, {})))],
    ["JSON texts of wrappers", { items: Array(10).fill({ t: JSON.stringify(named(3_000, wrapper, {})) }) }],
    ["200 long names", named(200, (index) => `name_${index}_title`, "Some words ".repeat(80))],
    [
      "lists that say nothing",
      nested(
        59,
        wrapper,
        named(39, (index) => `l${index}_data`, Array(7).fill("")),
      ),
    ],
    ["200 nested names", nested(200, (index) => `s${index}_status`, { name: "" })],
    ["a form with nested keys", named(200, (index) => `a[b${index}][c]`, nested(200, wrapper, {}))],
    [
      "translations",
      nested(
        200,
        wrapper,
        named(30, (index) => `e${String.fromCharCode(97 + (index % 26))}`, ""),
      ),
    ],
  ])("%s", (_, payload) => {
    expect(valuesRead(payload)).toBeLessThan(MOST_READ);
  });

  test("any", () => {
    const key = fc.constantFrom(
      ..."data event detail payload attributes user actor repo status name title message tags items a[b] a[c][d] en de id url".split(
        " ",
      ),
    );
    const scalar = fc.oneof(
      fc.constantFrom(
        null,
        true,
        7,
        "",
        "failed",
        "A sentence of words.",
        "https://example.com/a",
        '{"data":{"a":[]}}',
      ),
      fc.string(),
    );
    const { payload } = fc.letrec<{ payload: object; value: unknown }>((tie) => ({
      payload: fc
        .tuple(fc.array(fc.tuple(key, tie("value")), { maxLength: 6 }), fc.integer({ min: 1, max: 60 }))
        .map(([entries, copies]) =>
          Object.fromEntries(
            entries.flatMap(([name, value]) =>
              Array.from({ length: copies }, (_, index) => [index === 0 ? name : `${name}_${index}_data`, value]),
            ),
          ),
        ),
      value: fc.oneof(
        { depthSize: "medium", withCrossShrink: true },
        scalar,
        tie("payload"),
        fc.tuple(tie("value"), fc.integer({ min: 0, max: 50 })).map(([value, count]) => Array(count).fill(value)),
      ),
    }));
    fc.assert(
      fc.property(payload, (each) => {
        expect(valuesRead(each)).toBeLessThan(MOST_READ);
      }),
      { numRuns: randomRuns(100) },
    );
  });
});

test.runIf(isLong)("the slowest takes less than 50 ms", () => {
  const payload = nested(200, (index) => `k${index}_data`, { title: "Some words ".repeat(80) });
  plainCard(payload, plainBudget());
  const before = process.cpuUsage();
  plainCard(payload, plainBudget());
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50);
});
