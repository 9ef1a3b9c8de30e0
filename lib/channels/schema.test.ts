import { expect, test } from "vitest";
import { readPositionsSchema, readSchema, unreadSchema } from "./schema";

const ok = (schema: typeof readSchema, seq: unknown) => schema.safeParse({ seq }).success;

test("a message's number is a whole number that a database can hold", () => {
  for (const seq of [1, 4711, Number.MAX_SAFE_INTEGER])
    expect([ok(readSchema, seq), ok(unreadSchema, seq)]).toEqual([true, true]);
  for (const seq of [-1, 1.5, "1", null, undefined, Number.NaN, 2 ** 60, [1]]) {
    expect([ok(readSchema, seq), ok(unreadSchema, seq)]).toEqual([false, false]);
  }
  expect([ok(readSchema, 0), ok(unreadSchema, 0)]).toEqual([true, false]);
});

test("positions name channels by ids that a database can hold, and are not endless", () => {
  const position = (channelId: unknown, lastReadSeq: unknown = 1) =>
    readPositionsSchema.safeParse({ positions: [{ channelId, lastReadSeq }] }).success;
  expect(position("117441049634277085")).toBe(true);
  for (const id of ["", "0", "x", "9223372036854775808", "1e5", 5, null]) expect(position(id)).toBe(false);
  expect(position("5", -1)).toBe(false);
  const many = Array.from({ length: 5_001 }, () => ({ channelId: "5", lastReadSeq: 1 }));
  expect(readPositionsSchema.safeParse({ positions: many }).success).toBe(false);
});
