import { describe, expect, test } from "vitest";
import { excerpt } from "@/lib/messages/cards/excerpt";
import { aMessage } from "@/lib/testing/message";

describe("an excerpt", () => {
  test("is the first words on one line", () => {
    expect(excerpt(aMessage({ content: "one\n\n  two three" }), 9)).toBe("one two…");
    expect(excerpt(aMessage({ content: "short" }))).toBe("short");
  });

  test("doesn't cut a character in two", () => {
    expect(excerpt(aMessage({ content: "😀😀😀" }), 2)).toBe("😀…");
  });

  test("names the people it mentions", () => {
    const id = "117430585659490304";
    const message = aMessage({ content: `<@${id}> broke it`, mentions: [{ id, name: "Ada", notifies: false }] });
    expect(excerpt(message)).toBe("@Ada broke it");
  });

  test("reads as the message does, without Markdown's marks", () => {
    const of = (content: string) => excerpt(aMessage({ content }), 240);
    expect(of("**Deploy** of [api](https://x.y/a_b) _failed_, see `log *1*`:\n\n- one\n- [x] two")).toBe(
      "Deploy of api failed, see log *1*: one two",
    );
    expect(of("# Head\n> quote\n\n```sh\nnpm *ci*\n```")).toBe("Head quote npm *ci*");
    expect(of(`[a](https://x.y/${"z".repeat(1900)}) b`)).toBe("a b");
    expect(of("2 * 3 * 4 snake_case_name ---")).toBe("2 * 3 * 4 snake_case_name ---");
    expect(of("---")).toBe("---");
    expect(excerpt(aMessage({ content: "", embeds: [{ description: "**a**" }] }))).toBe("a");
    expect(excerpt(aMessage({ content: "", embeds: [{ title: "*a*", description: "b" }] }))).toBe("*a*");
  });

  test("falls back to the card, the file, or a placeholder", () => {
    expect(excerpt(aMessage({ content: "", embeds: [{ title: "Deploy" }] }))).toBe("Deploy");
    expect(excerpt(aMessage({ content: "", embeds: [{ fields: [{ name: "Status", value: "ok" }] }] }))).toBe("Status");
    expect(excerpt(aMessage({ content: "" }))).toBe("(no text)");
  });
});
