import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "@/lib/process/patiently";
import { cardModels, stateRules } from "@/lib/testing/card-models";
import { examplesOf } from "@/lib/testing/examples";
import { randomRuns } from "@/lib/testing/long";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { senderDescription } from "@/lib/webhooks/interpret/described/description";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { makeMessages } from "@/lib/webhooks/interpret/described/make-messages";
import { evaluating } from "@/lib/webhooks/interpret/own-cards/evaluate";
import type { CardModel, Condition, TemplatePart } from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate, tidied } from "@/lib/webhooks/interpret/own-cards/new-card";
import { readCardFile } from "@/lib/webhooks/interpret/own-cards/read-file";
import { applyCard } from "@/lib/webhooks/interpret/own-cards/use-card";
import { writeCardFile } from "@/lib/webhooks/interpret/own-cards/write-file";
import { writeYaml } from "@/lib/webhooks/payload/yaml";

const fileOf = (made: CardModel) => writeYaml(writeCardFile(made));
const description = (event: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  JSON.stringify({ name: "CI", event: "card", events: { card: event }, ...more });
const read = async (text: string) => {
  const result = await readCardFile(text);
  return result.model ? result.model.cards : result.problem;
};
const first = async (text: string) => {
  const cards = await read(text);
  if (typeof cards === "string" || !cards[0]) throw new Error(`${cards}`);
  return cards[0];
};

describe("a card's file", () => {
  test("says what the form does, and is read as it was", async () => {
    await fc.assert(
      fc.asyncProperty(cardModels, async (made) => {
        expect(await readCardFile(fileOf(made))).toEqual({ model: made, leftOut: [] });
      }),
      { numRuns: randomRuns(100) },
    );
  });

  test("means the same as a sender.yaml", () => {
    const payload = {
      event: "backup.failed",
      host: "db-1",
      n: 3,
      on: true,
      at: "2026-11-27T01:20:00Z",
      page: "https://a.example/x",
      jobs: [
        { name: "lint *it*", ok: true },
        { name: "unit", ok: false },
      ],
      tags: { team: "blue" },
    };
    const leaf = fc.constantFrom<(string | number)[]>(
      ["event"],
      ["host"],
      ["n"],
      ["on"],
      ["at"],
      ["page"],
      ["missing"],
      ["tags", "team"],
      ["jobs", 1, "name"],
    );
    const part: fc.Arbitrary<TemplatePart> = fc.oneof(
      fc.constantFrom<TemplatePart>({ kind: "text", text: "x: " }, { kind: "text", text: " in " }),
      fc
        .tuple(
          leaf,
          fc.constantFrom(
            undefined,
            "words" as const,
            "capital" as const,
            "date_time" as const,
            "bold" as const,
            "number" as const,
          ),
        )
        .map(([path, name]) => chipAt(path, ...(name ? [{ name }] : []))),
      fc.constant<TemplatePart>({
        kind: "lines",
        list: inPayload(["jobs"]),
        parts: [
          { kind: "text", text: "• " },
          { kind: "chip", value: { root: "line", path: ["name"] }, filters: [] },
        ],
      }),
    );
    const parts = fc.array(part, { maxLength: 3 }).map(tidied<TemplatePart>);
    const keys = fc.array(
      leaf.map((path) => chipAt(path)),
      { maxLength: 2 },
    );
    const whens = fc.array(
      fc.constantFrom<Condition>(
        { value: inPayload(["event"]), is: true, than: "backup.failed" },
        { value: inPayload(["n"]), is: true, than: 3 },
        { value: inPayload(["on"]), is: false, than: true },
        { value: inPayload(["missing"]), is: true, than: null },
        { value: inPayload(["host"]), is: false, than: null },
      ),
      { minLength: 1, maxLength: 2 },
    );
    const some = fc.record({
      subject: parts,
      event: parts,
      body: parts,
      summary: parts,
      url: parts,
      footer: parts,
      at: parts,
      updateKey: keys,
      threadKey: keys,
      fields: fc.array(
        fc.record({
          each: fc.constant(null),
          name: parts,
          value: parts,
          kind: fc.constant("text" as const),
          inline: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
      state: fc.record({
        value: fc.constantFrom(inPayload(["on"]), inPayload(["host"])),
        rules: fc.array(
          stateRules.chain((each) => whens.map((when) => ({ ...each, when }))),
          { maxLength: 2 },
        ),
        others: fc.constant("word" as const),
      }),
    });
    fc.assert(
      fc.property(some, (made) => {
        const whole: CardModel = { name: "CI", cards: [{ ...emptyCard("card"), ...made }] };
        const file = {
          ...writeCardFile(whole),
          home: "https://a.example",
          steps: ["a", "b", "c"],
          recognize: [{ text: "." }],
        };
        const { result } = makeMessages(compileSender(senderDescription.parse(file)), { payload, headers: {} });
        const own = atOnce(evaluating(whole, { payload, sent: payload }));
        expect(own?.messages ?? []).toEqual(result.kind === "messages" ? result.messages : []);
      }),
      { numRuns: randomRuns(200) },
    );
  });

  test("of before, with a title and colors, becomes states", async () => {
    const text = description({
      title: "Build {{ build.status }}: {{ project }}",
      color: '{% if build.status == "failed" %}red{% elsif build.status == "passed" %}green{% else %}blue{% endif %}',
      fields: [{ name: "Done", value: "{{ at | date_time }}" }],
    });
    const status = (than: string) => [{ value: inPayload(["build", "status"]), is: true, than }];
    expect(await first(text)).toMatchObject({
      subject: [{ kind: "text", text: "Build: " }, chipAt(["project"])],
      state: {
        value: null,
        rules: [
          { when: status("failed"), word: "Failed", tone: "bad", open: true },
          { when: status("passed"), word: "Passed", tone: "good", open: false },
          { when: [], word: "", tone: "progress", open: false },
        ],
      },
      fields: [{ name: plainTemplate("Done"), value: [chipAt(["at"], { name: "date_time" })] }],
    });
    const byState = await first(
      description({ title: "{{ status }}: {{ name }}", color: '{{ status | color: "blue" }}' }),
    );
    expect(byState).toMatchObject({
      subject: [chipAt(["name"])],
      state: { value: inPayload(["status"]), rules: [], others: "word" },
    });
    expect(await first(description({ title: "Nightly", color: "#d32f2f" }))).toMatchObject({
      subject: plainTemplate("Nightly"),
      state: { value: null, rules: [{ when: [], word: "", tone: "bad", open: true }] },
    });
  });

  test("is read in any spelling of what the form can express", async () => {
    const chipOf = async (title: string) => (await first(description({ title }))).subject;
    expect(await chipOf("{{a}}")).toEqual([chipAt(["a"])]);
    expect(await chipOf("{{- payload['a b'].c[0] | upcase -}}")).toEqual([chipAt(["a b", "c", 0], { name: "upcase" })]);
    const when = async (event: string) => {
      const cards = await read(
        JSON.stringify({ name: "CI", event, events: { x: { title: "x" }, "y|z": { title: "y" } } }),
      );
      return typeof cards === "string"
        ? cards
        : cards.map(
            (each) =>
              `${each.name}: ${each.when.map(({ value: of, is, than }) => `${of.path} ${is ? "is" : "isn't"} ${than}`)}`,
          );
    };
    expect(await when("{% if lamp %}x{% endif %}")).toEqual(["x: lamp isn't null"]);
    expect(await when("{{ kind }}")).toEqual(["x: kind is x", "y: kind is y", "z: kind is z"]);
    expect(await when("{% if a == 1 or b != nil %}x{% else %}y{% endif %}")).toEqual([
      "x: a is 1",
      "x-2: b isn't null",
      "y: ",
    ]);
    expect(await when('{% case a %}{% when "p", "q" %}x{% endcase %}')).toEqual(["x: a is p", "x-2: a is q"]);
    const table = { tables: { t: { ok: "good", bad: "bad, over", else: "none" } } };
    expect(
      (await first(description({ subject: "x", tone: "{{ s | lookup: tables.t }}" }, table))).state.rules,
    ).toMatchObject([{ tone: "good" }, { tone: "bad", open: false }, { when: [], tone: "none" }]);
  });

  test.each([
    [
      "a loop within a loop",
      { description: "{% for a in l %}{% for b in a %}x{% endfor %}{% endfor %}" },
      /express events\.card\.body/,
    ],
    ["a text that depends on a condition", { title: "{% if a %}x{% endif %}" }, /express events\.card\.subject/],
    ["a comparison of sizes", { skip: "{% if a > 5 %}x{% endif %}" }, /express events\.card\.skip/],
    ["a filter that the form lacks", { title: "{{ a | split: ',' | first }}" }, /express events\.card\.subject/],
    ["a message's text", { content: "x" }, /express events\.card\.content/],
    ["a template with a mistake", { title: "{% nope %}" }, /subject: tag "nope" not found/],
    ["other files", { title: '{% include "/etc/passwd" %}' }, /express events\.card\.subject/],
  ])("isn't read with %s", async (_, event, problem) => {
    expect(await read(description(event))).toMatch(problem);
  });

  test("of a tool that comes with Parley is read, or refused for what the form can't express", async () => {
    const kinds = new Set<string>();
    const folders = readdirSync("lib/webhooks/tools", { withFileTypes: true }).filter((each) => each.isDirectory());
    for (const { name: tool } of folders) {
      const found = await readCardFile(readFileSync(`lib/webhooks/tools/${tool}/sender.yaml`, "utf8"));
      if (found.model === null) {
        expect(found.problem, tool).toMatch(/^The form can't (express|hold) |YAML aliases|at most/);
        continue;
      }
      for (const example of examplesOf(tool)) {
        const payload = payloadOf(example);
        kinds.add((await applyCard(found.model, { payload, sent: payload })).kind);
      }
    }
    expect([...kinds]).toContain("messages");
    expect([...kinds]).not.toContain("failed");
  });

  test("says on which line it has a mistake", async () => {
    expect(await read("name: [")).toMatch(/^Line 1: the file isn't YAML/);
    expect(await read("name: CI\nevent: x\nevents: { x: { titel: y } }")).toMatch(/^Line 3: events.x/);
    expect(await read("a: &a [1]\nname: *a")).toMatch(/alias/);
    expect(await read(`name: ${"x".repeat(70_000)}`)).toMatch(/64 KiB/);
  });

  test("names what it leaves out", async () => {
    const text = description(
      { title: "x", remark: "y" },
      { signature: { kind: "standard" }, recognise: [{ text: "(a+)+$" }] },
    );
    expect(await readCardFile(text)).toMatchObject({ leftOut: ["signature", "recognise", "remark"] });
  });
});
