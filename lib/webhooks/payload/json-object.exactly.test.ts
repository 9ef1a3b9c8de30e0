import fc from "fast-check";
import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { bodyBudget, parseExactly } from "@/lib/webhooks/payload/json-object";

test.each<[string, unknown]>([
  ['{"id":1234567890123456789}', { id: "1234567890123456789" }],
  [
    "[-9007199254740993,9007199254740991,9007199254740993.25]",
    ["-9007199254740993", 9007199254740991, "9007199254740993.25"],
  ],
  // Numbers that a double represents exactly stay numbers.
  ["[0.12345678901234567890,1e20,12345678901234567e3]", [0.12345678901234568, 1e20, 12345678901234567e3]],
  [
    '{"1234567890123456789":"1234567890123456789 \\" 1234567890123456789"}',
    { "1234567890123456789": '1234567890123456789 " 1234567890123456789' },
  ],
  ["12345678901234567890", "12345678901234567890"],
  ['"\\\\",12345678901234567890'.replace(/^(.*)$/, "[$1]"), ["\\", "12345678901234567890"]],
])("%s keeps its digits", (text, value) => expect(parseExactly(text, bodyBudget())).toEqual(value));

test.each(["{1234567890123456789:1}", "01234567890123456789", "[1234567890123456789", '"1234567890123456789'])(
  "%s isn't JSON",
  (text) => expect(() => parseExactly(text, bodyBudget())).toThrow(SyntaxError),
);

test("all other JSON is parsed as by JSON.parse", () => {
  fc.assert(
    fc.property(
      fc.json().filter((json) => !/(^|[^.\d])\d{16}/.test(json)),
      (json) => {
        // The long number next to it makes the parser read everything again.
        expect(parseExactly(`[${json},12345678901234567890]`, bodyBudget())).toEqual([
          JSON.parse(json),
          "12345678901234567890",
        ]);
      },
    ),
  );
});

test("an object's own __proto__ stays an ordinary key", () => {
  const value = parseExactly('{"__proto__":{"polluted":12345678901234567890}}', bodyBudget());
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test.each<[string, string]>([
  ["nothing but long numbers", `[${Array(12_000).fill("12345678901234567890").join(",")}]`],
  ["one number of all digits", "9".repeat(256 * 1024)],
  ["one string of backslashes", `["${"\\\\".repeat(128 * 1024)}",12345678901234567890]`],
  ["nothing but brackets", `${"[]".repeat(128 * 1024)}`],
])("%s of 256 KiB is read in a few milliseconds", (_, text) => {
  expectEffort(() => attempt(text), 20);
});

function attempt(text: string): unknown {
  try {
    return parseExactly(text, bodyBudget());
  } catch (error) {
    return error;
  }
}
