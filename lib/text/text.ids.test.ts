import { expect, test } from "vitest";
import { parseId } from "@/lib/text/text";

test.each([
  ["1", 1n],
  ["117441049634277085", 117441049634277085n],
  ["9223372036854775807", 9223372036854775807n],
])("%s is an ID", (text, id) => expect(parseId(text)).toBe(id));

test.each([
  "",
  "0",
  "01",
  "-1",
  "+1",
  "1.0",
  "1e3",
  "0x1",
  " 1",
  "1 ",
  "1\n",
  "1n",
  "१",
  "9223372036854775808",
  "1".repeat(20),
  "NaN",
])("%j isn't an ID", (text) => expect(parseId(text)).toBeNull());
