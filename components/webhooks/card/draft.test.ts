import { describe, expect, test } from "vitest";
import { atOnce } from "@/lib/process/patiently";
import { plainPayloads } from "@/lib/testing/examples";
import { evaluating } from "@/lib/webhooks/interpret/own-cards/evaluate";
import { type CardOfModel, cardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { SeenValues } from "@/lib/webhooks/interpret/own-cards/seen-values";
import { toneOfWord } from "@/lib/webhooks/interpret/own-cards/states";
import { writeTemplate } from "@/lib/webhooks/interpret/own-cards/write-file";
import { plainCard } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { draftCard } from "./draft";
import { eachOfChip, objection, type Slot, withValue, wordsOf } from "./edit";
import { titleWarning } from "./seen";

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

const seenIn = (...payloads: object[]) => {
  const seen = new SeenValues();
  for (const payload of payloads) seen.add(payload);
  return seen.list();
};
const plainOf = (payload: object) => plainCard(payload, plainBudget()).embeds[0] ?? {};
const draftOf = (payload: object, ...others: object[]) =>
  draftCard(payload, plainOf(payload), seenIn(payload, ...others));

/** Makes a card as the server does. */
function shown(card: CardOfModel, payload: object) {
  const model = cardModel.parse({ name: "CI", cards: [card] });
  return atOnce(evaluating(model, { payload, sent: payload }))?.messages[0]?.embeds[0];
}

const put = (card: CardOfModel, slot: Slot, ...path: (string | number)[]) => withValue(card, slot, build, path);
const fieldOf = (card: CardOfModel, field: number) => writeTemplate(card.fields[field]?.value ?? []);

describe("the first draft", () => {
  test("shows what the plain card shows, and other values for other payloads", () => {
    const plain = plainOf(build);
    const card = draftOf(build);
    expect(shown(card, build)).toMatchObject({
      url: plain.url,
      color: 0xcf222e,
      timestamp: plain.timestamp,
      card: { state: { word: "Failed", tone: "bad" } },
    });
    expect(shown(card, build)?.title).toMatch(/^(\[shop\] )?Failed\b.*/);
    const other = { ...build, project: "dock", build: { ...build.build, status: "passed", duration_ms: 1000 } };
    const { title, card: facts, fields } = shown(card, other) ?? {};
    expect(title).toContain("dock");
    expect(facts?.state).toMatchObject({ word: "Passed", tone: "good" });
    expect(fields).toContainEqual(expect.objectContaining({ name: "Build duration", value: "1 s" }));
    expect(fields?.find(({ name }) => name === "Jobs")?.value).toBe("• lint: passed\n• unit: failed");
  });

  test("gives each value that the log has had its state, also if an event's name says it", () => {
    const failed = { event: "backup.failed", host: "db-1" };
    const ok = { event: "backup.ok", host: "db-2" };
    const card = draftOf(failed, ok);
    expect(card.state).toEqual({
      value: inPayload(["event"]),
      rules: [
        {
          when: [{ value: inPayload(["event"]), is: true, than: "backup.failed" }],
          word: "Failed",
          tone: "bad",
          open: true,
        },
        { when: [{ value: inPayload(["event"]), is: true, than: "backup.ok" }], word: "Ok", tone: "good", open: false },
      ],
      others: "word",
    });
    expect(shown(card, failed)).toMatchObject({ color: 0xcf222e, title: "[db-1] Failed: Backup" });
    expect(shown(card, ok)).toMatchObject({ color: 0x1a7f37, title: "[db-2] Ok: Backup" });
    expect(shown(card, ok)?.title).not.toMatch(/fail/i);
  });

  test("takes each fact of the plain card from where the payload has it", () => {
    const payload = {
      type: "check",
      service: "checkout",
      env: "production",
      level: "critical",
      status: "down",
      what: "p99",
      at: 1_795_000_000,
      text: "Slow since noon",
    };
    const facts = {
      place: ["checkout", "production"],
      event: "Check",
      subject: "p99 of checkout",
      severity: "critical" as const,
      state: { word: "Down", tone: "bad" as const, open: false },
      summary: "Slow since noon",
    };
    const plain = {
      title: "[checkout · production] Down · Check: p99 of checkout",
      card: facts,
      timestamp: "2026-11-18T11:06:40.000Z",
      description: "Slow since noon",
      fields: [{ name: "Team", value: "blue" }],
    };
    expect(draftCard(payload, plain, [])).toMatchObject({
      place: [[chipAt(["service"])], [chipAt(["env"])]],
      event: [chipAt(["type"], { name: "capital" })],
      subject: [chipAt(["what"]), { kind: "text", text: " of " }, chipAt(["service"])],
      severity: [chipAt(["level"])],
      state: { value: inPayload(["status"]) },
      summary: [chipAt(["text"])],
      body: [],
      at: [chipAt(["at"])],
      fields: [],
    });
  });

  test("never says a state that only this payload has", () => {
    const payloads = plainPayloads();
    expect(payloads.length).toBeGreaterThan(100);
    for (const payload of payloads) {
      const { subject, event } = draftOf(payload);
      const words = `${wordsOf(subject)} ${wordsOf(event)}`.match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words.filter((word) => toneOfWord(word) !== null)).toEqual([]);
    }
  });

  test("is a card for any payload", () => {
    for (const odd of [{}, [], { a: null }, [[1]], { "a b": { "{{": "x" } }]) {
      expect(() => shown(draftOf(odd), odd)).not.toThrow();
    }
    expect(writeTemplate(draftCard("one\ntwo", {}).subject)).toBe("{{ payload | first_line }}");
  });
});

