import fc from "fast-check";
import { expect, test } from "vitest";
import { storedEmbeds } from "@/lib/messages/stored-embeds";

const card = { place: ["a"], subject: "b", state: { word: "Up", tone: "good", open: false }, severity: "low" };

test("a card's facts are read as they are stored", () => {
  const embed = { title: "[a] Up: b", fields: [{ name: "Took", value: "4 s", kind: "duration" }], card };
  expect(storedEmbeds([embed])).toEqual([embed]);
});

test.each([
  { ...card, state: { word: "Up", tone: "great", open: false } },
  { ...card, state: "Up" },
  { ...card, severity: "urgent" },
  { ...card, place: "a" },
  { ...card, subject: 1 },
  ["a"],
  null,
])("facts with a shape of another version are left out: %j", (other) => {
  expect(storedEmbeds([{ title: "whole", card: other }])).toEqual([{ title: "whole" }]);
});

test("a kind of another version is left out", () => {
  expect(storedEmbeds([{ fields: [{ name: "a", value: "b", kind: "angle" }] }])).toEqual([
    { fields: [{ name: "a", value: "b" }] },
  ]);
});

test("whatever is stored as facts, the title is shown", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (other) => {
      const [embed] = storedEmbeds([{ title: "whole", card: other }]);
      expect(embed?.title).toBe("whole");
    }),
  );
});
