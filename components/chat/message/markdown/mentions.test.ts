import { describe, expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { aMessage } from "@/lib/testing/message";
import { mentionsOf, noMentions, notifiesReader, withMentionNames } from "./mentions";

const ada = "117430585659490304";
const grace = "117430585659490305";
const ci = { kind: "webhook", name: "CI", avatarUrl: null } as const;

describe("a message notifies its reader", () => {
  test("when it mentions them", () => {
    const named = (notifies: boolean) => aMessage({ mentions: [{ id: ada, name: "Ada", notifies }] });
    expect(notifiesReader(named(true), ada)).toBe(true);
    expect(notifiesReader(named(false), ada)).toBe(false);
    expect(notifiesReader(named(true), grace)).toBe(false);
    expect(notifiesReader(named(true), null)).toBe(false);
  });

  test("when it mentions everyone, unless they wrote it", () => {
    expect(notifiesReader(aMessage({ mentionsEveryone: true }), ada)).toBe(true);
    // A webhook's id isn't a person's, even if the digits are the same.
    expect(notifiesReader(aMessage({ mentionsEveryone: true, author: { ...ci, id: ada } }), ada)).toBe(true);
    const own = aMessage({ mentionsEveryone: true, author: { kind: "user", id: ada, name: "Ada", avatarUrl: null } });
    expect(notifiesReader(own, ada)).toBe(false);
    expect(notifiesReader(own, null)).toBe(false);
  });

  test("never if it was posted silently", () => {
    expect(notifiesReader(aMessage({ mentionsEveryone: true, silent: true }), ada)).toBe(false);
  });
});

describe("a text without markup", () => {
  const mentions = mentionsOf(
    { mentions: [{ id: ada, name: "Ada \u202ELovelace", notifies: true }], mentionsEveryone: false },
    null,
  );

  test("names people, and says when an id is unknown", () => {
    expect(withMentionNames(`<@${ada}>, <@!${ada}> and <@${grace}>`, mentions)).toBe(
      "@Ada Lovelace, @Ada Lovelace and @unknown person",
    );
  });

  test("keeps text that only looks like a mention", () => {
    for (const text of ["<@123>", `<@${ada}0000>`, `<@ ${ada}>`, `<@${ada}`, "$& $1 @everyone"]) {
      expect(withMentionNames(text, mentions)).toBe(text);
    }
  });

  test("takes linear time, whatever it contains", () => {
    const name = () => {
      expect(withMentionNames("<@".repeat(100_000), noMentions)).toHaveLength(200_000);
      expect(withMentionNames(`<@${"1".repeat(17)}`.repeat(10_000), noMentions)).toHaveLength(190_000);
    };
    expectEffort(name, 20);
  });
});
