import { expect, test } from "vitest";
import { openDirectSchema, readPositionsSchema, readSchema, unreadSchema } from "./schema";

const ok = (schema: typeof readSchema, seq: unknown) => schema.safeParse({ seq }).success;

test("a message's number is an integer that fits the database", () => {
  for (const seq of [1, 4711, Number.MAX_SAFE_INTEGER])
    expect([ok(readSchema, seq), ok(unreadSchema, seq)]).toEqual([true, true]);
  for (const seq of [1.5, "1", null, undefined, Number.NaN, 2 ** 60, -(2 ** 60), [1]]) {
    expect([ok(readSchema, seq), ok(unreadSchema, seq)]).toEqual([false, false]);
  }
  // An imported message can be marked as unread; it counts as read already.
  expect([ok(readSchema, -1), ok(unreadSchema, -1)]).toEqual([false, true]);
});

test("positions name channels by ids that fit the database, and their number is limited", () => {
  const position = (channelId: unknown, lastReadSeq: unknown = 1) =>
    readPositionsSchema.safeParse({ positions: [{ channelId, lastReadSeq }] }).success;
  expect(position("117441049634277085")).toBe(true);
  for (const id of ["", "0", "x", "9223372036854775808", "1e5", 5, null]) expect(position(id)).toBe(false);
  expect([position("5", -1), position("5", 1.5), position("5", -(2 ** 60))]).toEqual([true, false, false]);
  const many = Array.from({ length: 5_001 }, () => ({ channelId: "5", lastReadSeq: 1 }));
  expect(readPositionsSchema.safeParse({ positions: many }).success).toBe(false);
});

test.each([
  [{}, "userIds must be a list of user IDs."],
  [{ userIds: "12" }, "userIds must be a list of user IDs."],
  [{ userIds: [] }, "userIds must list at least one user."],
  [{ userIds: [12] }, "userIds must contain only user IDs."],
  [{ userIds: ["12", "99999999999999999999"] }, "userIds must contain only user IDs."],
  [{ userIds: Array(10).fill("12") }, "userIds can list at most 8 other people."],
])("%j isn't a list of people", (input, message) => {
  expect(openDirectSchema.safeParse(input).error?.issues[0]?.message).toBe(message);
});

test("a list of people contains their ids", () => {
  expect(openDirectSchema.parse({ userIds: ["12", "9223372036854775807"] })).toEqual({
    userIds: [12n, 9223372036854775807n],
  });
});
