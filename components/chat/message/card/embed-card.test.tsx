import fc from "fast-check";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { noMentions } from "@/components/chat/message/markdown/mentions";
import { MentionsProvider } from "@/components/chat/message/markdown/mentions-context";
import { leadsOf } from "@/lib/messages/cards/leads";
import { type CardFacts, type Embed, type MessageDto, STATE_TONES } from "@/lib/messages/dto";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { aMessage } from "@/lib/testing/message";
import { loadMarkdown } from "@/server/testing/markdown";
import { CardLine } from "./card-line";
import { EmbedCard } from "./embed-card";
import { MessageLine } from "./message-line";

beforeAll(loadMarkdown);

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
  const withLeads = (embed: Embed) => ({ ...embed, leads: leadsOf(embed) ?? undefined });
  for (const embed of [
    { title: "https://bank.example/login", url },
    { title: "[shop] bank.example", url, card: { place: ["shop"], subject: "bank.example" } },
    { author: { name: "bank.example", url } },
    { buttons: [{ label: "bank.example", url }] },
  ]) {
    expect(html(withLeads(embed))).toContain(mark);
    // From an instance of the version before.
    expect(html({ ...embed, head: { leads: leadsOf(embed) ?? undefined } })).toContain(mark);
  }
  const honest = { title: "Sign in", url, author: { name: "evil.example", url }, buttons: [{ label: "Open", url }] };
  expect(html(withLeads(honest))).not.toContain("leads to");
  expect(html(withLeads({ url }))).not.toContain("leads to");
});

const tool = { name: "Grafana", mark: "grafana" };
const made = (card: CardFacts, embed: Embed = {}): Embed => ({ title: "composed", tool, ...embed, card });
const words = (out: string) =>
  out
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const firing = { word: "Firing", tone: "bad", open: true } as const;

