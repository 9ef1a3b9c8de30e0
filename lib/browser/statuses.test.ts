import { expect, test } from "vitest";
import { msUntilEnd, withMute, withoutEnded, withStatus } from "./people";

const now = Date.parse("2026-11-23T10:00:00Z");
const until = (endsAt: string | null) => ({ emoji: "📅", text: "", endsAt });
const all = { 1: until("2026-11-23T11:00:00Z"), 2: until(null), 3: until("2026-11-23T10:00:00Z") };

test("each person's status is replaced or cleared", () => {
  expect(withStatus({}, "1", all[1])).toEqual({ 1: all[1] });
  expect(withStatus(all, "2", null)).toEqual({ 1: all[1], 3: all[3] });
});

test("ended statuses are left out, and the time until the next end is known", () => {
  expect(withoutEnded(all, now)).toEqual({ 1: all[1], 2: all[2] });
  expect(msUntilEnd(all, now)).toBe(0);
  expect(msUntilEnd({ 1: all[1], 2: all[2] }, now)).toBe(3_600_000);
  expect(msUntilEnd({ 1: until("2027-11-23T10:00:00Z") }, now)).toBe(86_400_000);
  expect(msUntilEnd({ 2: all[2] }, now)).toBeNull();
});

test("muted people have no duplicates", () => {
  expect(withMute(withMute([], "1", true), "1", true)).toEqual(["1"]);
  expect(withMute(["1", "2"], "1", false)).toEqual(["2"]);
});
