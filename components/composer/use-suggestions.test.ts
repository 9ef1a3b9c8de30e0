import { expect, test } from "vitest";
import { effort } from "@/lib/testing/effort";
import { findTrigger } from "./use-suggestions";

function at(text: string, marks: Record<string, string> = {}): string | null {
  const found = findTrigger({ text, marks }, text.length);
  return found && `${found.kind} ${found.start} ${found.query}`;
}

test("a sign at the start of a word opens the suggestions", () => {
  expect(at("@")).toBe("person 0 ");
  expect(at("hello @ad")).toBe("person 6 ad");
  expect(at("(@ada lov")).toBe("person 1 ada lov");
  expect(at("**@ada")).toBe("person 2 ada");
  expect(at("你好@李")).toBe("person 2 李");
  expect(at("a\n#dep")).toBe("channel 2 dep");
  expect(at(":ta")).toBe("emoji 0 ta");
  expect(at("@ada :+1")).toBe("emoji 5 +1");
});

test("a sign within a word, a URL, a time or code doesn't open the suggestions", () => {
  const texts = [
    "ada@example",
    "a.@x",
    "https://a/@b",
    "@@ada",
    "##x",
    "x#y",
    "10:30",
    "std::vec",
    "http:ab",
    "\\@ada",
  ];
  for (const text of texts) expect([text, at(text)]).toEqual([text, null]);
  for (const text of ["`@ada", "`x` `#a", "```\n@ada", "```js\nx\n```\n```\n:ta"]) {
    expect([text, at(text)]).toEqual([text, null]);
  }
  expect(at("`x` @ada")).toBe("person 4 ada");
  expect(at("```\nx\n```\n@ada")).toBe("person 10 ada");
  expect(at("it`s\n@ada")).toBe("person 5 ada");
});

test("text that is too long or isn't a name closes the suggestions", () => {
  for (const text of [
    "@ ada",
    "@ada\nx",
    "@ada, ",
    "@a  b",
    "@a b c d e",
    `@${"x".repeat(60)}`,
    "# Heading",
    ":a",
    ": )",
  ]) {
    expect([text, at(text)]).toEqual([text, null]);
  }
});

test("a name that was just inserted doesn't open the suggestions", () => {
  const marks = { "@Ann": "<@1>", "#ops": "x" };
  expect(at("@Ann", marks)).toBe(null);
  expect(at("@Ann ", marks)).toBe(null);
  expect(at("#ops", marks)).toBe(null);
  expect(at("@Anna", marks)).toBe("person 0 Anna");
});

test("only text before the caret counts", () => {
  expect(findTrigger({ text: "@ada and more", marks: {} }, 3)).toEqual({ kind: "person", start: 0, query: "ad" });
});

test("suggestions are fast in a very long text", () => {
  const text = `${"` @x ".repeat(200_000)}\n@ada`;
  expect(effort(() => findTrigger({ text, marks: {} }, text.length))).toBeLessThan(50);
});
