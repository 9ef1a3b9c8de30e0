import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { compile, contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";
import { type CardFile, readCardFile, type WebhookCard, writeCardFile } from "./card-file";
import type { Condition, Value } from "./liquid";
import { readConditions, readValue, writeConditions, writeValue } from "./liquid";
import { type Inline, readTemplate, type Template, type TemplatePart, tidied, writeTemplate } from "./parts";
import { type BaseColor, type Choice, readColor, readSkip, writeColor, writeSkip } from "./rules";

const key = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/),
  fc.constantFrom(
    "payload",
    "row",
    "line",
    "true",
    "nil",
    "and",
    "size",
    "first",
    "%}",
    '"',
    "\\",
    "a b",
    "{{",
    "x.y",
    "1",
  ),
  fc.string({ minLength: 1, maxLength: 6, unit: "grapheme" }),
);
const value: fc.Arbitrary<Value> = fc.record({
  root: fc.constantFrom("payload", "row", "line"),
  path: fc.array(fc.oneof(key, fc.nat({ max: 99 })), { maxLength: 4 }),
});
const word = fc.string({ maxLength: 12, unit: "grapheme" });
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
const condition: fc.Arbitrary<Condition> = fc.record({ value, is: fc.boolean(), than: scalar });
const conditions = fc.array(condition, { minLength: 1, maxLength: 3 });

const text = fc
  .oneof(word, fc.constantFrom("{", "{{ x }}", "{% if a %}", "}}", "a\nb", '"', "{{{", "%}", "\\"))
  .map((each): Inline => ({ kind: "text", text: each }));
const filter = fc.oneof(
  fc.record({ name: fc.constantFrom("first_line", "bytes", "number") }),
  fc.record({ name: fc.constantFrom("link", "count"), given: fc.oneof(word, value, fc.integer()) }),
);
const chip = fc.record({ kind: fc.constant("chip" as const), value, filters: fc.array(filter, { maxLength: 2 }) });
const code = fc
  .constantFrom("x", " a|b ", ' "a" | upcase ', " a | split: ',' | first ")
  .map((each): Inline => ({ kind: "code", code: each }));
const inline: fc.Arbitrary<Inline> = fc.oneof(text, chip, code);
const lines = fc.record({
  kind: fc.constant("lines" as const),
  list: value,
  parts: fc.array(inline, { maxLength: 3 }).map(tidied<Inline>),
});
const template: fc.Arbitrary<Template> = fc.record({
  kind: fc.constant("parts" as const),
  parts: fc
    .array(fc.oneof<fc.Arbitrary<TemplatePart>[]>(inline, inline, lines), { maxLength: 5 })
    .map(tidied<TemplatePart>),
});

const choices = (gives: fc.Arbitrary<string>): fc.Arbitrary<Choice[]> =>
  fc.array(fc.record({ when: conditions, gives }), { maxLength: 3 });
