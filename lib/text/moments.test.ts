import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseMoment, sendTimes, toFieldValue, usualMoments } from "./moments";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Europe/Berlin";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

// A Friday.
const NOW = new Date("2026-11-27T10:00:00+01:00");

test.each([
  ["call Bo in 20 minutes", "2026-11-27T10:20:00+01:00", "call Bo"],
  ["in 2 hours stretch", "2026-11-27T12:00:00+01:00", "stretch"],
  ["in half an hour", "2026-11-27T10:30:00+01:00", ""],
  ["In an hour: tea", "2026-11-27T11:00:00+01:00", ": tea"],
  ["tomorrow", "2026-11-28T09:00:00+01:00", ""],
  ["tomorrow at 14:30 the report", "2026-11-28T14:30:00+01:00", "the report"],
  ["water plants monday", "2026-11-30T09:00:00+01:00", "water plants"],
  ["on friday 9am", "2026-12-04T09:00:00+01:00", ""],
  ["at 17:00 leave", "2026-11-27T17:00:00+01:00", "leave"],
  ["at 8:15", "2026-11-28T08:15:00+01:00", ""],
  ["at 5 pm", "2026-11-27T17:00:00+01:00", ""],
  ["presents on 2026-12-24 18:00", "2026-12-24T18:00:00+01:00", "presents"],
  ["in 3 days", "2026-11-30T10:00:00+01:00", ""],
])("“%s” is %s", (text, at, rest) => {
  expect(parseMoment(text, NOW)).toEqual({ at: new Date(at), rest });
});

test.each([
  "",
  "call Bo",
  "12/24",
  "at 25:00",
  "tomorrow 9:75",
  "2026-02-31",
  "2020-01-01",
  "in 0 minutes",
  "in 9000 hours",
])("“%s” is no time", (text) => expect(parseMoment(text, NOW)).toBeNull());

describe("when clocks change", () => {
  test("tomorrow morning is nine by the new clock", () => {
    const saturday = new Date("2026-10-24T12:00:00+02:00");
    expect(parseMoment("tomorrow", saturday)?.at).toEqual(new Date("2026-10-25T09:00:00+01:00"));
    expect(parseMoment("in 1 day", saturday)?.at).toEqual(new Date("2026-10-25T12:00:00+01:00"));
    expect(parseMoment("in 24 h", saturday)?.at).toEqual(new Date("2026-10-25T12:00:00+01:00"));
  });
});

test("usual times go from soon to next week, and leave out what is near", () => {
  expect(usualMoments(NOW).map(({ label }) => label)).toEqual([
    "In 20 minutes",
    "In an hour",
    "In 3 hours",
    "Today",
    "Tomorrow",
    "Monday",
  ]);
  const sunday = new Date("2026-11-29T16:00:00+01:00");
  expect(usualMoments(sunday).map(({ label }) => label)).toEqual([
    "In 20 minutes",
    "In an hour",
    "In 3 hours",
    "Tomorrow",
  ]);
});

const texts = (now: Date) => sendTimes(now).map(({ label, at }) => `${label} ${toFieldValue(at)}`);

test("offers later today, tomorrow and Monday by the browser's clock", () => {
  // A Friday.
  expect(texts(new Date(2026, 10, 27, 10, 30))).toEqual([
    "Later today 2026-11-27T13:00",
    "Tomorrow 2026-11-28T09:00",
    "Monday 2026-11-30T09:00",
  ]);
});

test("later today is at least an hour away, and isn't offered in the evening", () => {
  expect(texts(new Date(2026, 10, 27, 12, 1))[0]).toBe("Later today 2026-11-27T17:00");
  expect(texts(new Date(2026, 10, 27, 19, 1))).toEqual(["Tomorrow 2026-11-28T09:00", "Monday 2026-11-30T09:00"]);
});

test("Monday is the next one, and isn't offered on a Sunday, when it's tomorrow", () => {
  expect(texts(new Date(2026, 10, 30, 21))).toEqual(["Tomorrow 2026-12-01T09:00", "Monday 2026-12-07T09:00"]);
  expect(texts(new Date(2026, 10, 29, 21))).toEqual(["Tomorrow 2026-11-30T09:00"]);
});
