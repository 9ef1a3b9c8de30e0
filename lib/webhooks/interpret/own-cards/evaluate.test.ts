import { describe, expect, test } from "vitest";
import { atOnce } from "@/lib/process/patiently";
import { evaluating } from "@/lib/webhooks/interpret/own-cards/evaluate";
import type { CardOfModel, Condition, Scalar, StateRule } from "@/lib/webhooks/interpret/own-cards/model";
import { cardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";

const is = (than: Scalar, ...path: string[]): Condition => ({ value: inPayload(path), is: true, than });

function made(cards: Partial<CardOfModel>[], payload: object | string, sent = payload) {
  const model = cardModel.parse({
    name: "Own",
    cards: cards.map((card, index) => ({ ...emptyCard(`card-${index + 1}`), ...card })),
  });
  return atOnce(evaluating(model, { payload, sent }));
}

const cardOf = (card: Partial<CardOfModel>, payload: object | string) => made([card], payload)?.messages[0]?.embeds[0];

const bad = (word: string, ...when: Condition[]): StateRule => ({ when, word, tone: "bad", open: true });
const good = (word: string, ...when: Condition[]): StateRule => ({ when, word, tone: "good", open: false });

describe("a state", () => {
  const backup: Partial<CardOfModel> = {
    subject: [chipAt(["host"])],
    event: plainTemplate("Backup"),
    state: {
      value: inPayload(["event"]),
      rules: [bad("Failed", is("backup.failed", "event")), good("OK", is("backup.ok", "event"))],
      others: "word",
    },
    updateKey: [chipAt(["host"])],
  };

  test("is that of each request's value, so no title says failed of what went well", () => {
    expect(cardOf(backup, { event: "backup.failed", host: "db-1" })).toMatchObject({
      title: "Failed · Backup: db-1",
      card: { subject: "db-1", event: "Backup", state: { word: "Failed", tone: "bad", open: true } },
    });
    expect(cardOf(backup, { event: "backup.ok", host: "db-1" })).toMatchObject({
      title: "OK · Backup: db-1",
      card: { state: { word: "OK", tone: "good", open: false } },
    });
  });

  test("is the value's own word, in its tone, if no rule is for it", () => {
    const stateFor = (event: unknown, others: CardOfModel["state"]["others"] = "word") =>
      cardOf({ ...backup, state: { value: inPayload(["event"]), rules: [], others } }, { event, host: "db-1" })?.card
        ?.state;
    expect(stateFor("backup.failed")).toEqual({ word: "Failed", tone: "bad", open: true });
    expect(stateFor("in_progress")).toEqual({ word: "In progress", tone: "progress", open: false });
    expect(stateFor("in_progress", "warning")).toEqual({ word: "In progress", tone: "warning", open: true });
    expect(stateFor("frobnicated")).toEqual({ word: "Frobnicated", tone: "none", open: false });
    expect(stateFor({ a: 1 })).toBeUndefined();
  });

  test("is open only with a key that a later request can end it by, and if its rule says so", () => {
    const rules = [
      { ...bad("Declined", is("declined", "status")), open: false },
      bad("Failed", is("failed", "status")),
    ];
    const state = { value: null, rules, others: "word" as const };
    const openOf = (status: string, updateKey: CardOfModel["updateKey"]) =>
      cardOf({ subject: plainTemplate("x"), state, updateKey }, { status, id: 5 })?.card?.state?.open;
    expect(openOf("failed", [chipAt(["id"])])).toBe(true);
    expect(openOf("declined", [chipAt(["id"])])).toBe(false);
    expect(openOf("failed", [])).toBe(false);
    expect(openOf("failed", [chipAt(["missing"])])).toBe(false);
  });

  test("can't be a word for all requests, but a tone can", () => {
    const always = (word: string) =>
      cardModel.safeParse({
        name: "Own",
        cards: [{ ...emptyCard("a"), state: { value: null, rules: [good(word)], others: "word" } }],
      });
    expect(always("OK").success).toBe(false);
    expect(always("").success).toBe(true);
    const state = { value: null, rules: [good("")], others: "word" as const };
    expect(cardOf({ subject: plainTemplate("x"), state }, {})).toMatchObject({ color: 0x1a7f37, title: "x" });
  });
});

describe("a card", () => {
  test("has all facts that the form can give", () => {
    const payload = {
      repo: "shop",
      env: "production",
      what: "p99",
      level: "HIGH",
      said: "Slow *since* then",
      by: "Ada",
      page: "https://a.example/1",
      book: "https://a.example/2",
      picture: "https://a.example/3.png",
      from: 1_795_000_000,
      to: "2026-11-27T01:20:00Z",
      took: 62,
      tags: { team: "blue" },
      jobs: [{ n: "lint" }, { n: "unit" }],
    };
    const card = cardOf(
      {
        place: [[chipAt(["repo"])], [chipAt(["env"])]],
        subject: [chipAt(["what"]), { kind: "text", text: " of checkout →" }],
        severity: [chipAt(["level"])],
        summary: [chipAt(["said"])],
        body: [
          { kind: "text", text: "**Jobs**\n" },
          {
            kind: "lines",
            list: inPayload(["jobs"]),
            parts: [
              { kind: "text", text: "• " },
              { kind: "chip", value: { root: "line", path: ["n"] }, filters: [{ name: "bold" }] },
            ],
          },
        ],
        url: [chipAt(["page"])],
        links: [
          { label: plainTemplate("Runbook"), url: [chipAt(["book"])] },
          { label: plainTemplate("None"), url: [chipAt(["by"])] },
        ],
        person: { name: [chipAt(["by"])], url: [chipAt(["page"])], icon: [] },
        image: [chipAt(["picture"])],
        at: [chipAt(["to"])],
        startedAt: [chipAt(["from"])],
        endedAt: [chipAt(["to"])],
        footer: plainTemplate("Foot"),
        fields: [
          {
            each: null,
            name: plainTemplate("Took"),
            value: [chipAt(["took"], { name: "duration" })],
            kind: "duration",
            inline: true,
          },
          {
            each: inPayload(["tags"]),
            name: [{ kind: "chip", value: { root: "row", path: ["key"] }, filters: [] }],
            value: [{ kind: "chip", value: { root: "row", path: ["value"] }, filters: [] }],
            kind: "text",
            inline: true,
          },
          { each: null, name: plainTemplate("Nothing"), value: [chipAt(["missing"])], kind: "text", inline: true },
        ],
      },
      payload,
    );
    expect(card).toMatchObject({
      title: "[shop · production] p99 of checkout",
      url: payload.page,
      description: "Slow \\*since\\* then\n\n**Jobs**\n• **lint**\n• **unit**",
      fields: [
        { name: "Took", value: "1 min 2 s", inline: true, kind: "duration" },
        { name: "team", value: "blue", inline: true },
      ],
      buttons: [{ label: "Runbook", url: payload.book }],
      author: { name: "Ada", url: payload.page },
      image: { url: payload.picture },
      footer: { text: "Foot" },
      timestamp: "2026-11-27T01:20:00.000Z",
      card: {
        place: ["shop", "production"],
        subject: "p99 of checkout",
        severity: "high",
        summary: "Slow *since* then",
        startedAt: "2026-11-18T11:06:40.000Z",
        endedAt: "2026-11-27T01:20:00.000Z",
      },
    });
  });

  test("is made for each item of a list, up to a hundred", () => {
    const subject = [{ kind: "chip" as const, value: { root: "item" as const, path: ["name"] }, filters: [] }];
    const items = Array.from({ length: 120 }, (_, index) => ({ name: `n${index}` }));
    const messages = made([{ each: inPayload(["items"]), subject }], { items })?.messages ?? [];
    expect(messages).toHaveLength(100);
    expect(messages[1]?.embeds[0]?.title).toBe("n1");
    expect(made([{ each: inPayload([]), subject }], items.slice(0, 2))?.messages).toHaveLength(2);
    expect(made([{ each: inPayload(["none"]), subject }], { items })).toBeNull();
  });

  test("is the first whose conditions hold, and posts nothing where a rule says so", () => {
    const cards: Partial<CardOfModel>[] = [
      { when: [is("lamp", "kind")], subject: plainTemplate("A lamp"), skip: [[is(0, "n")]] },
      { when: [{ ...is(null, "door"), is: false }], subject: plainTemplate("A door") },
    ];
    expect(made(cards, { kind: "lamp", n: 1 })?.messages[0]?.embeds[0]?.title).toBe("A lamp");
    expect(made([{ subject: plainTemplate("x"), skip: [[]] }], {})?.messages).toHaveLength(1);
    expect(made(cards, { kind: "lamp", n: 0 })).toEqual({ messages: [], skipped: "n is 0" });
    expect(made(cards, { door: { open: true } })?.messages[0]?.embeds[0]?.title).toBe("A door");
    expect(made(cards, { door: "" })).toBeNull();
    expect(made(cards, "lamp")).toBeNull();
  });

  test("reads a text as the payload, and only a payload's own values", () => {
    expect(cardOf({ subject: [chipAt([], { name: "first_line" })] }, "one\ntwo")?.title).toBe("one");
    const odd = [chipAt(["constructor", "name"]), chipAt(["a", "length"]), chipAt(["__proto__"])];
    expect(cardOf({ subject: [{ kind: "text", text: "x" }, ...odd] }, { a: [1] })?.title).toBe("x");
  });

  test("keeps mentions and markup in a payload as text", () => {
    const body = [chipAt(["a"]), { kind: "text" as const, text: " <@123>" }];
    expect(cardOf({ body }, { a: "**b** <@456> @everyone" })?.description).toBe(
      "\\*\\*b\\*\\* \\<\\@456\\> \\@everyone <@\u200b123>",
    );
  });

  test("has the keys of the original payload, as digests where a secret is masked", () => {
    const card = { subject: plainTemplate("x"), updateKey: [chipAt(["id"])], threadKey: [chipAt(["key"])] };
    const sent = (key: string) => made([card], { id: 7, key: "•••" }, { id: 7, key })?.messages[0];
    expect(sent("secret-1")?.update_key).toBe("Own 7");
    expect(sent("secret-1")?.thread_key).toMatch(/^Own [\da-f]{64}$/);
    expect(sent("secret-1")?.thread_key).not.toBe(sent("secret-2")?.thread_key);
  });
});
