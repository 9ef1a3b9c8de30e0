import { expect, test } from "vitest";
import { choiceOf, levelsOf } from "./levels";

test("a channel offers three levels, and a direct message all messages or nothing", () => {
  const labels = (kind: "public" | "private" | "direct") => levelsOf(kind).map(({ label }) => label);
  expect(labels("public")).toEqual(["All messages", "Mentions", "Nothing"]);
  expect(labels("private")).toEqual(labels("public"));
  expect(labels("direct")).toEqual(["All messages", "Nothing"]);
  for (const choice of levelsOf("public")) expect(choiceOf(choice.value)).toBe(choice);
});
