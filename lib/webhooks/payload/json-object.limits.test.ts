import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "@/lib/text/budget";
import { bodyBudget, isObject, JSON_LIMITS, parseJson } from "@/lib/webhooks/payload/json-object";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const many = (values: number) => `[${Array(values).fill("1").join(",")}]`;

describe("JSON from outside is refused before it's built", () => {
  test.each<[string, string, "depth" | "nodes"]>([
    ["65 levels", nested(JSON_LIMITS.depth + 1), "depth"],
    ["128 KiB of brackets", nested(128 * 1024), "depth"],
    ["brackets that never close", "[".repeat(256 * 1024), "depth"],
    ["objects in objects", '{"a":'.repeat(50_000), "depth"],
    ["50,000 numbers in a list", many(JSON_LIMITS.nodes), "nodes"],
    ["87,381 empty objects", `[${Array(87_381).fill("{}").join(",")}]`, "nodes"],
    ["64,000 keys", `{${Array(64_000).fill('"":0').join(",")}}`, "nodes"],
  ])("%s", (_, text, what) => {
    expect(() => parseJson(text, bodyBudget())).toThrow(expect.objectContaining({ what }));
  });

  test("in all of a request's texts together", () => {
    const budget = bodyBudget();
    parseJson(many(30_000), budget);
    expect(() => parseJson(many(30_000), budget)).toThrow(expect.objectContaining({ what: "nodes" }));
  });
});

test.each([
  ["64 levels", nested(JSON_LIMITS.depth)],
  ["49,998 numbers", many(JSON_LIMITS.nodes - 2)],
  ["brackets, braces and commas in texts", JSON.stringify([nested(500), many(60_000), '\\"[{', "\\"])],
])("%s are read", (_, text) => expect(parseJson(text, bodyBudget())).toEqual(JSON.parse(text)));

test("no JSON has more values, or is deeper, than what it took from its budget", () => {
  const json = fc.json({ maxDepth: 8 }).chain((text) => fc.constantFrom(text, ` \n${text}\t`));
  fc.assert(
    fc.property(json, (text) => {
      const value: unknown = JSON.parse(text);
      const budget = new Budget({ nodes: 10_000, depth: depthOf(value), characters: 100_000 });
      expect(parseJson(text, budget)).toEqual(value);
      expect(10_000 - budget.nodes).toBeGreaterThanOrEqual(nodesOf(value));
      expect(10_000 - budget.nodes).toBeLessThanOrEqual(2 * nodesOf(value));
    }),
  );
});

function inside(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
}

function nodesOf(value: unknown): number {
  return inside(value).reduce<number>((sum, each) => sum + nodesOf(each), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...inside(value).map(depthOf));
}

/** These parse only what Parley wrote itself. */
const OWN = new Set(["payload/json-object.ts", "payload/embed-schema.ts", "senders/descriptions.ts"]);

test("no other code of webhooks parses JSON", () => {
  const directory = path.join(import.meta.dirname, "..");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !OWN.has(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /JSON\.parse\(/.test(readFileSync(path.join(directory, file), "utf8")))).toEqual([]);
});
