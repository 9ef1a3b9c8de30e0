import fc from "fast-check";
import { expect, test } from "vitest";
import { isLong, randomRuns } from "@/lib/testing/long";
import { readCard } from "@/lib/webhooks/interpret/own-cards/read-card";
import { applyCard } from "@/lib/webhooks/interpret/own-cards/use-card";

// Random templates on nested values: what they read is counted outside of the code that limits it.

/** A rendering's budget, and what the last value before its end has inside. */
const MOST_READ = 500_000 + 100_000;
/** Of a card's limits, as JSON. */
const MOST_WRITTEN = 20_000;

let read = 0;

/** Counts each value that is read. */
function watched(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      read += 1;
      return watched(Reflect.get(target, key));
    },
    getOwnPropertyDescriptor: (target, key) => {
      read += 1;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

const text = "Some words, that a tool could write. ".repeat(200);
const keys = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index]));
const inner = Array.from({ length: 1_000 }, (_, index) => `${index} ${text.slice(0, 60)}`);
const PAYLOAD = {
  a: [inner, inner, [inner, [inner]]],
  b: Array.from({ length: 1_000 }, (_, index) => ({ k: index % 3, n: inner, s: text, o: keys })),
  c: [keys, [keys], { k: [keys] }],
  s: text,
  o: keys,
  n: { k: { a: [[[[inner]]]], s: text } },
};

const name = fc.constantFrom(
  "a",
  "b",
  "c",
  "s",
  "o",
  "n",
  "l",
  "m",
  "x",
  "x[0]",
  "x.k",
  "a[2]",
  "b[0].n",
  "n.k.a",
  "n.k.s",
);
const key = fc.constantFrom("'k'", "'n'", "'s'", "'o'", "'k.a'", "'0'");
const filter = fc.oneof(
  fc.constantFrom(
    ..."first last size reverse sort uniq compact strip upcase capitalize escape url_encode json_block pairs lines quote markdown parse_json code block raw words text_of_html number".split(
      " ",
    ),
  ),
  fc
    .tuple(fc.constantFrom("concat", "append", "prepend", "default", "join", "split", "lookup"), name)
    .map(([each, other]) => `${each}: ${other}`),
  fc
    .tuple(fc.constantFrom("map", "sort", "where", "find", "sum", "uniq", "compact"), key)
    .map(([each, by]) => `${each}: ${by}`),
  fc.tuple(fc.constantFrom("where", "find"), key, name).map(([each, by, other]) => `${each}: ${by}, ${other}`),
  fc.constantFrom(
    "split: ''",
    "split: ' '",
    "replace: '', s",
    "replace: 'e', s",
    "remove: 'e'",
    "slice: 0, 900",
    "truncate: 99999",
  ),
);
const value = fc
  .tuple(name, fc.array(filter, { maxLength: 5 }))
  .map(([from, filters]) => [from, ...filters].join(" | "));
const condition = fc
  .tuple(name, fc.constantFrom("==", "!=", "<", ">", "contains", "and", "or"), name)
  .map(([left, operator, right]) => `${left} ${operator} ${right}`);

const { template } = fc.letrec<{ template: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    value.map((each) => `{{ ${each} }}`),
    fc.tuple(fc.constantFrom("l", "m", "s"), value).map(([to, each]) => `{% assign ${to} = ${each} %}`),
    // Again and again, as a list or text that doubles.
    fc
      .tuple(fc.constantFrom("l", "m"), fc.constantFrom("concat", "append", "prepend"))
      .map(([to, each]) => `{% assign ${to} = ${to} | ${each}: ${to} %}`.repeat(12)),
    fc
      .tuple(name, value)
      .map(
        ([list, each]) =>
          `{% assign l = ${list} %}${"{% assign l = l | concat: l %}".repeat(10)}{{ l | ${each.split(" | ").slice(1).join(" | ") || "json_block"} }}`,
      ),
    fc
      .tuple(name, fc.constantFrom("", " reversed", " limit: 900", " offset: 1"), tie("template"))
      .map(([list, how, inside]) => `{% for x in ${list}${how} %}${inside}{% endfor %}`),
    fc.tuple(condition, tie("template")).map(([if_, inside]) => `{% if ${if_} %}${inside}{% endif %}`),
    fc
      .tuple(name, name, tie("template"))
      .map(([of, when, inside]) => `{% case ${of} %}${`{% when ${when} %}${inside}`.repeat(5)}{% endcase %}`),
    tie("template").map((inside) => `{% capture m %}{{ m }}${inside}{% endcapture %}`),
    fc.tuple(name, name).map(([one, other]) => `{% cycle ${one}, ${other} %}`),
  ),
  template: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
}));

test("no template reads or writes more than its budget", { timeout: isLong ? 600_000 : 60_000 }, async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(template, async (description) => {
      const card = { name: "Random", event: "card", events: { card: { title: "Hello", description } } };
      const { card: compiled, problems } = await readCard(JSON.stringify(card));
      if (!compiled) {
        // It's longer than a template may be.
        expect(problems).not.toEqual([]);
        return;
      }
      read = 0;
      const payload = Object(watched(PAYLOAD));
      const before = process.cpuUsage();
      const result = await applyCard(compiled, { payload, sent: payload });
      if (isLong) expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
      kinds.add(result.kind);
      expect(read).toBeLessThan(MOST_READ);
      expect(JSON.stringify(result).length).toBeLessThan(MOST_WRITTEN);
    }),
    { numRuns: randomRuns(1_000) },
  );
  expect(kinds).toContain("messages");
});
