import { describe, expect, it } from "vitest";
import { aMessage } from "../testing/message";
import { excerpt } from "./excerpt";

describe("an excerpt", () => {
  it("is the first words on one line", () => {
    expect(excerpt(aMessage({ content: "one\n\n  two three" }), 9)).toBe("one two t…");
    expect(excerpt(aMessage({ content: "short" }))).toBe("short");
  });

  it("doesn't cut a character in two", () => {
    expect(excerpt(aMessage({ content: "😀😀😀" }), 2)).toBe("😀😀…");
  });

  it("names whom the text mentions", () => {
    const id = "117430585659490304";
    const message = aMessage({ content: `<@${id}> broke it`, mentions: [{ id, name: "Ada", pinged: false }] });
    expect(excerpt(message)).toBe("@Ada broke it");
  });

  it("is of the card or the file when there is no text, and of words that say so when there is nothing", () => {
    expect(excerpt(aMessage({ content: "", embeds: [{ title: "Deploy" }] }))).toBe("Deploy");
    expect(excerpt(aMessage({ content: "", embeds: [{ fields: [{ name: "Status", value: "ok" }] }] }))).toBe("Status");
    expect(excerpt(aMessage({ content: "" }))).toBe("a message without words");
  });
});
