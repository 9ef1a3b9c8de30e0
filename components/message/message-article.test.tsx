import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { ReaderProvider } from "./markdown/mentions-context";
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
