import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, type SearchQuery } from "@/lib/messages/search/parse-query";

function parsed(text: string, timeZone = "UTC"): SearchQuery {
  const result = parseQuery(text, timeZone);
  if (!result.ok) throw new Error(result.error);
  return result.query;
}

function words(text: string): string[] {
  return parsed(text).terms.map(({ text: word, quoted }) => (quoted ? `"${word}"` : word));
}

test("words and quoted phrases are parsed, even with an open quote", () => {
  expect(words('deploy  "build failed" now')).toEqual(["deploy", '"build failed"', "now"]);
  expect(words("“build failed”")).toEqual(['"build failed"']);
  expect(words('"build fai')).toEqual(['"build fai"']);
  expect(words('"" " "')).toEqual([]);
});

test("filters take a name, quoted if it has spaces", () => {
  const query = parsed('from:CI from:"Ada Lovelace" FROM:@grace in:#deploys in:"Grace Hopper" failed');
  expect(query.from).toEqual(["CI", "Ada Lovelace", "grace"]);
  expect(query.in).toEqual(["deploys", "Grace Hopper"]);
  expect(query.terms).toEqual([{ text: "failed", quoted: false }]);
});

test("an unknown filter is a word, and a filter without a value is ignored", () => {
  expect(words("https://example.com/a error:42 note: x")).toEqual(["https://example.com/a", "error:42", "note:", "x"]);
  expect(parsed('from: in: has: before: from:""')).toEqual(parsed(""));
});

test("days are in the reader's time zone", () => {
  const day = parsed("on:2026-11-20", "Europe/Berlin");
  expect(day.since?.toISOString()).toBe("2026-11-19T23:00:00.000Z");
  expect(day.until?.toISOString()).toBe("2026-11-20T23:00:00.000Z");
  expect(parsed("before:2026-11-20", "Asia/Kolkata").until?.toISOString()).toBe("2026-11-19T18:30:00.000Z");
  expect(parsed("after:2026-11-20", "America/New_York").since?.toISOString()).toBe("2026-11-21T05:00:00.000Z");
  expect(parsed("after:2026-11-20", "Mars/Olympus").since?.toISOString()).toBe("2026-11-21T00:00:00.000Z");
});

test("a day on which the clocks change starts at its own midnight", () => {
  expect(parsed("on:2026-03-29", "Europe/Berlin").since?.toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(parsed("on:2026-03-29", "Europe/Berlin").until?.toISOString()).toBe("2026-03-29T22:00:00.000Z");
});

test("several days narrow each other down", () => {
  const query = parsed("after:2026-11-01 after:2026-11-05 before:2026-11-20 before:2026-11-10");
  expect(query.since?.toISOString()).toBe("2026-11-06T00:00:00.000Z");
  expect(query.until?.toISOString()).toBe("2026-11-10T00:00:00.000Z");
});

test("has: accepts singular and plural", () => {
  expect(parsed("has:link has:Files has:pin").has).toEqual(["link", "file", "pin"]);
});

test("an invalid query is answered with a sentence", () => {
  for (const text of [
    "before:yesterday",
    "on:2026-02-30",
    "after:2026-1-1",
    "on:0026-01-01",
    "before:9999-12-31",
    "has:cats",
  ]) {
    const result = parseQuery(text, "UTC");
    expect([text, result.ok ? null : result.error]).toEqual([text, expect.stringMatching(/^“.*\.$/)]);
  }
});

test("no query throws", () => {
  const piece = fc.oneof(
    fc.constantFrom("from:", "in:", "has:", "before:", "after:", "on:", '"', "#", "@", " ", ":", "2026-11-20", "link"),
    fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  );
  const zone = fc.constantFrom("UTC", "Europe/Berlin", "Mars/Olympus", "");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), zone, (pieces, timeZone) => {
      const result = parseQuery(pieces.join(""), timeZone);
      if (result.ok) expect(result.query.terms.every(({ text }) => text !== "")).toBe(true);
      else expect(result.error).not.toBe("");
    }),
  );
});
