import { expect, test } from "vitest";
import { isTimeZone, utcOffsetOf } from "./time-zone";

test.each([
  ["Europe/Berlin", true],
  ["America/Argentina/Buenos_Aires", true],
  ["UTC", true],
  ["+02:00", false],
  ["Mars/Olympus", false],
  ["", false],
  ["Europe/Berlin; path=/", false],
])("whether %s is a time zone: %s", (text, is) => expect(isTimeZone(text)).toBe(is));

test.each([
  ["Europe/Berlin", "2026-11-23T10:00:30Z", 60],
  ["Europe/Berlin", "2026-07-23T10:00:00Z", 120],
  ["Asia/Kathmandu", "2026-11-23T23:59:59Z", 345],
  ["America/New_York", "2026-11-23T01:00:00Z", -300],
  ["UTC", "2026-11-23T00:00:00Z", 0],
  ["Mars/Olympus", "2026-11-23T00:00:00Z", null],
])("%s at %s is %s minutes ahead of UTC", (zone, at, offset) => expect(utcOffsetOf(zone, new Date(at))).toBe(offset));
