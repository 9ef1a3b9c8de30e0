import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { MessageArticle } from "@/components/chat/message/message-article";
import { MessageBody } from "@/components/chat/message/message-body";
import { shownImage } from "@/lib/files/images/signed-url";
import type { Embed, MessageDto } from "@/lib/messages/dto";
import { findMessage } from "@/lib/messages/read/queries";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { isLong, randomRuns } from "@/lib/testing/long";
import { sendRequest } from "@/lib/testing/sender";
import { cleanName } from "@/lib/text/names";
import { isBlank } from "@/lib/text/text";
import { loadMarkdown } from "@/server/testing/markdown";

beforeAll(loadMarkdown);

const RUNS = randomRuns(2_400);

process.env.WEBHOOK_RATE_LIMIT = "off";

// The arbitraries below generate JSON text, because senders can write JSON that JavaScript objects can't represent.
type Json = fc.Arbitrary<string>;

const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")}"`;

const fragments = fc.constantFrom(
  "",
  " ",
  "\n",
  "\0",
  "\ud83e",
  "\ude23",
  "🪣",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\u0001",
  "é",
  "e\u0301",
  "#",
  "> ",
  "- ",
  "1. ",
  "- [ ] ",
  "* * *",
  "**",
  "_",
  "~~",
  "`",
  "```js\n",
  "| a | b |\n|---|---|\n",
  "[a](https://example.com)",
  "![i](https://example.com/i.png)",
  "[x](javascript:alert(1))",
  "<b>",
  "<script>",
  "&amp;",
  "&#0;",
  "&nbsp;",
  "\\",
  "---",
  "https://example.com",
  "@everyone",
  "word",
);

const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(fragments, { maxLength: 8 }).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 6 }) },
);

/** A string, sometimes just below or above `limit` code points. */
const string = (limit: number, words: fc.Arbitrary<string> = text): Json =>
  fc
    .tuple(
      fc.oneof(
        { weight: 30, arbitrary: words },
        { weight: 1, arbitrary: fc.constantFrom("a", "🪣").map((unit) => unit.repeat(limit)) },
        { weight: 1, arbitrary: fc.constantFrom("a", "🪣").map((unit) => unit.repeat(limit + 1)) },
      ),
      fc.constantFrom(JSON.stringify, JSON.stringify, escaped),
    )
    .map(([value, encode]) => encode(value));

const number = fc.constantFrom(
  "0",
  "-0",
  "1",
  "-1",
  "16777215",
  "16777216",
  "1.5",
  "1e3",
  "1e400",
  "1E-9",
  "9".repeat(400),
  "12345678901234567890",
);

/** Seldom more levels than are read, or most payloads would be refused for nothing else. */
const depth = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 21, max: 3_000 }) },
);

const junk: Json = fc.oneof(
  fc.constantFrom(
    "null",
    "true",
    "false",
    "[]",
    "{}",
    '""',
    "[null]",
    "[[]]",
    '{"":{}}',
    '{"__proto__":{"title":"x"}}',
    '{"toString":"x"}',
    '"constructor"',
  ),
  number,
  string(80),
  depth.map((levels) => "[".repeat(levels) + "]".repeat(levels)),
  depth.map((levels) => '{"embeds":['.repeat(levels) + "]}".repeat(levels)),
);

const absent = fc.constantFrom("null", '""', "[]");
const extraKeys = fc.constantFrom(
  "x",
  "",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "type",
  "content",
  "title",
);

/** An object with some of these fields, and unknown and repeated keys. `spoil` is how often a value is wrong. */
function object(fields: Record<string, Json>, spoil: number, always: string[] = []): Json {
  const entries = Object.entries(fields).map(([key, value]) => {
    const some = fc.oneof(
      { weight: 100, arbitrary: value },
      { weight: 4, arbitrary: absent },
      { weight: spoil, arbitrary: junk },
    );
    const present = always.includes(key) ? fc.constant(true) : fc.boolean();
    return fc.tuple(present, some).map(([shown, json]) => (shown ? [`${JSON.stringify(key)}:${json}`] : []));
  });
  const extras = fc.array(
    fc.tuple(extraKeys, spoil > 0 ? junk : string(20)).map(([key, value]) => `${JSON.stringify(key)}:${value}`),
    { maxLength: spoil > 0 ? 2 : 0 },
  );
  return fc.tuple(extras, ...entries).map((parts) => `{${parts.flat().join(",")}}`);
}

