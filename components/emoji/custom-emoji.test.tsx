import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { MessageArticle } from "@/components/chat/message/message-article";
import { StatusMark } from "@/components/people/status-mark";
import { excerptOf } from "@/components/search/excerpt";
import { Marked } from "@/components/search/marked";
import { RenderedContext, type RenderedData } from "@/lib/browser/rendered";
import { excerpt } from "@/lib/messages/cards/excerpt";
import { markdownTexts } from "@/lib/messages/cards/markdown-texts";
import type { Embed } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { aMessage } from "@/lib/testing/message";
import { withCustomEmoji } from "./custom-emoji";

const workspace = { name: "Acme", logoUrl: null, mayInvite: true, mayCreateChannels: true };
const sidebar = { channels: [], sections: [], threads: [], notices: { any: false, unseen: 0, newest: null } };
const emoji = { party_parrot: "11", "ship-it": "12", "30": "13" };
const status = (emoji: string) => ({ emoji, text: "", endsAt: null });
const statuses = { "1": status(":ship-it:"), "2": status("🌴") };
const rendered: RenderedData = { workspace, sidebar, statuses, mutedIds: [], emoji };

/** Returns the server's HTML of a text, with each custom emoji as {name}. */
function shown(text: ReactNode): string {
  const html = renderToStaticMarkup(<RenderedContext value={rendered}>{text}</RenderedContext>);
  return html.replaceAll(/<img[^>]*alt=":([^"]*):"[^>]*>/g, "{$1}");
}

/** Returns the server's HTML of a message. */
function htmlOf(content: string, embeds: Embed[] = []): string {
  const parsed = markdownTexts({ content, embeds }).map((text) => parseMarkdown(text, false));
  return renderToStaticMarkup(
    <RenderedContext value={rendered}>
      <MessageArticle message={aMessage({ content, embeds, parsed })} />
    </RenderedContext>,
  );
}

describe("a custom emoji", () => {
  test.each([
    ["hi :party_parrot:!", "hi {party_parrot}!"],
    [":party_parrot::ship-it: (:ship-it:)", "{party_parrot}{ship-it} ({ship-it})"],
    [":unknown: :constructor: :PARTY_PARROT:", ":unknown: :constructor: :PARTY_PARROT:"],
    ["at 10:30:45, Foo::ship-it::bar", "at 10:30:45, Foo::ship-it::bar"],
    ["https://x.example/:ship-it:/a word:ship-it:", "https://x.example/:ship-it:/a word:ship-it:"],
  ])("replaces its name in %j", (text, html) => {
    expect(shown(withCustomEmoji(text))).toBe(html);
  });

  test("is in a message's first HTML, at a fixed size, with its name for screen readers", () => {
    const html = htmlOf("**:party_parrot:** `:ship-it:`");
    expect(html).toMatch(/<strong[^>]*><img src="\/api\/emoji\/11"[^>]*size-\[1.3em\][^>]*alt=":party_parrot:"/);
    expect(html).toMatch(/<code[^>]*>:ship-it:<\/code>/);
  });

  test("is in a card's title, text, fields, author and footer", () => {
    const name = ":ship-it:";
    const card = {
      title: name,
      description: name,
      fields: [{ name, value: name }],
      author: { name },
      footer: { text: name },
    };
    const html = htmlOf("", [card]);
    expect(html.split('src="/api/emoji/12"')).toHaveLength(7);
  });

  test("is in an excerpt", () => {
    const message = aMessage({ content: "**:ship-it:** it", parsed: [parseMarkdown("**:ship-it:** it", false)] });
    expect(shown(withCustomEmoji(excerpt(message)))).toBe("{ship-it} it");
  });

  test.each([
    ["we ship :ship-it: soon", ["soon"], "we ship {ship-it} [soon]"],
    ["a :ship-it::party_parrot:", ["ship"], "a [{ship-it}]{party_parrot}"],
    ["a :party_parrot: b", ["parrot", "b"], "a [{party_parrot}] [b]"],
    ["a :unknown_parrot: b", ["parrot"], "a :unknown_[parrot]: b"],
    ["ship:ship-it:", ["ship"], "[ship]:[ship]-it:"],
  ])("is in the search result %j, marked as a whole", (text, terms, html) => {
    const marked = shown(<Marked parts={excerptOf([text], terms, 100)} />);
    expect(marked.replaceAll(/<mark[^>]*>/g, "[").replaceAll("</mark>", "]")).toBe(html);
  });

  test.each([
    ["1", "{ship-it}"],
    ["2", "🌴"],
  ])("is in a status, as other emoji are (%s)", (userId, html) => {
    expect(shown(<StatusMark userId={userId} />).replaceAll(/<\/?span[^>]*>/g, "")).toBe(html);
  });

  test("costs so much to render that a message with thousands is shown as written", () => {
    expect(parseMarkdown(":ship-it: ".repeat(400), false)).not.toBeNull();
    expect(parseMarkdown(":ship-it: ".repeat(800), false)).toBeNull();
  });
});
