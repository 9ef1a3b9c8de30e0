import { expect, test } from "vitest";
import { type LineEvent, lineText, withLineNames } from "./line-text";

const joined = (by: string): LineEvent => ({ kind: "joined", by });
const added = (who: string, by: string): LineEvent => ({ kind: "added", who, by });

test("people who did the same share a sentence", () => {
  expect(lineText([joined("1")])).toBe("<@1> joined.");
  expect(lineText([joined("1"), joined("2")])).toBe("<@1> and <@2> joined.");
  expect(lineText([joined("1"), joined("2"), joined("3")])).toBe("<@1>, <@2> and <@3> joined.");
  expect(lineText(["1", "2", "3", "4", "5"].map(joined))).toBe("<@1>, <@2> and 3 others joined.");
  expect(lineText([joined("1"), joined("1")])).toBe("<@1> joined.");
});

test("each person who added or removed others has a sentence", () => {
  expect(lineText([added("1", "9"), added("2", "9"), added("3", "8")])).toBe(
    "<@1> and <@2> were added by <@9>. <@3> was added by <@8>.",
  );
  expect(
    lineText([
      { kind: "removed", who: "1", by: "9" },
      { kind: "left", by: "2" },
    ]),
  ).toBe("<@1> was removed by <@9>. <@2> left.");
});

test("what changed twice shows where it began and ended", () => {
  const renamed = (from: string, to: string): LineEvent => ({ kind: "renamed", by: "1", from, to });
  expect(lineText([renamed("a", "b"), renamed("b", "c")])).toBe("<@1> renamed the channel from #a to #c.");
  expect(lineText([{ kind: "topic", by: "1", from: "x", to: "" }])).toBe("<@1> removed the topic.");
});

test("names and topics stay as they are", () => {
  const line = lineText([{ kind: "topic", by: "1", from: "", to: "*now* <@2> [x](y)" }]);
  expect(line).toBe("<@1> changed the topic to “\\*now\\* \\<\\@2\\> \\[x\\]\\(y\\)”.");
  expect(withLineNames(line, new Map([[1n, { name: "Ann_B_" }]]))).toContain(
    "**Ann\\_B\\_** changed the topic to “\\*now",
  );
  expect(withLineNames("<@3> joined.", new Map())).toBe("**Someone** joined.");
});