const list = (item: Json, most: number): Json =>
  fc
    .oneof(
      { weight: 30, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: item.map((one) => Array<string>(most).fill(one)) },
      { weight: 1, arbitrary: item.map((one) => Array<string>(most + 1).fill(one)) },
    )
    .map((items) => `[${items.join(",")}]`);

const url: Json = string(
  2048,
  fc.oneof(
    { weight: 6, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "https://example.com/ä b",
        "http:example.com",
        " https://example.com",
        "HTTP://EXAMPLE.COM",
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom("javascript:alert(1)", "//example.com", "ftp://example.com") },
  ),
).filter((json) => !/^"(a+|(🪣)+)"$/u.test(json));

const timestamp: Json = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date("9998-01-01") })
        .map((date) => date.toISOString()),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "2026-11-21T09:30:00",
        "2026-11-21T09:30:00.123456789Z",
        "2026-11-21T23:30:00-05:30",
        "2026-11-21 09:30:00Z",
        "0001-01-01T00:00:00Z",
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "2026-02-30T00:00:00Z",
        "now",
        "2026-11-21T25:00:00Z",
        "10000-01-01T00:00:00Z",
        "0000-01-01T00:00:00+23:59",
      ),
    },
  )
  .map((value) => JSON.stringify(value));

const id = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String) },
  { weight: 1, arbitrary: text },
);

const words = text.filter((value) => !isBlank(value));

function payload(spoil: number): Json {
  const field = object(
    { name: string(256, words), value: string(1024, words), inline: fc.constantFrom("true", "false") },
    spoil,
    ["name", "value"],
  );
  const embed = object(
    {
      title: string(256),
      description: string(4096),
      url,
      color: fc.oneof(
        fc.integer({ min: 0, max: 0xffffff }).map(String),
        fc.integer({ min: 0, max: 0xffffff }).map((n) => `"${n}"`),
        number,
      ),
      fields: list(field, 25),
      timestamp,
      author: object({ name: string(256, words), url, icon_url: url }, spoil, ["name"]),
      footer: object({ text: string(2048), icon_url: url }, spoil),
      image: object({ url }, spoil),
      thumbnail: object({ url }, spoil),
    },
    spoil,
  );
  const mentions = object(
    {
      parse: list(fc.constantFrom('"users"', '"roles"', '"everyone"'), 3),
      users: list(string(20, id), 100),
      roles: list(string(20, id), 100),
    },
    spoil,
  );
  const top = {
    content: string(8000),
    embeds: list(embed, 10),
    username: string(80),
    avatar_url: url,
    allowed_mentions: mentions,
  };
  return object(top, spoil);
}

/** The body with one change, which mostly makes it invalid JSON. */
const broken = fc
  .tuple(payload(1), fc.nat(), fc.constantFrom("", ",", '"', "}", "\\", "\0", "0"))
  .map(([json, at, put]) => json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + 1));

const body = fc
  .tuple(
    fc.oneof(
      { weight: 16, arbitrary: payload(0) },
      { weight: 8, arbitrary: payload(3) },
      { weight: 2, arbitrary: payload(40) },
      { weight: 1, arbitrary: broken },
      { weight: 1, arbitrary: junk },
    ),
    fc.constantFrom("", "", "", "\ufeff", " \r\n\t"),
  )
  .map(([json, before]) => before + json);

