import { expect, test } from "vitest";
import { checkPayload } from "@/lib/webhooks/schema";
import { allTexts, moved, without } from "./controls";
import { emptyEmbed } from "./draft";
import { fromPayload } from "./payload";

test("the count isn't shown far from the limit", () => expect(allTexts({ ...emptyEmbed(), title: "t" })).toBeNull());

test("the count includes the same texts as the endpoint's", () => {
  const payload = (length: number) => ({
    embeds: [
      {
        title: "t".repeat(100),
        description: "d".repeat(4000),
        author: { name: "a".repeat(100) },
        footer: { text: "f".repeat(length) },
        fields: [{ name: "n".repeat(50), value: "v".repeat(50) }],
      },
    ],
  });
  const said = (length: number) => fromPayload(payload(length)).embeds.map(allTexts);
  expect(said(1700)).toEqual(["6000 of 6000 characters in this embed"]);
  expect(checkPayload(payload(1700)).problems).toEqual([]);
  expect(said(1701)).toEqual(["6001 of 6000 characters in this embed"]);
  expect(checkPayload(payload(1701)).problems).toHaveLength(1);
});

test("an item moves by one position, but not past the ends", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("removing an item keeps the others in order", () => expect(without(["a", "b", "c"], 1)).toEqual(["a", "c"]));
