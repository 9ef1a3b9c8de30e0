import fc, { type Arbitrary } from "fast-check";

/** Texts that readers have stumbled over, here and elsewhere. */
export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "x\udc00y",
    "\ufeff",
    "\u202e\u200b",
    "__proto__",
    "constructor",
    "toString",
    "NaN",
    "null",
    "undefined",
    "-1",
    "0",
    "1e309",
    "0x10",
    "9223372036854775807",
    "9223372036854775808",
    "9".repeat(400),
    "2026-02-30T00:00:00Z",
    "9999-99-99",
    "\n\r\n",
    "%00%ff",
    "../../../../etc/passwd",
    "' OR 1=1 --",
    "\\u0000",
    "{{ x }}{% if %}",
    "javascript:alert(1)",
    "http://[::1]:22/",
    "<script>alert(1)</script>",
    "<@1> @everyone",
    "👩‍👩‍👧‍👦",
    "é".normalize("NFD"),
    "Z̸̧".repeat(500),
  ),
  fc
    .constantFrom("a", "é", "🪣", "`", "(", "[", "<", "*_", "a ", "\n", "@Person ", "https://x.example/ ")
    .chain((unit) => fc.constantFrom(300, 4_001, 100_000).map((length) => unit.repeat(length / unit.length))),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** What Next's decoder of server actions takes for a reference. */
const reference = fc.constantFrom(
  "$",
  "$$",
  "$0",
  "$1",
  "$1:a:b",
  "$@0",
  "$F0",
  "$F1",
  "$h1",
  "$T",
  "$Q1",
  "$W1",
  "$K1",
  "$B1",
  "$R1",
  "$r1",
  "$i1",
  "$n123",
  `$n${"9".repeat(5_000)}`,
  "$nx",
  "$D",
  "$Dx",
  "$NaN",
  "$Infinity",
  "$-0",
  "$undefined",
  "$Sx",
  "$Z",
  "$o1",
  "$A1",
  "$0:__proto__",
  "$0:constructor:constructor",
);

/** Names that tools give to what surrounds an event, which readers look into. */
const NAMES =
  "data event detail payload body message attributes object resource item entity content record params result info context extra model activity notification essentials name title url state status id user repository";

/** The name of the field at `index`, for as many fields as wanted. */
export function fieldName(index: number): string {
  return NAMES.split(" ")[index] ?? `k${index}`;
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** JSON text of values of any type, some of which JavaScript can't write. */
export const oddJson: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: oddText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: reference.map((text) => JSON.stringify(text)) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "null",
      "true",
      "false",
      "[]",
      "{}",
      '""',
      "0",
      "-0",
      "-1",
      "1.5",
      "1e308",
      "1e400",
      "-1e-400",
      "9007199254740993",
      "9".repeat(1_000),
      '"\\ud800"',
      '"\\u0000"',
      "[null]",
      "[[],{}]",
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"toString":1,"valueOf":1,"length":-1,"then":1,"toJSON":1}',
      '{"a":1,"a":2}',
      '{"":""}',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(10, 100, 1_000, 10_000).chain((depth) => {
      return fc.constantFrom(nested(depth, "[", "]"), nested(depth, '{"a":', "}").replace(":}", ":1}"));
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(100, 3_000).map((count) => `[${Array(count).fill('{"id":"1"}').join(",")}]`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 5 }), fc.constantFrom('"x"', "{}", "[]"))
      .map(grown),
  },
);

/** An object with `width` keys, each of which has `width` keys, and so on. */
function grown([width, depth, leaf]: [width: number, depth: number, leaf: string]): string {
  if (depth === 0 || width ** depth > 30_000) return leaf;
  const inner = grown([width, depth - 1, leaf]);
  return `{${Array.from({ length: width }, (_, index) => `"${fieldName(index)}":${inner}`).join(",")}}`;
}

type Change = { at: number; how: "replace" | "drop" | "repeat" | "wrap" | "name"; json: string; name: string };

const change: Arbitrary<Change> = fc.record({
  at: fc.nat(10_000),
  how: fc.constantFrom("replace", "replace", "replace", "replace", "drop", "repeat", "wrap", "name"),
  json: oddJson,
  name: oddText.filter((text) => text.length < 5_000),
});

/** JSON text like `value`'s, in which one to three values or names are something else. */
export function spoiled(value: unknown): Arbitrary<string> {
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => written(value, changes));
}

function written(value: unknown, changes: readonly Change[]): string {
  const count = countOf(value);
  const at = new Map(changes.map((each) => [each.at % count, each]));
  let seen = -1;
  const write = (each: unknown, key: string | null): string => {
    seen += 1;
    const here = at.get(seen);
    const json = here?.how === "replace" ? here.json : inner(each);
    const shown = here?.how === "wrap" ? `[${json}]` : json;
    if (key === null) return shown;
    const name = JSON.stringify(here?.how === "name" ? here.name : key);
    if (here?.how === "drop") return "";
    return here?.how === "repeat" ? `${name}:${shown},${name}:${here.json}` : `${name}:${shown}`;
  };
  const inner = (each: unknown): string => {
    if (Array.isArray(each)) return `[${each.map((item) => write(item, null)).join(",")}]`;
    if (typeof each !== "object" || each === null) return JSON.stringify(each) ?? "null";
    const fields = Object.entries(each).map(([key, field]) => write(field, key));
    return `{${fields.filter((field) => field !== "").join(",")}}`;
  };
  return write(value, null);
}

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1);
}
