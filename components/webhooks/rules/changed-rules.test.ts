import { expect, test } from "vitest";
import type { RuleDto, RulesDto } from "@/lib/webhooks/rules/model";
import { withChange } from "./changed-rules";

const rule = (id: string): RuleDto => ({
  id,
  conditions: [{ on: "fact", fact: "event", test: "is", text: id }],
  action: { do: "skip" },
  continues: false,
  createdBy: null,
  createdAt: "2026-11-28T00:00:00.000Z",
  target: null,
});

const page: RulesDto = {
  rules: ["1", "2", "3"].map(rule),
  events: [
    { event: "push", thisWeek: 4, hiddenBy: null },
    { event: "star", thisWeek: 9, hiddenBy: "2" },
  ],
};

const order = ({ rules }: RulesDto) => rules.map(({ id }) => id).join("");

test("an event is hidden and shown at once", () => {
  const hidden = withChange(page, { type: "hide", event: "push" });
  expect(hidden.events[0]?.hiddenBy).not.toBeNull();
  expect(withChange(hidden, { type: "show", event: "push" }).events[0]?.hiddenBy).toBeNull();
});

test("a deleted rule no longer hides its event", () => {
  const after = withChange(page, { type: "remove", id: "2" });
  expect(order(after)).toBe("13");
  expect(after.events[1]?.hiddenBy).toBeNull();
});

test("a rule moves up and down, and stays if it's gone meanwhile", () => {
  expect(order(withChange(page, { type: "move", id: "3", to: 1 }))).toBe("132");
  expect(order(withChange(page, { type: "move", id: "1", to: 2 }))).toBe("231");
  expect(order(withChange(page, { type: "move", id: "9", to: 0 }))).toBe("123");
});
