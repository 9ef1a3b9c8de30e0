import { expect, test } from "vitest";
import { skipsAsRules } from "@/lib/webhooks/card-skips";
import type { CardOfModel, Condition } from "@/lib/webhooks/interpret/own-cards/model";
import { emptyCard } from "@/lib/webhooks/interpret/own-cards/new-card";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";

const on = (path: string, than: Condition["than"], is = true, root: "payload" | "item" = "payload"): Condition => ({
  value: { root, path: path.split(".") },
  is,
  than,
});

const rulesOf = (cards: Partial<CardOfModel>[], most = 50) => {
  const model = { name: "A", cards: cards.map((card) => ({ ...emptyCard("a"), ...card })) };
  const { rules, model: rest } = skipsAsRules(model, most);
  return { rules: rules.map((rule) => sentenceOf(rule)), left: rest.cards.map(({ skip }) => skip.length) };
};

test("a card's conditions for posting nothing become rules, for the requests that the card is for", () => {
  expect(
    rulesOf([
      { when: [on("kind", "lamp")], skip: [[on("n", 0)], [on("up", true), on("env", "dev", false)]] },
      { skip: [[on("n", 1)]] },
    ]),
  ).toEqual({
    rules: [
      "Don't post when kind is lamp and n is 0",
      "Don't post when kind is lamp and up is true and env isn't dev",
      "Don't post when kind isn't lamp and n is 1",
    ],
    left: [0, 0],
  });
});

test("that a value isn't empty goes without saying where it has to be something", () => {
  expect(rulesOf([{ when: [on("lamp", null, false)], skip: [[on("lamp", "x")]] }]).rules).toEqual([
    "Don't post when lamp is x",
  ]);
});

test("what no rule can say stays in the card", () => {
  const ofItem = [on("n", 0, true, "item")];
  const isBlank = [on("n", null)];
  const ofList = [on("jobs.size", 0)];
  expect(rulesOf([{ skip: [ofItem, isBlank, ofList, []] }])).toEqual({ rules: [], left: [4] });
  expect(rulesOf([{ when: [on("kind", null, false)], skip: [[on("n", 0)]] }]).left).toEqual([1]);
  expect(rulesOf([{ skip: [[on("n", 0)], [on("n", 1)]] }], 1)).toMatchObject({ left: [1] });
});
