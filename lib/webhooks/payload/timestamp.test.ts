import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";

test.each([
  ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21t09:30:00z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21 09:30", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00.1Z", "2026-11-21T09:30:00.100Z"],
  ["2026-11-21T09:30:00,987654321Z", "2026-11-21T09:30:00.987Z"],
  ["2026-11-21T09:30:00+05:30", "2026-11-21T04:00:00.000Z"],
  ["2026-11-21T09:30:00-0800", "2026-11-21T17:30:00.000Z"],
  ["2026-11-21T23:30:00-02", "2026-11-22T01:30:00.000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  [" 2026-11-21T09:30:00Z ", "2026-11-21T09:30:00.000Z"],
])("%s becomes %s", (text, utc) => expect(parseTimestamp(text)).toBe(utc));

test.each([
  "",
  "now",
  "2026-11-21",
  "09:30:00",
  "1795253400",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-01-00T00:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00 CET",
  "+012026-01-01T00:00:00Z",
  "0000-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
  "2026-01-01T00:00:00Z\n2026",
])("%j isn't a date and time", (text) => expect(parseTimestamp(text)).toBeNull());

test("every date that JavaScript writes is read back unchanged, in any zone", () => {
  const dates = fc.date({
    noInvalidDate: true,
    min: new Date("0001-01-02T00:00:00Z"),
    max: new Date("9999-12-30T00:00:00Z"),
  });
  const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
  fc.assert(
    fc.property(dates, offsets, (date, offset) => {
      const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const zone = `${Math.floor(Math.abs(offset) / 60)}`.padStart(2, "0");
      const minutes = `${Math.abs(offset) % 60}`.padStart(2, "0");
      expect(parseTimestamp(`${local}${offset < 0 ? "-" : "+"}${zone}:${minutes}`)).toBe(date.toISOString());
    }),
  );
});
