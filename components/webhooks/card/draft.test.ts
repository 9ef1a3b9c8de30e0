import { describe, expect, test } from "vitest";
import { plainPayloads } from "@/lib/testing/examples";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { makeMessages } from "@/lib/webhooks/interpret/described/make-messages";
import { plainCard } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { toneOfState } from "@/lib/webhooks/interpret/plain/words/states";
import { emptyCard, newCardFile, type WebhookCard, writeCardFile } from "./card-file";
import { draftCard } from "./draft";
import { eachOfChip, objection, type Slot, withValue } from "./edit";
import { writeTemplate } from "./parts";

const build = {
  event: "build.finished",
  build: {
    id: 88,
    status: "failed",
    duration_ms: 73_211,
    url: "https://ci.example.com/b/88",
    error: "Tests failed\nin a",
  },
  project: "shop",
  done_at: "2026-11-27T01:20:00Z",
  labels: { team: "red", tier: "1" },
  jobs: [
    { name: "lint", state: "passed" },
    { name: "unit", state: "failed" },
  ],
};

const draftOf = (payload: object) => draftCard(payload, plainCard(payload, plainBudget()).embeds[0] ?? {}, "card");

/** Renders a card as the server does. */
function shown(card: WebhookCard, payload: object) {
  const content = writeCardFile(newCardFile("CI", "https://example.com", card, payload));
  const { result } = makeMessages(compileSender(content as Parameters<typeof compileSender>[0]), {
    payload,
    headers: {},
  });
  return result.kind === "messages" ? result.messages[0]?.embeds[0] : result;
}

const put = (card: WebhookCard, slot: Slot, ...path: (string | number)[]) => withValue(card, slot, build, path);
const fieldOf = (card: WebhookCard, field: number) =>
  writeTemplate(card.fields[field]?.value ?? { kind: "parts", parts: [] });

describe("the first draft", () => {
  test("shows what the plain card shows, and other values for other payloads", () => {
    const plain = plainCard(build, plainBudget()).embeds[0];
    const card = draftOf(build);
    expect(plain?.title).toBe("Build finished: shop");
    expect(shown(card, build)).toMatchObject({ title: "Build failed: shop", url: plain?.url, color: plain?.color });
    const other = { ...build, project: "dock", build: { ...build.build, status: "passed", duration_ms: 1000 } };
    const { title, color, fields } = shown(card, other) as NonNullable<typeof plain>;
    expect(title).toContain("dock");
    expect(color).not.toBe(plain?.color);
    expect(fields).toContainEqual({ name: "Build duration", value: "1 s", inline: true });
    expect(fields?.find(({ name }) => name === "Jobs")?.value).toBe("• lint: passed\n• unit: failed");
  });

  test("never says a state that only this payload has", () => {
    const payloads = plainPayloads();
    expect(payloads.length).toBeGreaterThan(100);
    for (const payload of payloads) {
      const { title } = draftOf(payload);
      const written =
        title.kind === "parts" ? title.parts.flatMap((part) => (part.kind === "text" ? part.text : [])) : [];
      const words = written.join(" ").match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words.filter((word) => toneOfState(word) !== null)).toEqual([]);
      expect(writeTemplate(title).trim()).not.toBe("");
    }
    expect(writeTemplate(draftOf({ event: "build.finished", build: { name: "Tides", state: "failed" } }).title)).toBe(
      "Build {{ build.state }}: {{ build.name }}",
    );
  });

  test("is a card for any payload", () => {
    for (const odd of [{}, [], { a: null }, [[1]], { "a b": { "{{": "x" } }]) {
      expect(() => shown(draftOf(odd), odd)).not.toThrow();
    }
    expect(writeTemplate(draftCard("one\ntwo", {}, "card").title)).toBe("{{ payload | first_line }}");
  });
});

describe("a clicked value", () => {
  const newField: Slot = { kind: "new-field" };

  test("becomes a field that is named by its key, as the value is usually shown", () => {
    let card = emptyCard("card");
    for (const path of [["done_at"], ["build", "url"], ["build", "error"], ["jobs"], ["labels"]]) {
      card = put(card, newField, ...path);
    }
    expect(shown(card, build)).toMatchObject({
      fields: [
        { name: "Done at", value: "27 Nov 2026, 01:20 UTC" },
        { name: "Build", value: "[ci.example.com](https://ci.example.com/b/88)" },
        { name: "Error", value: "Tests failed\nin a", inline: false },
        { name: "Jobs", value: "• lint: passed\n• unit: failed", inline: false },
        { name: "team", value: "red" },
        { name: "tier", value: "1" },
      ],
    });
  });

  test("goes to the caret of the selected text, apart from the word before it", () => {
    const title: Slot = { kind: "text", of: { part: "title" }, lines: null, caret: null };
    const card = put(put(emptyCard("card"), title, "project"), title, "build", "status");
    expect(writeTemplate(card.title)).toBe("{{ project }} {{ build.status }}");
    const first = put(card, { ...title, caret: { atom: 0, offset: 0 } }, "event");
    expect(writeTemplate(first.title)).toBe("{{ event }}{{ project }} {{ build.status }}");
  });

  test("of an item is that of each item in its list's lines, or of each field", () => {
    const card = put(emptyCard("card"), newField, "jobs");
    const inLines: Slot = { kind: "text", of: { part: "value", field: 0 }, lines: 0, caret: null };
    expect(fieldOf(put(card, inLines, "jobs", 1, "state"), 0)).toContain(
      "{{ line.name }}: {{ line.state }} {{ line.state }}\n",
    );
    const each = eachOfChip(put(emptyCard("card"), newField, "jobs", 0, "name"), 0, 0);
    expect(each.fields[0]).toMatchObject({ each: "jobs" });
    expect(shown(each, build)).toMatchObject({ fields: [{ value: "lint" }, { value: "unit" }] });
  });

  test("makes a condition", () => {
    const slot: Slot = { kind: "condition", of: { part: "color", choice: 0 }, index: 0 };
    const color = {
      kind: "rules" as const,
      choices: [{ when: [], gives: "red" }],
      base: { kind: "name" as const, name: "" },
    };
    const card = put({ ...emptyCard("card"), color }, slot, "build", "status");
    expect(shown(put(card, newField, "project"), build)).toMatchObject({ color: 0xcf222e });
  });

  test("is refused where it makes no sense, with a reason", () => {
    const full = {
      ...emptyCard("card"),
      fields: Array(25).fill(put(emptyCard("card"), newField, "project").fields[0]),
    };
    expect(objection(full, newField, "x")).toMatch(/at most 25/);
    expect(objection(full, { kind: "state" }, {})).toMatch(/single value/);
    expect(objection(full, { kind: "condition", of: { part: "when" }, index: 0 }, "x".repeat(300))).toMatch(/too long/);
    expect(objection(full, { kind: "text", of: { part: "title" }, lines: null, caret: null }, {})).toMatch(/one of/);
  });
});
