import { describe, expect, test } from "vitest";
import { byUse } from "@/components/emoji/emoji-use";
import { OFFERED_EMOJI } from "@/lib/messages/emoji/table/table";
import { mentionsIn } from "@/lib/messages/markdown/mention-grammar";
import { expectEffort } from "@/lib/testing/effort";
import { findTrigger, matchesName, rankEmoji, writingOf } from "./suggestions";

test("a name matches by the start of any of its words", () => {
  for (const query of ["", "z", "zoe", "ZOË S", "sal", "perez"])
    expect(matchesName("Zoë Saldaña-Perez", query)).toBe(true);
  for (const query of ["oe", "zoe p", "saldana  perez", "zoe saldana-perez "]) {
    expect(matchesName("Zoë Saldaña-Perez", query)).toBe(false);
  }
});

const offered = [...OFFERED_EMOJI.values()].flat();

describe("emoji", () => {
  const names = (query: string, recent: string[] = []) =>
    rankEmoji(offered, query, byUse(recent)).map((each) => (each.kind === "emoji" ? `${each.emoji} ${each.name}` : ""));

  test("exact matches come first, then those that start with the query", () => {
    expect(names("tada")[0]).toBe("🎉 tada");
    expect(names("+1")[0]).toBe("👍 +1");
    expect(names("rock")).toContain("🚀 rocket");
    expect(names("heart")[0]).toBe("❤️ heart");
  });

  test("ties go to recently used emoji, then to popular ones", () => {
    expect(names("roc")[0]).toBe("🚀 rocket");
    expect(names("roc", ["🪨"])[0]).toBe("🪨 rock");
    expect(names("rock")[0]).toBe("🪨 rock");
    expect(names("smi", ["👀", "😼"])[0]).toBe("😼 smirk_cat");
    expect(names("ey")[0]).toBe("👀 eyes");
    expect(names("fi")[0]).toBe("🔥 fire");
  });

  test("there are at most twelve, and none for nonsense", () => {
    expect(names("a")).toHaveLength(12);
    expect(names("qqqq")).toEqual([]);
  });
});

test("a channel is sent as a link, whatever characters its name has", () => {
  const channel = { kind: "channel", id: "42", name: "a]b *c*", channelKind: "public" } as const;
  expect(writingOf(channel, "https://chat.example.com/channels/1?x")).toEqual({
    shown: "#a]b *c*",
    sent: "[#a\\]b \\*c\\*](https://chat.example.com/channels/42)",
  });
});

test("@everyone and @here notify wherever the server says so", () => {
  for (const text of ["@everyone", "hey @here!", "(@everyone)"])
    expect([text, mentionsIn(text).everyone]).toEqual([text, true]);
  for (const text of ["x@here", "`@here`", "```\n@everyone", "@hereafter", "@@here"]) {
    expect([text, mentionsIn(text).everyone]).toEqual([text, false]);
  }
});

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
  expectEffort(() => findTrigger({ text, marks: {} }, text.length), 50);
});
