import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasMasked, jsonProblem, spreadJson } from "./payload-text";

describe("a payload in the editor", () => {
  test("is indented, and keeps its numbers as they were written", () => {
    expect(spreadJson('{"id":12345678901234567890,"a":[1.0,{}],"b":[],"c":"x, {y}: \\"z\\"","d":null}')).toBe(
      [
        "{",
        '  "id": 12345678901234567890,',
        '  "a": [',
        "    1.0,",
        "    {}",
        "  ],",
        '  "b": [],',
        '  "c": "x, {y}: \\"z\\"",',
        '  "d": null',
        "}",
      ].join("\n"),
    );
  });

  test("is indented as the browser would, whatever it contains", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(spreadJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test("stays unchanged when it isn't JSON", () => {
    expect(spreadJson('{"content": "cut off he')).toBe('{"content": "cut off he');
    expect(spreadJson("payload=x")).toBe("payload=x");
  });

  test("stays unchanged when indenting would make it too long to read", () => {
    const deep = (inside: string) => "[".repeat(99) + inside + "]".repeat(99);
    const long = deep(Array(50_000).fill("1").join());
    expect(spreadJson(long)).toBe(long);
    expect(spreadJson(deep("1,1"))).not.toBe(deep("1,1"));
  });

  test("gets an error with the line and column where it stops being JSON", () => {
    expect(jsonProblem('{\n  "content": "x",\n}')).toBe("This isn't valid JSON. Check line 3, column 1.");
    expect(jsonProblem('{"content": x}')).toMatch(/line 1, column 13/);
    expect(jsonProblem("  ")).toBe("The payload is empty.");
    expect(jsonProblem('{"a"')).toMatch(/^This isn't valid JSON/);
    expect(jsonProblem('{"content": "x"}')).toBeNull();
  });

  test("is indented fast when it is long or deeply nested", () => {
    const long = JSON.stringify({ list: Array.from({ length: 5000 }, (_, n) => ({ n, "a\\": '"' })) });
    expect(JSON.parse(spreadJson(long))).toEqual(JSON.parse(long));
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    expect(spreadJson(deep)).toBe(deep);
  });

  test("is known to contain a masked value", () => {
    expect(hasMasked('{"token":"•••"}')).toBe(true);
    expect(hasMasked('{"content":"…"}')).toBe(false);
  });
});
