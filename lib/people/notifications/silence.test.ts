import { describe, expect, test } from "vitest";
import {
  isSilenced,
  isTimeZone,
  type QuietHours,
  type SilenceSettings,
  tomorrowMorning,
  wallClock,
} from "@/lib/people/notifications/silence";

const at = (iso: string) => new Date(iso);
const NONE: SilenceSettings = { paused: false, pausedUntil: null, quiet: null };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BERLIN = "Europe/Berlin";

function quiet(from: number, to: number, days = EVERY_DAY, timeZone = "UTC"): SilenceSettings {
  const hours: QuietHours = { from: from * 60, to: to * 60, days, timeZone };
  return { ...NONE, quiet: hours };
}

test("with default settings notifications are never silenced", () => {
  expect(isSilenced(NONE, at("2026-11-23T03:00:00Z"))).toBe(false);
});

describe("a pause", () => {
  test("lasts until its end, and not a moment longer", () => {
    const settings = { ...NONE, paused: true, pausedUntil: at("2026-11-23T12:30:00Z") };
    expect(isSilenced(settings, at("2026-11-23T12:29:59Z"))).toBe(true);
    expect(isSilenced(settings, at("2026-11-23T12:30:00Z"))).toBe(false);
  });

  test("without an end lasts until it is turned off", () => {
    expect(isSilenced({ ...NONE, paused: true }, at("2036-01-01T00:00:00Z"))).toBe(true);
    expect(isSilenced({ ...NONE, pausedUntil: at("2036-01-01T00:00:00Z") }, at("2026-01-01T00:00:00Z"))).toBe(false);
  });
});