const colorName = fc.constantFrom("red", "green", "#aa00ff");
const base: fc.Arbitrary<BaseColor> = fc.oneof(
  fc.record({ kind: fc.constant("name" as const), name: fc.oneof(colorName, fc.constant("")) }),
  fc.record({ kind: fc.constant("state" as const), value, otherwise: fc.constantFrom("blue", "") }),
);
const reason = fc.stringMatching(/^[a-z "=]{1,12}$/);
const card: fc.Arbitrary<Omit<WebhookCard, "name">> = fc.record({
  when: conditions,
  skip: fc.record({ kind: fc.constant("rules" as const), choices: choices(reason) }),
  title: template,
  url: template,
  description: template,
  color: fc.record({ kind: fc.constant("rules" as const), choices: choices(colorName), base }),
  fields: fc.array(
    fc.record({ each: fc.option(fc.constant("alerts")), name: template, value: template, inline: fc.boolean() }),
    { maxLength: 3 },
  ),
  threadKey: template,
  updateKey: template,
  rest: fc.constantFrom({}, { footer: "{{ a }}" }),
});
const file: fc.Arbitrary<CardFile> = fc
  .tuple(fc.array(card, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([cards, lastHasNone]) => ({
    event: null,
    rest: { name: "CI" },
    cards: cards.map((each, index) => ({
      ...each,
      name: `card-${index + 1}`,
      when: lastHasNone && index === cards.length - 1 ? [] : each.when,
    })),
  }));

describe("what the form edits stays the same in a file", () => {
  test("values, conditions, texts and colors", () => {
    fc.assert(fc.property(value, (each) => void expect(readValue(writeValue(each))).toEqual(each)));
    fc.assert(fc.property(conditions, (each) => void expect(readConditions(writeConditions(each))).toEqual(each)));
    fc.assert(fc.property(template, (each) => void expect(readTemplate(writeTemplate(each))).toEqual(each)));
  });

  test("a whole file", () => {
    fc.assert(fc.property(file, (each) => void expect(readCardFile(writeCardFile(each))).toEqual(each)));
  });
});

describe("what is in a file stays the same in the form", () => {
  const piece = fc.constantFrom(
    ...'{{ a }}|{{a}}|{{ a | bytes }}|{% if a == 1 %}|{% if a %}|{% elsif b != "x" %}|{% else %}|{% endif %}|red|text |\n'.split(
      "|",
    ),
    "{% for line in a limit: 10 %}",
    "\n{% endfor %}",
    "{% if a.size > 10 %}… and {{ a.size | minus: 10 }} more{% endif %}",
    "{{ a | default: 'x}}' }}",
    "{",
  );
  test("any template", () => {
    const any = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((all) => all.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(any, (each) => {
        expect(writeTemplate(readTemplate(each))).toBe(each);
        expect(writeColor(readColor(each))).toBe(each);
        expect(writeSkip(readSkip(each))).toBe(each);
      }),
    );
  });

  test("each description that comes with Parley", () => {
    const senders = path.resolve(import.meta.dirname, "../../../lib/webhooks/tools");
    const files = readdirSync(senders, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("sender.yaml"),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const name of files) {
      const content = load(readFileSync(path.join(senders, name), "utf8"));
      const read = readCardFile(content);
      expect(read && writeCardFile(read), name).toEqual(content);
    }
  });

  test("nothing of another shape is read", () => {
    for (const odd of [
      null,
      "x",
      [],
      {},
      { event: 5, events: {} },
      { event: "x", events: { a: 5 } },
      { event: "x", events: {} },
    ])
      expect(readCardFile(odd)).toBeNull();
    expect(readCardFile({ event: "x", events: { x: { title: 5 } } })).toBeNull();
    expect(readCardFile({ event: "x", events: { x: { fields: [{ name: "a" }] } } })).toBeNull();
  });
});

describe("what the form writes means what it shows", () => {
  const render = (source: string, payload: object, kind: "plain" | "markdown" = "plain") =>
    compile(source, kind)(contextOf({ ...payload, payload }, new Patience()));

  test("text is text, whatever it looks like", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }).map(tidied<TemplatePart>), (parts) => {
        const written = writeTemplate({ kind: "parts", parts });
        expect(render(written, {})).toBe(parts.map((part) => (part.kind === "text" ? part.text : "")).join(""));
      }),
    );
  });

  test("a path leads to its value, whatever its keys are called", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(key, fc.nat({ max: 2 })), { minLength: 1, maxLength: 4 }), (keys) => {
        const path = typeof keys[0] === "number" ? ["list", ...keys] : keys;
        const payload = path.reduceRight<unknown>(
          (inner, each) => (typeof each === "number" ? [...Array(each).fill("other"), inner] : { [each]: inner }),
          "found",
        );
        expect(render(`{{ ${writeValue({ root: "payload", path })} }}`, payload as object)).toBe("found");
      }),
    );
  });

  test("conditions compare with what they show", () => {
    const other = { is: true, than: "something else" };
    fc.assert(
      fc.property(fc.oneof(word, fc.integer(), fc.boolean()), (than) => {
        const at: Value = { root: "payload", path: ["a", "b c"] };
        const choice = (is: Pick<Condition, "is" | "than">, gives: string) => ({ when: [{ value: at, ...is }], gives });
        const skip = writeSkip({ kind: "rules", choices: [choice(other, "no"), choice({ is: true, than }, "yes")] });
        expect(render(skip, { a: { "b c": than } })).toBe("yes");
        expect(render(skip, { a: {} })).toBe("");
      }),
    );
  });

  test("a list is at most ten lines and the number of the others", () => {
    const list: Value = { root: "payload", path: ["jobs"] };
    const name: Inline = { kind: "chip", value: { root: "line", path: ["name"] }, filters: [] };
    const source = writeTemplate({
      kind: "parts",
      parts: [{ kind: "lines", list, parts: [{ kind: "text", text: "• " }, name] }],
    });
    const jobs = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `j${index}` }));
    expect(render(source, { jobs: jobs(2) }, "markdown")).toBe("• j0\n• j1\n");
    expect(render(source, { jobs: jobs(12) }, "markdown")).toMatch(/• j9\n… and 2 more$/);
  });
});
