import { expect, test, vi } from "vitest";
import { toSent } from "./mention-text";
import { takeQuotes } from "./open-composers";
import { isQuotable, quoteMessage, quoteOf } from "./quote";

const ADA = { id: "12345678901234567", name: "Ada Lovelace", notifies: true };
const nothing = { content: "", embeds: [], mentions: [] };

test("a quote marks every line, names people and ends with a blank line", () => {
  const quote = quoteOf({ ...nothing, content: `<@${ADA.id}> broke it\n\nagain`, mentions: [ADA] });
  expect(quote.text).toBe("> @Ada Lovelace broke it\n>\n> again\n\n");
  expect(toSent(quote)).toBe(`> <@${ADA.id}> broke it\n>\n> again\n\n`);
});

test("a long message is cut after 500 characters, never within a character", () => {
  const { text } = quoteOf({ ...nothing, content: "🚀".repeat(900) });
  expect(text).toBe(`> ${"🚀".repeat(500)}…\n\n`);
});

test("a message without text is quoted by its first embed", () => {
  expect(quoteOf({ ...nothing, embeds: [{ title: "Build failed" }] }).text).toBe("> Build failed\n\n");
  expect(isQuotable({ ...nothing, embeds: [{ image: { url: "https://example.com/" } }] })).toBe(false);
});

test("the channel's composer takes quotes while it is mounted", () => {
  const composer = vi.fn();
  const stop = takeQuotes("1", composer);
  quoteMessage("2", { ...nothing, content: "a" });
  quoteMessage("1", { ...nothing, content: "b" });
  stop();
  quoteMessage("1", { ...nothing, content: "c" });
  expect(composer.mock.calls).toEqual([[{ text: "> b\n\n", marks: {} }]]);
});
