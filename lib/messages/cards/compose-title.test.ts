import { expect, test } from "vitest";
import { composeTitle, lineOf } from "@/lib/messages/cards/compose-title";
import type { CardFacts } from "@/lib/messages/dto";

const state = { word: "Firing", tone: "bad", open: true } as const;

test.each<[CardFacts, string]>([
  [
    { place: ["shop", "production"], state, subject: "p99 of checkout-api" },
    "[shop · production] Firing: p99 of checkout-api",
  ],
  [{ place: ["octo/hello"], event: "Comment", subject: "#12 Fix it" }, "[octo/hello] Comment: #12 Fix it"],
  [{ state, event: "Check", subject: "db-1" }, "Firing · Check: db-1"],
  [{ subject: "db-1" }, "db-1"],
  [{ place: ["shop"], state, subject: "" }, "[shop] Firing"],
  [{ place: ["shop"], subject: "" }, "[shop]"],
  [{}, ""],
])("%j is said as %j", (facts, title) => {
  expect(composeTitle(facts)).toBe(title);
});

test("a title fits, whatever its facts", () => {
  const long = (length: number) => "😀".repeat(length);
  const facts = {
    place: [long(80), long(80)],
    state: { ...state, word: long(40) },
    event: long(80),
    subject: long(256),
  };
  expect([...composeTitle(facts)].length).toBeLessThanOrEqual(256);
  expect(composeTitle(facts)).toContain(": 😀");
});

test("a sender's own title is said whole, after the place and state that the sender gave", () => {
  expect(lineOf({ title: "[a] Failed: b" })).toBe("[a] Failed: b");
  expect(lineOf({ title: "Disk 3", card: { place: ["db-1"], state } })).toBe("[db-1] Firing: Disk 3");
  expect(lineOf({ title: "[db-1] Firing: Disk 3", card: { subject: "Disk 3", state } })).toBe("[db-1] Firing: Disk 3");
});
