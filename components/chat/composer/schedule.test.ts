import { expect, test } from "vitest";
import { bodyOf, onScheduled, type Schedulable } from "./schedule";

const at = new Date("2026-11-28T09:00:00Z");
const channel = { id: "1" } as Schedulable["channel"];
const draft = (text: string): Schedulable => ({
  channel,
  threadId: undefined,
  inChannel: undefined,
  latest: () => ({ text, marks: {} }),
  clear: () => {},
  tray: "1",
});

test("the same attempt again has the same nonce, until it succeeded", () => {
  const { nonce } = bodyOf(draft("Lunch?"), at, ["a"]);
  expect(bodyOf(draft("Lunch?"), at, ["a"]).nonce).toBe(nonce);
  onScheduled(draft("Lunch?"), "Lunch?", at);
  expect(bodyOf(draft("Lunch?"), at, ["a"]).nonce).not.toBe(nonce);
});

test("another text, time or file is another attempt", () => {
  const nonces = [
    bodyOf(draft("Lunch?"), at),
    bodyOf(draft("Dinner?"), at),
    bodyOf(draft("Dinner?"), new Date(at.getTime() + 60_000)),
    bodyOf(draft("Dinner?"), at, ["a"]),
  ].map(({ nonce }) => nonce);
  expect(new Set(nonces).size).toBe(4);
});
