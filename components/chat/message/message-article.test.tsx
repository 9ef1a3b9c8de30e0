import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { describe, expect, test, vi } from "vitest";
import { ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import type { CardFacts, Embed, MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { MessageArticle } from "./message-article";

const ada = "117430585659490304";

const html = (fields: Partial<MessageDto>, grouped = false) =>
  renderToStaticMarkup(
    <ReaderProvider id={ada}>
      <MessageArticle message={aMessage(fields)} grouped={grouped} />
    </ReaderProvider>,
  );
const named = (notifies: boolean) => ({ content: `<@${ada}>`, mentions: [{ id: ada, name: "Ada", notifies }] });
const article = (out: string) => /^<article[^>]*>/.exec(out)?.[0] ?? "";

describe("a message that notifies its reader", () => {
  test("is highlighted, and says so to screen readers", () => {
    for (const out of [html(named(true)), html(named(true), true), html({ mentionsEveryone: true })]) {
      expect(article(out)).toMatch(/border-mention-bar bg-mention/);
      const id = /<span id="([^"]*)" class="sr-only">mentions you<\/span>/.exec(out)?.[1];
      expect(id).toBeDefined();
      expect(article(out)).toMatch(new RegExp(`aria-labelledby="[^"]* ${id}"`));
    }
  });
});

describe("any other message", () => {
  test("isn't highlighted, even if it names the reader", () => {
    const author = { kind: "user", id: ada, name: "Ada", avatarUrl: null } as const;
    for (const out of [html({}), html(named(false)), html({ mentionsEveryone: true, author })]) {
      expect(article(out)).not.toContain("bg-mention");
      expect(out).not.toContain("mentions you");
    }
    expect(html(named(false))).toContain("@Ada");
  });
});

test("an editor replaces the text of a message, not its files and cards", async () => {
  const file = {
    id: "5",
    name: "plan.txt",
    contentType: "application/octet-stream",
    size: 8,
    url: "/files/5",
    shown: null,
  };
  const embeds = [{ title: "A link's preview", preview: true }];
  const message = aMessage({ content: "the old text", attachments: [file], embeds } as Partial<MessageDto>);
  const element = (
    <ReaderProvider id={ada}>
      <MessageArticle message={message} editor={<textarea defaultValue="the new text" />} />
    </ReaderProvider>
  );
  // The file's icon is loaded on its first render.
  await prerender(element);
  const out = renderToStaticMarkup(element);
  expect(out).toContain("plan.txt");
  expect(out).toContain("A link&#x27;s preview");
  expect(out).toContain("the new text");
  expect(out).not.toContain("the old text");
});

describe("a webhook that has its tool's name", () => {
  const author = { kind: "webhook", id: "9", name: "Grafana", avatarUrl: null } as const;
  const card = (place: string): Embed => ({
    title: "t",
    tool: { name: "Grafana" },
    card: { place: [place], subject: "p99" },
  });
  const words = (out: string) => out.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

  test("says the tool and place in the message's own line, and only the place in a grouped one", () => {
    const message = { author, content: "", embeds: [card("shop")] };
    expect(words(html(message))).toMatch(/^ Grafana APP 10:00 · shop p99 $/);
    expect(words(html(message, true))).toMatch(/^ 10:00 Grafana APP p99 shop $/);
  });

  test("leaves the places to the cards if there are several, and the tool to those of other tools", () => {
    const two = { author, content: "", embeds: [card("shop"), card("bank")] };
    expect(words(html(two))).toMatch(/^ Grafana APP 10:00 p99 shop p99 bank $/);
    const other = { author: { ...author, name: "Alerts" }, content: "", embeds: [card("shop")] };
    expect(words(html(other))).toMatch(/^ Alerts APP 10:00 Grafana · shop p99 $/);
  });
});

test("only a card whose matter is over folds once newer messages follow", async () => {
  const state = { word: "Resolved", tone: "good", open: false } as const;
  const shown = (card: CardFacts, followed: boolean, updateCount = 0) =>
    renderToStaticMarkup(
      <MessageArticle
        message={aMessage({ content: "", embeds: [{ title: "t", card: { subject: "p99", ...card } }], updateCount })}
        followed={followed}
      />,
    ).includes("Show the whole card");
  const endedAt = "2026-11-21T09:00:00Z";
  // Folded cards are loaded when there is one.
  await vi.waitFor(() => expect(shown({ state, endedAt }, true)).toBe(true));
  expect(shown({ state }, true, 1)).toBe(true);
  expect(shown({ state: { ...state, tone: "done" } }, true, 1)).toBe(true);
  expect(shown({ state: { ...state, tone: "progress" } }, true, 1)).toBe(false);
  expect(shown({ state, endedAt }, false)).toBe(false);
  expect(shown({ state }, true)).toBe(false);
  expect(shown({ state: { ...state, tone: "bad" }, endedAt }, true)).toBe(false);
  expect(shown({ endedAt }, true)).toBe(false);
});
