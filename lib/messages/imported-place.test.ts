import { expect, test } from "vitest";
import { idAt } from "@/lib/text/id-at";
import { parseId } from "@/lib/text/text";
import { BEFORE_ALL, idOfSlot, seqOfSlot, slotAt } from "./imported-place";

const moments = [
  "1970-01-01",
  "2000-01-01",
  "2014-02-03T04:05:06.789",
  "2025-12-31T23:59:59.999",
  "2026-06-01",
  "2094-01-01",
].map((text) => Date.parse(`${text.slice(0, 10)}T${text.slice(11) || "00:00:00"}Z`));

test("later moments have higher ids and numbers", () => {
  const slots = moments.map(slotAt);
  const [ids, seqs] = [slots.map(idOfSlot), slots.map(seqOfSlot)];
  // 1970 counts as 2000.
  expect(ids[0]).toBe(ids[1]);
  for (const all of [ids.slice(1), seqs.slice(1)]) {
    for (const [index, each] of all.slice(1).entries()) expect(each).toBeGreaterThan(all[index] ?? 0n);
  }
});

test("numbers are negative and exact in JavaScript, and have at most 15 digits", () => {
  for (const moment of moments) {
    const seq = seqOfSlot(slotAt(moment));
    expect(seq).toBeLessThan(0n);
    expect(seq).toBeGreaterThan(BEFORE_ALL);
    expect(BigInt(Number(seq))).toBe(seq);
    expect(`${-seq}`.length).toBeLessThanOrEqual(15);
  }
});

test("ids are valid, and below those that the database makes from then on", () => {
  for (const moment of moments) {
    const slot = slotAt(moment);
    expect(parseId(`${idOfSlot(slot)}`)).toBe(idOfSlot(slot));
    expect(idOfSlot(slot + 1)).toBeGreaterThan(idOfSlot(slot));
  }
  expect(idOfSlot(slotAt(Date.parse("2025-12-31T23:59:59.999Z")))).toBeLessThan(idAt(Date.UTC(2026, 0, 1, 4)));
  const now = Date.UTC(2026, 5, 1);
  expect(idOfSlot(slotAt(now))).toBe(idAt(now));
});