test("every generated payload is refused with an error, or stored, readable and shown as it was sent", {
  timeout: isLong ? 240_000 : 60_000,
}, async () => {
  const { webhook, token } = await makeWebhook({ name: "Property" });
  const counts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      const answer = await post(webhookPath({ webhook, token }), json);
      if (answer.status !== 200) {
        expect([400, 413]).toContain(answer.status);
        expect(answer.body).toEqual({ error: expect.stringMatching(/^[A-Za-z].*\.$/) });
        counts.refused += 1;
        return;
      }
      expect(answer.body).toEqual({
        messageId: expect.stringMatching(/^\d{17,19}$/),
        channelId: `${webhook.channelId}`,
      });
      const message = await findMessage(BigInt(String(Reflect.get(answer.body, "messageId"))));
      if (!message) throw new Error("It was answered with 200 and can't be read.");
      expect(message).toMatchObject(asSent(JSON.parse(json.replace(/^\ufeff/, "")) as SentPayload, webhook.id));
      expectShown(message);
      counts.accepted += 1;
    }),
    { numRuns: RUNS },
  );
  expect(counts.accepted).toBeGreaterThan(RUNS / 8);
  expect(counts.refused).toBeGreaterThan(RUNS / 8);
});

async function post(pathname: string, json: string): Promise<{ status: number; body: object }> {
  const answer = await sendRequest(pathname, { body: json });
  expect(answer.headers["Content-Type"]).toMatch(/^application\/json/);
  return { status: answer.status, body: JSON.parse(answer.text) as object };
}

function expectShown(message: MessageDto): void {
  const article = renderToStaticMarkup(createElement(MessageArticle, { message }));
  expect(article).toContain("APP");
  const html = renderToStaticMarkup(createElement(MessageBody, { message }));
  expect(html).not.toContain("can&#x27;t be shown");
  expect(html).not.toMatch(/<script|(href|src)="\s*javascript:/i);
  const shown = !isBlank(html.replaceAll(/<[^>]*>/g, "")) || /<(img|hr|li|input|pre|table)\b/.test(html);
  expect({ html, shown }).toEqual({ html, shown: true });
}

/** The type of an accepted payload. */
type SentPayload = {
  content?: string | null;
  embeds?: (SentEmbed | null)[] | null | "";
  username?: string | null;
  avatar_url?: string | null;
};
type SentEmbed = Omit<Embed, "color"> & { color?: number | string };

/** The contract's result for the payload, implemented independently. */
function asSent({ content, embeds, username, avatar_url }: SentPayload, by: bigint): object {
  return {
    content: isBlank(clean(content)) ? "" : clean(content),
    embeds: (embeds || []).map((embed) => embedAsSent(embed ?? {})).filter((embed) => Object.keys(embed).length > 0),
    author: { name: cleanName(clean(username) ?? "") || "Property", avatarUrl: shownImage(clean(avatar_url), by) },
  };
}

function embedAsSent(sent: SentEmbed): object {
  const { title, description, url, color, fields, timestamp, author, footer, image, thumbnail } = sent;
  return present({
    title: clean(title),
    description: clean(description),
    url: clean(url),
    // JSON has -0, the database doesn't.
    color: isAbsent(color) ? undefined : Number(color) + 0,
    fields: isAbsent(fields)
      ? undefined
      : fields?.map((field) =>
          present({
            name: clean(field.name),
            value: clean(field.value),
            inline: isAbsent(field.inline) ? undefined : field.inline,
          }),
        ),
    timestamp: isAbsent(timestamp) ? undefined : utc(timestamp ?? ""),
    author: part({ name: clean(author?.name), url: clean(author?.url), icon_url: clean(author?.icon_url) }),
    footer: part({ text: clean(footer?.text), icon_url: clean(footer?.icon_url) }),
    image: part({ url: clean(image?.url) }),
    thumbnail: part({ url: clean(thumbnail?.url) }),
  });
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function clean(value: string | null | undefined): string | undefined {
  const cleaned = isAbsent(value) ? "" : String(value).replaceAll("\0", "").toWellFormed();
  return cleaned === "" ? undefined : cleaned;
}

function utc(timestamp: string): string {
  return new Date(/(Z|[+-]\d\d:\d\d)$/.test(timestamp) ? timestamp : `${timestamp}Z`).toISOString();
}

const present = (value: object) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

function part(value: object): object | undefined {
  const left = present(value);
  return Object.keys(left).length > 0 ? left : undefined;
}