// 23 November 2026 is a Monday.
describe("quiet hours", () => {
  test.each([
    ["2026-11-23T12:59:59Z", false],
    ["2026-11-23T13:00:00Z", true],
    ["2026-11-23T13:59:59Z", true],
    ["2026-11-23T14:00:00Z", false],
  ])("within a day: %s is %s", (now, paused) => expect(isSilenced(quiet(13, 14), at(now))).toBe(paused));

  test.each([
    ["2026-11-23T21:59:00Z", false],
    ["2026-11-23T22:00:00Z", true],
    ["2026-11-23T23:59:59Z", true],
    ["2026-11-24T00:00:00Z", true],
    ["2026-11-24T06:59:00Z", true],
    ["2026-11-24T07:00:00Z", false],
  ])("overnight: %s is %s", (now, paused) => expect(isSilenced(quiet(22, 7), at(now))).toBe(paused));

  test("overnight belong to the day on which they start", () => {
    const friday = quiet(22, 7, [5]);
    expect(isSilenced(friday, at("2026-11-27T03:00:00Z"))).toBe(false);
    expect(isSilenced(friday, at("2026-11-27T23:00:00Z"))).toBe(true);
    expect(isSilenced(friday, at("2026-11-28T03:00:00Z"))).toBe(true);
    expect(isSilenced(friday, at("2026-11-28T23:00:00Z"))).toBe(false);
    const sunday = quiet(22, 7, [7]);
    expect(isSilenced(sunday, at("2026-11-30T03:00:00Z"))).toBe(true);
    expect(isSilenced(sunday, at("2026-11-29T03:00:00Z"))).toBe(false);
  });

  test("from a time to the same time last 24 hours", () => {
    const monday = quiet(9, 9, [1]);
    expect(isSilenced(monday, at("2026-11-23T08:59:00Z"))).toBe(false);
    expect(isSilenced(monday, at("2026-11-23T09:00:00Z"))).toBe(true);
    expect(isSilenced(monday, at("2026-11-24T08:59:00Z"))).toBe(true);
    expect(isSilenced(monday, at("2026-11-24T09:00:00Z"))).toBe(false);
  });

  test("without days are never", () => expect(isSilenced(quiet(0, 0, []), at("2026-11-23T12:00:00Z"))).toBe(false));

  test("follow their time zone's clock and day", () => {
    const kiritimati = quiet(0, 6, [2], "Pacific/Kiritimati");
    // It's Tuesday 01:00 there, fourteen hours ahead.
    expect(isSilenced(kiritimati, at("2026-11-23T11:00:00Z"))).toBe(true);
    expect(isSilenced(quiet(0, 6, [2]), at("2026-11-23T11:00:00Z"))).toBe(false);
    expect(isSilenced(quiet(5, 6, EVERY_DAY, "Asia/Kolkata"), at("2026-11-23T00:00:00Z"))).toBe(true);
    expect(isSilenced(quiet(5, 6, EVERY_DAY, "Asia/Kolkata"), at("2026-11-23T00:30:00Z"))).toBe(false);
  });

  test("in a time zone that is no longer known use UTC", () => {
    expect(isSilenced(quiet(22, 7, EVERY_DAY, "Mars/Olympus"), at("2026-11-23T23:00:00Z"))).toBe(true);
  });

  test("end by local time, an hour early, in the night when daylight saving time starts", () => {
    const night = quiet(22, 7, EVERY_DAY, BERLIN);
    expect(isSilenced(night, at("2026-03-28T20:59:00Z"))).toBe(false);
    expect(isSilenced(night, at("2026-03-28T21:00:00Z"))).toBe(true);
    expect(isSilenced(night, at("2026-03-29T04:59:00Z"))).toBe(true);
    expect(isSilenced(night, at("2026-03-29T05:00:00Z"))).toBe(false);
    // The clock skips 2:00 to 2:30 in that night.
    const gone = { ...NONE, quiet: { from: 120, to: 150, days: EVERY_DAY, timeZone: BERLIN } };
    for (const now of ["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-03-29T01:15:00Z"])
      expect(isSilenced(gone, at(now))).toBe(false);
    expect(isSilenced(gone, at("2026-03-30T00:15:00Z"))).toBe(true);
  });

  test("include both of the hours that occur twice when daylight saving time ends", () => {
    const hour = { ...NONE, quiet: { from: 120, to: 180, days: EVERY_DAY, timeZone: BERLIN } };
    expect(isSilenced(hour, at("2026-10-24T23:59:00Z"))).toBe(false);
    expect(isSilenced(hour, at("2026-10-25T00:00:00Z"))).toBe(true);
    expect(isSilenced(hour, at("2026-10-25T01:59:00Z"))).toBe(true);
    expect(isSilenced(hour, at("2026-10-25T02:00:00Z"))).toBe(false);
    const night = quiet(22, 7, EVERY_DAY, BERLIN);
    expect(isSilenced(night, at("2026-10-25T05:59:00Z"))).toBe(true);
    expect(isSilenced(night, at("2026-10-25T06:00:00Z"))).toBe(false);
  });
});

describe("tomorrow morning", () => {
  test.each([
    ["2026-11-23T00:00:30Z", "UTC", "2026-11-24T08:00:00.000Z"],
    ["2026-11-23T23:59:59Z", "UTC", "2026-11-24T08:00:00.000Z"],
    ["2026-11-23T23:59:59Z", BERLIN, "2026-11-25T07:00:00.000Z"],
    ["2026-03-28T12:00:00Z", BERLIN, "2026-03-29T06:00:00.000Z"],
    ["2026-10-24T12:00:00Z", BERLIN, "2026-10-25T07:00:00.000Z"],
    ["2026-11-23T12:00:00Z", "Asia/Kolkata", "2026-11-24T02:30:00.000Z"],
  ])("after %s in %s is %s", (now, zone, morning) => {
    expect(tomorrowMorning(at(now), zone).toISOString()).toBe(morning);
  });
});

test("the wall clock shows the weekday and minute of a time zone", () => {
  expect(wallClock(at("2026-11-22T23:30:00Z"), "UTC")).toEqual({ day: 7, minute: 1410 });
  expect(wallClock(at("2026-11-22T23:30:00Z"), BERLIN)).toEqual({ day: 1, minute: 30 });
});

test("only known time zones are valid", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"].every(isTimeZone)).toBe(true);
  expect(["", "Mars/Olympus", "x".repeat(65), "Europe/Berlin\n"].some(isTimeZone)).toBe(false);
});
