import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget, OverBudget } from "@/lib/text/budget";
import { writeYaml, Yaml } from "@/lib/webhooks/payload/yaml";

const LIMITS = { nodes: 1_000, depth: 20, characters: 100_000 };
const yaml = (text: string, limits: Partial<typeof LIMITS> = {}) =>
  new Yaml(text, new Budget({ ...LIMITS, ...limits }));
const nodes = (text: string) => {
  let least = 0;
  while (least < 100) {
    try {
      yaml(text, { nodes: least });
      return least;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      least += 1;
    }
  }
  return least;
};

const name = fc.constantFrom("a", "é", ".", "-", "?", "0", "a!b", "<<", "*", "&", "日本");
/** Wherever YAML allows an anchor, with `value` after it. */
const anchored = fc.constantFrom<(anchor: string, value: string) => string>(
  (anchor, value) => `- ${anchor} ${value}\n`,
  (anchor, value) => `k:\n  ${anchor} ${value}\n`,
  (anchor, value) => `k: ${anchor}\n  ${value}\n`,
  (anchor, value) => `? ${anchor} ${value}\n: v\n`,
  (anchor, value) => `?\n  ${anchor} ${value}\n`,
  (anchor, value) => `- - ? ${anchor} k\n    : ${value}\n`,
  (anchor, value) => `[x, ${anchor} ${value}]\n`,
  (anchor, value) => `{k: ${anchor} ${value}}\n`,
  (anchor, value) => `{"k":${anchor} ${value}}\n`,
  (anchor, value) => `- !!str ${anchor} ${value}\n`,
  (anchor, value) => `- ${anchor} !!str ${value}\n`,
  (anchor, value) => `# c\n- ${anchor} # c\n  ${value}\n`,
  (anchor, value) => `- <<: ${anchor} ${value}\n`,
);

test("no alias is followed, wherever its anchor is", () => {
  const texts = fc.tuple(anchored, name).map(([at, named]) => {
    const inner = at(`&${named}`, "x").trimEnd().replaceAll("\n", "\n  ");
    return `-\n  ${inner}\n- *${named}\n`;
  });
  fc.assert(
    fc.property(texts, (text) => {
      expect(JSON.stringify(yaml(text).value(1))).toContain("x");
      expect(() => yaml(text).value()).toThrow("aliases exceeded");
    }),
  );
});

test("what aliases stand for counts, also where they are allowed", () => {
  expect(nodes("a: 1\nb: [x, {c: d}]")).toBe(6);
  expect(nodes("a: &a [x, y]\nb: *a")).toBe(7);
  expect(nodes("a: &a x\nb: [*a, *a]")).toBe(5);
  expect(nodes("? &a [x, y]\n: *a")).toBe(7);
  const doubling = Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
  expect(() => yaml(`a0: &a0 x\n${doubling.join("\n")}`)).toThrow(OverBudget);
  expect(() => yaml("a: &a [*a]")).toThrow(OverBudget);
  expect(() => yaml("a: &a\n  - b: *a")).toThrow(OverBudget);
});

test("a text with more nodes, depth or characters than its budget isn't read", () => {
  expect(() => yaml(`[${"x,".repeat(1_000)}]`)).toThrow(OverBudget);
  expect(() => yaml("x".repeat(100_001))).toThrow(OverBudget);
  expect(() => yaml("[".repeat(30_000))).toThrow("maxDepth");
  expect(() => yaml(`${"- ".repeat(21)}x`)).toThrow("maxDepth");
});

test("merge keys and unknown tags have no meaning", () => {
  expect(yaml("a:\n  <<: {b: 1}\n  c: 2").value()).toEqual({ a: { "<<": { b: 1 }, c: 2 } });
  expect(() => yaml("a: !!js/function x").value()).toThrow("unknown");
  expect(() => yaml("a: 1\n---\nb: 2").value()).toThrow("single document");
});

test("what is written is read again, and each field's line is known", () => {
  const written = writeYaml({ a: 1, b: { c: ["x", { d: "y\nz" }] } });
  const read = yaml(written);
  expect(read.value()).toEqual({ a: 1, b: { c: ["x", { d: "y\nz" }] } });
  expect(read.lineOf(["b", "c", 1, "d"])).toBe(written.split("\n").findIndex((line) => line.includes("d:")) + 1);
  expect(read.lineOf(["nowhere"])).toBe(1);
});