describe("a card made of facts", () => {
  test("shows its tool and place, then its state as a chip and its subject as the link, each once", () => {
    const facts = { place: ["shop", "production"], state: firing, subject: "p99 of checkout-api", summary: "Slow." };
    const embed = made(facts, {
      title: "[shop · production] Firing: p99 of checkout-api",
      url: "https://x.y/z",
      description: "Slow.",
    });
    const out = html(embed);
    expect(words(out)).toBe("Grafana · shop · production Firing p99 of checkout-api Slow.");
    expect(out).toMatch(/bg-danger-soft[^>]*><span[^>]*>Firing<\/span>/);
    expect(out).toMatch(/<a href="https:\/\/x\.y\/z"[^>]*>p99 of checkout-api<\/a>/);
  });

  test.each(STATE_TONES)("has a chip and a bar in the color of the tone %s, in a channel and in a line", (tone) => {
    const embed = made({ state: { word: "Some state", tone, open: false }, subject: "db-1" });
    const soft = { good: "success", bad: "danger", none: "surface" }[tone as string] ?? tone;
    for (const out of [html(embed), renderToStaticMarkup(<CardLine embed={embed} mentions={noMentions} />)])
      expect(out).toMatch(new RegExp(`bg-${soft}-(?:soft|hover)[^>]*><span[^>]*>Some state`));
  });

  test("says an event before its subject, and links the event or place if it has no subject", () => {
    expect(words(html(made({ event: "Comment", subject: "#12 Fix it" })))).toBe("Grafana Comment · #12 Fix it");
    expect(html(made({ event: "Ping", subject: "" }, { url: "https://x.y" }))).toMatch(/<a [^>]*>Ping<\/a>/);
    const placed = html(made({ place: ["shop"], state: firing, subject: "" }, { url: "https://x.y" }));
    expect(words(placed)).toBe("Grafana Firing shop");
  });

  test("links its state if that is all it says, instead of showing an address", () => {
    const review = html(made({ state: firing, subject: "" }, { url: "https://x.y/review" }));
    expect(words(review)).toBe("Grafana Firing");
    expect(review).toMatch(/<a href="https:\/\/x\.y\/review"[^>]*>.*Firing.*<\/a>/);
  });

  test("leaves out the tool and place that the line above says", () => {
    const embed = made({ place: ["shop"], subject: "db-1" });
    expect(words(renderToStaticMarkup(<EmbedCard embed={embed} above="tool" />))).toBe("db-1 shop");
    expect(words(renderToStaticMarkup(<EmbedCard embed={embed} above="place" />))).toBe("db-1");
  });

  test("shows from when until when it was so and for how long, and no time that its message shows already", () => {
    const shown = (card: CardFacts, embed: Embed = {}) =>
      words(
        renderToStaticMarkup(
          <MentionsProvider message={aMessage({ createdAt: "2026-11-21T16:17:20Z" })}>
            <EmbedCard embed={made({ subject: "db-1", ...card }, embed)} />
          </MentionsProvider>,
        ),
      );
    const startedAt = "2026-11-21T15:35:00Z";
    expect(shown({ startedAt, endedAt: "2026-11-21T16:17:00Z" })).toBe("Grafana 15:35 → to 16:17 · 42 min db-1");
    expect(shown({ startedAt, endedAt: "2026-11-21T15:35:30Z" })).toBe("Grafana 15:35 · 30 s db-1");
    expect(shown({ startedAt, state: firing })).toBe("Grafana since 15:35 Firing db-1");
    expect(shown({}, { timestamp: "2026-11-21T16:17:02Z" })).toBe("Grafana db-1");
    expect(shown({}, { timestamp: "2026-11-21T15:02:00Z" })).toBe("Grafana 15:02 db-1");
  });

  test("shows three labels and how many more there are", () => {
    const value = "`team=blue` `zone=3` `service=a=b` `on-call` `x=1`";
    const out = html(made({ subject: "db-1" }, { fields: [{ name: "Labels", value, kind: "labels" }] }));
    expect(words(out)).toBe("Grafana db-1 team blue · zone 3 · service a=b +2");
    expect(out).toContain('aria-label="Show 2 more labels"');
    expect(out).not.toContain("Labels:");
  });

  test("that is over and followed by newer messages is one line with a button for the rest", async () => {
    const state = { word: "Resolved", tone: "good", open: false } as const;
    const embed = made({ place: ["shop"], state, subject: "db-1", summary: "Slow." }, { description: "Slow." });
    const stream = await renderToReadableStream(<EmbedCard embed={embed} folds />);
    await stream.allReady;
    const out = await new Response(stream).text();
    expect(words(out)).toBe("Resolved db-1 · shop");
    expect(out).toContain('aria-label="Show the whole card"');
  });

  test("shows no field that only repeats its state", () => {
    const fields = [{ name: "State", value: "Firing", inline: true }];
    expect(words(html(made({ state: firing, subject: "db-1" }, { fields })))).toBe("Grafana Firing db-1");
  });
});

describe("a title that Parley didn't make of facts stays whole", () => {
  test.each<[string, Embed]>([
    ["a sender's own", { title: "[acme/web] Failed: build", color: 0xff0000 }],
    ["a tool's from before", { title: "[acme/web] Failed: build", color: 0xff0000, tool }],
  ])("%s", (_, embed) => {
    const out = html(embed);
    expect(out).toContain(">[acme/web] Failed: build<");
    expect(out).not.toContain("danger-soft");
    expect(out).toContain("#ff0000");
  });

  test("beside the state, severity and place that its sender gave", () => {
    const card = { state: firing, severity: "critical", place: ["shop"] } as const;
    const embed = { title: "Firing: Disk 3", card: { ...card, place: [...card.place] } };
    expect(words(html(embed))).toBe("Firing Firing: Disk 3 shop · critical");
  });
});

describe("the line of a message", () => {
  const line = (message: Partial<MessageDto>) =>
    words(renderToStaticMarkup(<MessageLine message={aMessage({ content: "", ...message })} />));
  const embed = made({ place: ["shop"], state: firing, subject: "db-1 of <@117430585659490304>" });

  test("is its text, or else its card's state, subject and place", () => {
    const mentions = [{ id: "117430585659490304", name: "Ada", notifies: false }];
    expect(line({ embeds: [embed], mentions })).toBe("Firing db-1 of @Ada · shop");
    expect(line({ content: "hello", embeds: [embed] })).toBe("hello");
    expect(line({ embeds: [{ title: "[shop] Firing: db-1" }] })).toBe("[shop] Firing: db-1");
  });
});