describe("a title that says a state", () => {
  const titled = (words: string, state = emptyCard("card").state): CardOfModel => {
    return { ...emptyCard("card"), subject: [...plainTemplate(words), chipAt(["host"])], state };
  };
  const seen = seenIn({ event: "backup.failed", host: "a" }, { event: "backup.ok", host: "b" });

  test("is warned about if requests have several", () => {
    expect(titleWarning(titled("Backup failed: "), seen)).toMatch(
      /“failed” is in the title of every request.*: Ok\. .*choose/,
    );
    const mapped = { value: inPayload(["event"]), rules: [], others: "word" as const };
    expect(titleWarning(titled("Backup failed: ", mapped), seen)).toMatch(/: Ok\. Remove it: the state says it\.$/);
    expect(titleWarning(titled("Backup: ", mapped), seen)).toBeNull();
  });

  test("is not, if all requests have the same", () => {
    expect(titleWarning(titled("Backup failed: "), seenIn({ event: "backup.failed" }, { kind: "open" }))).toBeNull();
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
        { name: "Done at", value: "27 Nov 2026, 01:20 UTC", kind: "time" },
        { name: "Build", value: "[ci.example.com](https://ci.example.com/b/88)", kind: "link" },
        { name: "Error", value: "Tests failed\nin a", inline: false },
        { name: "Jobs", value: "• lint: passed\n• unit: failed", inline: false },
        { name: "team", value: "red" },
        { name: "tier", value: "1" },
      ],
    });
  });

  test("goes to the caret of the selected text, apart from the word before it", () => {
    const subject: Slot = { kind: "text", of: { part: "subject" }, lines: null, caret: null };
    const card = put(put(emptyCard("card"), subject, "project"), subject, "build", "status");
    expect(writeTemplate(card.subject)).toBe("{{ project }} {{ build.status }}");
    const first = put(card, { ...subject, caret: { atom: 0, offset: 0 } }, "event");
    expect(writeTemplate(first.subject)).toBe("{{ event }}{{ project }} {{ build.status }}");
  });

  test("of an item is that of each item in its list's lines, of each field, or of each card", () => {
    const card = put(emptyCard("card"), newField, "jobs");
    const inLines: Slot = { kind: "text", of: { part: "value", field: 0 }, lines: 0, caret: null };
    expect(fieldOf(put(card, inLines, "jobs", 1, "state"), 0)).toContain(
      "{{ line.name }}: {{ line.state }} {{ line.state }}\n",
    );
    const each = eachOfChip(put(emptyCard("card"), newField, "jobs", 0, "name"), 0, 0);
    expect(each.fields[0]).toMatchObject({ each: inPayload(["jobs"]) });
    expect(shown(each, build)).toMatchObject({ fields: [{ value: "lint" }, { value: "unit" }] });
    const subject: Slot = { kind: "text", of: { part: "subject" }, lines: null, caret: null };
    const cards = put(
      put(put(emptyCard("card"), { kind: "each" }, "jobs"), subject, "jobs", 0, "name"),
      { kind: "state" },
      "jobs",
      1,
      "state",
    );
    expect(atOnce(evaluating({ name: "CI", cards: [cards] }, { payload: build, sent: build }))?.messages).toMatchObject(
      [{ embeds: [{ title: "Passed: lint" }] }, { embeds: [{ title: "Failed: unit" }] }],
    );
  });

  test("gives the state of each value that the log has had, and of its own", () => {
    const card = withValue(emptyCard("card"), { kind: "state" }, build, ["build", "status"], ["passed", "running"]);
    expect(card.state.rules.map(({ word, tone, open }) => [word, tone, open])).toEqual([
      ["Passed", "good", false],
      ["Running", "progress", false],
      ["Failed", "bad", true],
    ]);
    const other = withValue(card, { kind: "state" }, build, ["event"], []);
    expect(other.state.rules).toHaveLength(1);
  });

  test("makes a condition", () => {
    const slot: Slot = { kind: "condition", of: { part: "state", rule: 0 }, index: 0 };
    const state = {
      value: null,
      rules: [{ when: [], word: "", tone: "none" as const, open: false }],
      others: "word" as const,
    };
    const card = put({ ...emptyCard("card"), state }, slot, "build", "status");
    expect(shown(put(card, newField, "project"), build)).toMatchObject({ color: 0xcf222e, title: "Failed" });
  });

  test("is refused where it makes no sense, with a reason", () => {
    const full = {
      ...emptyCard("card"),
      fields: Array(25).fill(put(emptyCard("card"), newField, "project").fields[0]),
    };
    expect(objection(full, newField, "x")).toMatch(/at most 25/);
    expect(objection(full, { kind: "state" }, {})).toMatch(/single value/);
    expect(objection(full, { kind: "each" }, "x")).toMatch(/list of objects/);
    expect(objection(full, { kind: "condition", of: { part: "when" }, index: 0 }, "x".repeat(300))).toMatch(/too long/);
    expect(objection(full, { kind: "text", of: { part: "subject" }, lines: null, caret: null }, {})).toMatch(/one of/);
  });
});
