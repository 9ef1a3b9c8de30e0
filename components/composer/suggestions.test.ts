import { gemoji } from "gemoji";
import { describe, expect, test } from "vitest";
import { byUse } from "@/components/emoji/emoji-use";
import { mentionsIn } from "@/lib/messages/markdown/mention-grammar";
import { matchesName, rankEmoji, writingOf } from "./suggestions";
import { shortcutOf } from "./text-edit";

test("a name matches by the start of any of its words", () => {
  for (const query of ["", "z", "zoe", "ZOË S", "sal", "perez"])
    expect(matchesName("Zoë Saldaña-Perez", query)).toBe(true);
  for (const query of ["oe", "zoe p", "saldana  perez", "zoe saldana-perez "]) {
    expect(matchesName("Zoë Saldaña-Perez", query)).toBe(false);
  }
});

describe("emoji", () => {
  const names = (query: string, recent: string[] = []) =>
    rankEmoji(gemoji, query, byUse(recent)).map((each) => (each.kind === "emoji" ? `${each.emoji} ${each.name}` : ""));

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
    expect(names("smi", ["😎", "😼"])[0]).toBe("😼 smirk_cat");
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

test("shortcuts need Ctrl or ⌘ without other modifiers, and Ctrl-K needs a selection", () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(shortcutOf({ ...none, key: "b", ctrlKey: true }, false)).toBe("bold");
  expect(shortcutOf({ ...none, key: "I", metaKey: true }, false)).toBe("italic");
  expect(shortcutOf({ ...none, key: "P", ctrlKey: true, shiftKey: true }, false)).toBe("preview");
  expect(shortcutOf({ ...none, key: "k", ctrlKey: true }, true)).toBe("link");
  expect(shortcutOf({ ...none, key: "k", ctrlKey: true }, false)).toBe(null);
  expect(shortcutOf({ ...none, key: "b" }, true)).toBe(null);
  expect(shortcutOf({ ...none, key: "b", ctrlKey: true, altKey: true }, true)).toBe(null);
});
