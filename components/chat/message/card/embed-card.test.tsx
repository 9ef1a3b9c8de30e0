import fc from "fast-check";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { loadParser } from "@/components/chat/message/markdown/deferred-parser";
import { MentionsProvider } from "@/components/chat/message/markdown/mentions-context";
import { cardHead } from "@/lib/messages/cards/card-head";
import type { Embed } from "@/lib/messages/dto";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { aMessage } from "@/lib/testing/message";
import { EmbedCard } from "./embed-card";

beforeAll(async () => void (await loadParser()));

const html = (embed: Embed) => renderToStaticMarkup(<EmbedCard embed={embed} />);

describe("an embed's card", () => {
  test("shows all its parts", () => {
    const out = html({
      title: "Build 4711",
      url: "https://ci.example/4711",
      description: "**failed**",
      color: 0xff0000,
      author: { name: "CI" },
      fields: [{ name: "Branch", value: "`main`", inline: true }],
      footer: { text: "runner 3" },
      timestamp: "2026-11-20T23:05:45.784Z",
      image: { url: "https://x.y/i.png", proxy_url: "/shown/i.png" },
      thumbnail: { url: "https://x.y/t.png", proxy_url: "/shown/t.png" },
    });
    for (const part of [
      "Build 4711</a>",
      "failed</strong>",
      "#ff0000",
      "CI",
      "Branch",
      "main</code>",
      "runner 3",
      "23:05",
    ]) {
      expect(out).toContain(part);
    }
    expect([...out.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual(["/shown/t.png", "/shown/i.png"]);
    expect(out.match(/loading="lazy"/g)).toHaveLength(2);
  });

  test("shows a URL without a title as the link's text", () => {
    expect(html({ url: "https://x.y/z" })).toContain(">https://x.y/z</a>");
  });

  test("shows a text if the embed has only a color", () => expect(html({ color: 0 })).toContain("No text"));

  test("of only buttons still says that the message was edited", () => {
    const embed: Embed = { buttons: [{ label: "Open", url: "https://x.y/z" }] };
    expect(renderToStaticMarkup(<EmbedCard embed={embed} note="edited" />)).toContain(">edited<");
  });

  test("never links a URL that isn't http or https", () => {
    const out = html({ title: "t", url: "javascript:alert(1)", author: { name: "a", url: "data:x" } });
    expect(out).not.toContain("href");
  });

  test("shows mentioned people's names in all its texts", () => {
    const ada = "<@117430585659490304>";
    const embed: Embed = {
      title: `t ${ada}`,
      description: `d ${ada}`,
      author: { name: `a ${ada}` },
      footer: { text: `f ${ada}` },
      fields: [{ name: `n ${ada}`, value: `v ${ada}` }],
      image: { url: "https://x.y/i.png", proxy_url: "/shown/i.png" },
    };
    const mentions = [{ id: "117430585659490304", name: "Ada", notifies: false }];
    const out = renderToStaticMarkup(
      <MentionsProvider message={aMessage({ mentions })}>
        <EmbedCard embed={embed} />
        <EmbedCard embed={{ description: `plain ${ada}` }} plain />
      </MentionsProvider>,
    );
    for (const part of ["t @Ada", "a @Ada", "f @Ada", "n @Ada", "Image: t @Ada", "plain @Ada"]) {
      expect(out).toContain(part);
    }
    expect(out).toMatch(/d <span[^>]*>@Ada<\/span>/);
    expect(out).toMatch(/v <span[^>]*>@Ada<\/span>/);
    expect(out).not.toContain("1174305");
  });

  test("shows an error for a broken embed, and leaves the others intact", () => {
    const anything = { withBigInt: false, maxDepth: 2 };
    const parts = [
      "title",
      "description",
      "url",
      "color",
      "fields",
      "timestamp",
      "author",
      "footer",
      "image",
      "thumbnail",
      "buttons",
    ];
    const broken = fc.dictionary(fc.constantFrom(...parts), fc.anything(anything));
    fc.assert(
      fc.property(fc.oneof(broken, fc.anything(anything)), (embed) => {
        const out = renderToStaticMarkup(
          storedEmbeds([embed, { title: "fine" }]).map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
            <EmbedCard key={index} embed={each} />
          )),
        );
        expect(out).toContain("fine");
      }),
    );
    expect(
      storedEmbeds([{ title: 7, fields: 3 }])
        .map(html)
        .join(),
    ).toContain("be displayed");
  });

  test("is rendered in the first HTML, even among many", async () => {
    const cards = Array.from({ length: 40 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
      <EmbedCard key={index} embed={{ title: `Build ${index}`, description: "a ".repeat(400) }} />
    ));
    const stream = await renderToReadableStream(<div>{cards}</div>);
    const page = await new Response(stream).text();
    expect(page).not.toContain("be displayed");
    expect(page).not.toContain("hidden id=");
    expect(page).toContain("Build 39");
  });
});

test("buttons are external links, ones without a web address are left out, and buttons alone have no frame", () => {
  const buttons = [
    { label: "Open runbook", url: "https://x.y/disk" },
    { label: "Run", url: "javascript:alert(1)" },
  ];
  const alone = renderToStaticMarkup(<EmbedCard embed={{ buttons }} />);
  expect(alone).toMatch(/<a href="https:\/\/x\.y\/disk" target="_blank" rel="noopener noreferrer nofollow"/);
  expect(alone).not.toContain("Run");
  expect(alone).not.toContain("data-card");
  expect(renderToStaticMarkup(<EmbedCard embed={{ title: "t", buttons }} />)).toContain("data-card");
});

test("titles, authors and buttons that name another site show where they lead", () => {
  const url = "https://evil.example/x";
  const mark = '(leads to <bdi dir="ltr">evil.example</bdi>)';
  for (const embed of [
    { title: "https://bank.example/login", url },
    { author: { name: "bank.example", url } },
    { buttons: [{ label: "bank.example", url }] },
  ]) {
    expect(html({ ...embed, head: cardHead(embed) })).toContain(mark);
  }
  const honest = { title: "Sign in", url, author: { name: "evil.example", url }, buttons: [{ label: "Open", url }] };
  expect(html({ ...honest, head: cardHead(honest) })).not.toContain("leads to");
  expect(html({ url, head: cardHead({ url }) })).not.toContain("leads to");
});
