import { afterEach, describe, expect, test, vi } from "vitest";
import { clock, dayKey, dayName, exactTime, relativeTime, shortDate } from "./time-format";

const at = new Date("2026-11-20T23:05:45Z");

describe("times", () => {
  test("are shown in the reader's time zone", () => {
    expect(clock(at, "UTC")).toBe("23:05");
    expect(clock(at, "Europe/Berlin")).toBe("00:05");
    expect(exactTime(at, "Europe/Berlin")).toBe("Saturday, 21 November 2026 at 00:05");
    expect(shortDate(at, "America/New_York")).toBe("20 Nov 2026");
  });

  test("belong to a day in the reader's time zone", () => {
    expect(dayKey(at, "UTC")).toBe("2026-11-20");
    expect(dayKey(at, "Asia/Tokyo")).toBe("2026-11-21");
  });

  test("are on today, yesterday or a named day", () => {
    expect(dayName(at, "UTC", at)).toBe("Today");
    expect(dayName(at, "UTC", new Date("2026-11-21T01:00:00Z"))).toBe("Yesterday");
    expect(dayName(at, "UTC", new Date("2026-11-25T01:00:00Z"))).toBe("Friday, 20 November");
    expect(dayName(at, "UTC", null)).toBe("Friday, 20 November 2026");
  });

  test("are relative for a few days", () => {
    const after = (minutes: number) => relativeTime(at, "UTC", new Date(at.getTime() + minutes * 60_000));
    expect([0, 5, 60 * 3, 60 * 24, 60 * 50, 60 * 24 * 30].map(after)).toEqual([
      "just now",
      "5 min ago",
      "3 h ago",
      "1 day ago",
      "2 days ago",
      "20 Nov 2026",
    ]);
  });

  test("fall back to UTC in an unknown time zone", () => expect(clock(at, "Mars/Olympus")).toBe("23:05"));
});

describe("times in the browser's own time zone, without its slow formatter", () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each(["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kolkata", "Australia/Lord_Howe"])(
    "in %s read as the formatter writes them, including when the clocks change",
    async (zone) => {
      vi.stubEnv("TZ", zone);
      vi.resetModules();
      const own = await import("./time-format");
      expect(own.ownTimeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
      const options = { dateStyle: "full", timeStyle: "short", hourCycle: "h23", timeZone: zone } as const;
      const format = new Intl.DateTimeFormat("en-GB", options);
      for (let hour = 0; hour < 24 * 366; hour += 5) {
        const moment = new Date(Date.UTC(2026, 0, 1, hour, 20));
        expect(own.exactTime(moment, zone).replaceAll(",", "")).toBe(format.format(moment).replaceAll(",", ""));
      }
    },
  );
});
