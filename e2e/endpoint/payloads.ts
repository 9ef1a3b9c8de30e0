import type { Embed } from "@/lib/messages/dto";

/** The fields of a stored message to compare. The avatar's URL is the sender's. */
export type StoredMessage = {
  content?: string;
  embeds?: Embed[];
  author?: { name?: string; avatarUrl?: string | null };
};

const url = (length: number) => `https://example.com/${"u".repeat(length - "https://example.com/".length)}`;
// One code point, two UTF-16 units and four bytes, which reveals counting anything but code points.
const astral = (count: number) => "🪣".repeat(count);
const field = { name: "n", value: "v" };
const embed = (value: unknown) => JSON.stringify({ embeds: [value] });
const json = (value: unknown) => JSON.stringify(value);

/** Bodies that are accepted, and the messages that they become. */
export const ACCEPTED: [name: string, body: string | Uint8Array, stored: StoredMessage][] = [
  ["content only", json({ content: "**hello**" }), { content: "**hello**", embeds: [] }],
  ["embeds only", embed({ title: "t" }), { content: "", embeds: [{ title: "t" }] }],
  ["both in one message", json({ content: "c", embeds: [{ title: "t" }] }), { content: "c", embeds: [{ title: "t" }] }],
  [
    "empty content with embeds",
    json({ content: "", embeds: [{ title: "t" }] }),
    { content: "", embeds: [{ title: "t" }] },
  ],
  [
    "null content with embeds",
    json({ content: null, embeds: [{ title: "t" }] }),
    { content: "", embeds: [{ title: "t" }] },
  ],
  [
    "content of white space with embeds",
    json({ content: " \n", embeds: [{ title: "t" }] }),
    { content: "", embeds: [{ title: "t" }] },
  ],
  ["empty embeds with content", json({ content: "c", embeds: [] }), { content: "c", embeds: [] }],
  ["null embeds with content", json({ content: "c", embeds: null }), { content: "c", embeds: [] }],
  ["nulls and empty embeds among others", json({ embeds: [null, {}, { title: "t" }] }), { embeds: [{ title: "t" }] }],
  [
    "unknown keys",
    json({ content: "c", tts: true, embeds: [{ title: "t", type: "rich", provider: {} }], x: { y: [] } }),
    { content: "c", embeds: [{ title: "t" }] },
  ],
  [
    "keys that every JavaScript object has",
    '{"content":"c","__proto__":{"content":7},"constructor":1,"toString":null,"hasOwnProperty":[]}',
    { content: "c" },
  ],
  ["duplicate keys, of which the last counts", '{"content":"first","content":"last"}', { content: "last" }],
  [
    "a byte order mark",
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json({ content: "c" }))]),
    { content: "c" },
  ],
  [
    "NUL characters, which are stripped",
    '{"content":"a\\u0000b","embeds":[{"title":"\\u0000t"}]}',
    { content: "ab", embeds: [{ title: "t" }] },
  ],
  [
    "NUL characters in ids, which are stripped",
    '{"content":"c","allowed_mentions":{"users":["\\u00001"]}}',
    { content: "c" },
  ],
  [
    "lone surrogates, which become U+FFFD",
    '{"content":"a\\ud800b","embeds":[{"title":"\\udfff"}]}',
    { content: "a\ufffdb", embeds: [{ title: "\ufffd" }] },
  ],
  [
    "every field of an embed",
    embed({
      title: "t",
      description: "d",
      url: "https://example.com/",
      color: 3447003,
      timestamp: "2026-11-21T09:30:00Z",
      fields: [{ name: "n", value: "v", inline: true }, field],
      author: { name: "a", url: "https://example.com/a", icon_url: "https://example.com/a.png" },
      footer: { text: "f", icon_url: "http://example.com/f.png" },
      image: { url: "https://example.com/i.png" },
      thumbnail: { url: "https://example.com/t.png" },
    }),
    {
      embeds: [
        {
          title: "t",
          description: "d",
          url: "https://example.com/",
          color: 3447003,
          timestamp: "2026-11-21T09:30:00.000Z",
          fields: [{ name: "n", value: "v", inline: true }, field],
          author: { name: "a", url: "https://example.com/a", icon_url: "https://example.com/a.png" },
          footer: { text: "f", icon_url: "http://example.com/f.png" },
          image: { url: "https://example.com/i.png" },
          thumbnail: { url: "https://example.com/t.png" },
        },
      ],
    },
  ],
  [
    "Gitea's empty parts",
    embed({ title: "t", url: "", fields: null, footer: { text: "" }, author: { name: "", url: "", icon_url: "" } }),
    { embeds: [{ title: "t" }] },
  ],
  [
    "nulls in every place of an embed",
    embed({
      title: "t",
      description: null,
      url: null,
      color: null,
      fields: null,
      timestamp: null,
      author: null,
      footer: null,
      image: null,
      thumbnail: null,
    }),
    { embeds: [{ title: "t" }] },
  ],
  [
    "nulls inside of an embed's parts",
    embed({
      title: "t",
      author: { name: null },
      footer: { text: null, icon_url: null },
      image: { url: null },
      thumbnail: { url: "" },
      fields: [{ ...field, inline: null }],
    }),
    { embeds: [{ title: "t", fields: [field] }] },
  ],
  [
    "an embed of nothing but an image",
    embed({ image: { url: "https://example.com/i.png" } }),
    { embeds: [{ image: { url: "https://example.com/i.png" } }] },
  ],
  [
    "color as a string of digits",
    embed({ title: "t", color: "16711680" }),
    { embeds: [{ title: "t", color: 16711680 }] },
  ],
  ["the lowest color", embed({ title: "t", color: 0 }), { embeds: [{ title: "t", color: 0 }] }],
  ["the highest color", embed({ title: "t", color: 16777215 }), { embeds: [{ title: "t", color: 16777215 }] }],
  [
    "a timestamp without zone, read as UTC",
    embed({ timestamp: "2026-11-21T09:30:00" }),
    { embeds: [{ timestamp: "2026-11-21T09:30:00.000Z" }] },
  ],
  [
    "a timestamp of another zone, stored as UTC",
    embed({ timestamp: "2026-11-21T09:30:00.5+05:30" }),
    { embeds: [{ timestamp: "2026-11-21T04:00:00.500Z" }] },
  ],
  [
    "a timestamp in nanoseconds",
    embed({ timestamp: "2026-11-21T09:30:00.123456789Z" }),
    { embeds: [{ timestamp: "2026-11-21T09:30:00.123Z" }] },
  ],
  [
    "a name and an avatar of its own",
    json({ content: "c", username: "Deploys", avatar_url: "https://example.com/d.png" }),
    { author: { name: "Deploys", avatarUrl: "https://example.com/d.png" } },
  ],
  [
    "empty name and avatar, which are absent",
    json({ content: "c", username: "", avatar_url: "" }),
    { author: { name: "Endpoint", avatarUrl: null } },
  ],
  [
    "allowed_mentions",
    json({
      content: "c",
      allowed_mentions: { parse: ["users", "roles", "everyone"], users: ["1"], roles: [], replied_user: false },
    }),
    { content: "c" },
  ],
  ["content of 8000 code points", json({ content: astral(8000) }), { content: astral(8000) }],
  ["a username of 80 code points", json({ content: "c", username: astral(80) }), { author: { name: astral(80) } }],
  [
    "an avatar URL of 2048 characters",
    json({ content: "c", avatar_url: url(2048) }),
    { author: { avatarUrl: url(2048) } },
  ],
  ["ten embeds", json({ embeds: Array(10).fill({ title: "t" }) }), { embeds: Array(10).fill({ title: "t" }) }],
  ["a title of 256 code points", embed({ title: astral(256) }), { embeds: [{ title: astral(256) }] }],
  [
    "a description of 4096 code points",
    embed({ description: astral(4096) }),
    { embeds: [{ description: astral(4096) }] },
  ],
  ["a url of 2048 characters", embed({ url: url(2048) }), { embeds: [{ url: url(2048) }] }],
  ["25 fields", embed({ fields: Array(25).fill(field) }), { embeds: [{ fields: Array(25).fill(field) }] }],
  [
    "a field of 256 and 1024 code points",
    embed({ fields: [{ name: astral(256), value: astral(1024) }] }),
    { embeds: [{ fields: [{ name: astral(256), value: astral(1024) }] }] },
  ],
  [
    "an author of 256 code points",
    embed({ author: { name: astral(256) } }),
    { embeds: [{ author: { name: astral(256) } }] },
  ],
  [
    "a footer of 2048 code points",
    embed({ footer: { text: astral(2048) } }),
    { embeds: [{ footer: { text: astral(2048) } }] },
  ],
  [
    "6000 code points in one embed",
    embed({ description: astral(3952), footer: { text: astral(2048) } }),
    { embeds: [{ description: astral(3952), footer: { text: astral(2048) } }] },
  ],
  [
    "6000 code points in each of two embeds",
    json({ embeds: Array(2).fill({ description: astral(3952), footer: { text: astral(2048) } }) }),
    { embeds: Array(2).fill({ description: astral(3952), footer: { text: astral(2048) } }) },
  ],
  [
    "a body of exactly 256 KiB",
    json({ content: "c", padding: "" }).replace('""', `"${"p".repeat(256 * 1024 - 28)}"`),
    { content: "c" },
  ],
];

const zeroWidth = "\u200b\u2060\ufeff";

/** Bodies that are refused with 400, and what the error must name. */
export const REFUSED: [name: string, body: string | Uint8Array, names: RegExp][] = [
  ["no body", "", /JSON/],
  ["a body that isn't JSON", "content=hello", /JSON/],
  ["JSON that ends too early", '{"content":"a"', /JSON/],
  ["JSON with something after it", '{"content":"a"}}', /JSON/],
  ["a list", '[{"content":"a"}]', /JSON object/],
  ["a string", '"hello"', /JSON object/],
  ["a number", "1e999", /JSON object/],
  ["null", "null", /JSON object/],
  ["brackets a hundred thousand deep", "[".repeat(100_000), /JSON/],
  ["invalid UTF-8", Buffer.from([...Buffer.from('{"content":"'), 0xff, 0xfe, ...Buffer.from('"}')]), /UTF-8/],
  [
    "a surrogate in UTF-8",
    Buffer.from([...Buffer.from('{"content":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    /UTF-8/,
  ],
  ["UTF-16", Buffer.from('\ufeff{"content":"a"}', "utf16le"), /UTF-8|JSON/],
  ["an empty object", "{}", /nothing to post/],
  ["unknown keys only", json({ text: "hello" }), /nothing to post/],
  ["empty content", json({ content: "" }), /nothing to post/],
  ["content of white space", json({ content: " \t\r\n\u00a0\u3000" }), /nothing to post/],
  ["invisible content", json({ content: zeroWidth }), /nothing to post/],
  ["content of NUL characters", '{"content":"\\u0000"}', /nothing to post/],
  ["empty embeds", json({ embeds: [] }), /nothing to post/],
  ["embeds of nothing", json({ embeds: [{}, null] }), /nothing to post/],
  ["an embed of a colour only", embed({ color: 1 }), /nothing to post/],
  ["an embed with a blank title", embed({ title: "  ", description: "\n" }), /nothing to post/],
  [
    "an embed with empty parts",
    embed({ author: {}, footer: {}, image: {}, thumbnail: {}, fields: [] }),
    /nothing to post/,
  ],
  ["content that is no string", json({ content: 1 }), /\bcontent\b/],
  ["content that is a list", json({ content: ["a"] }), /\bcontent\b/],
  ["content of 8001 code points", json({ content: astral(8001) }), /\bcontent\b.*8000/],
  ["embeds that are no list", json({ embeds: {} }), /\bembeds\b/],
  ["eleven embeds", json({ embeds: Array(11).fill({ title: "t" }) }), /\bembeds\b.*10/],
  ["an embed that is no object", json({ embeds: ["t"] }), /embeds\[0\]/],
  ["the second of two embeds", json({ embeds: [{ title: "t" }, { title: 1 }] }), /embeds\[1\]\.title/],
  ["a title of 257 code points", embed({ title: astral(257) }), /embeds\[0\]\.title.*256/],
  ["a description of 4097 code points", embed({ description: astral(4097) }), /embeds\[0\]\.description.*4096/],
  ["a url of 2049 characters", embed({ url: url(2049) }), /embeds\[0\]\.url.*2048/],
  ["a url of another kind", embed({ title: "t", url: "javascript:alert(1)" }), /embeds\[0\]\.url/],
  ["a url without a scheme", embed({ title: "t", url: "//example.com" }), /embeds\[0\]\.url/],
  ["a url that is no string", embed({ title: "t", url: {} }), /embeds\[0\]\.url/],
  ["a color below the lowest", embed({ title: "t", color: -1 }), /embeds\[0\]\.color/],
  ["a color above the highest", embed({ title: "t", color: 16777216 }), /embeds\[0\]\.color/],
  ["a color above the highest as a string", embed({ title: "t", color: "16777216" }), /embeds\[0\]\.color/],
  ["a color with a fraction", embed({ title: "t", color: 1.5 }), /embeds\[0\]\.color/],
  ["a color in hexadecimal", embed({ title: "t", color: "#ff0000" }), /embeds\[0\]\.color/],
  ["a color that is true", embed({ title: "t", color: true }), /embeds\[0\]\.color/],
  ["fields that are no list", embed({ title: "t", fields: { name: "n" } }), /embeds\[0\]\.fields/],
  ["26 fields", embed({ fields: Array(26).fill(field) }), /embeds\[0\]\.fields.*25/],
  ["a field without a name", embed({ fields: [{ value: "v" }] }), /embeds\[0\]\.fields\[0\]\.name/],
  ["a field without a value", embed({ fields: [field, { name: "n", value: "" }] }), /embeds\[0\]\.fields\[1\]\.value/],
  [
    "a field's name of 257 code points",
    embed({ fields: [{ name: astral(257), value: "v" }] }),
    /embeds\[0\]\.fields\[0\]\.name.*256/,
  ],
  [
    "a field's value of 1025 code points",
    embed({ fields: [{ name: "n", value: astral(1025) }] }),
    /embeds\[0\]\.fields\[0\]\.value.*1024/,
  ],
  [
    "a field's inline that is no boolean",
    embed({ fields: [{ ...field, inline: "yes" }] }),
    /embeds\[0\]\.fields\[0\]\.inline/,
  ],
  ["a timestamp that isn't a date", embed({ title: "t", timestamp: "yesterday" }), /embeds\[0\]\.timestamp/],
  [
    "a timestamp of a day that doesn't exist",
    embed({ title: "t", timestamp: "2026-02-30T00:00:00Z" }),
    /embeds\[0\]\.timestamp/,
  ],
  ["a timestamp that is a number", embed({ title: "t", timestamp: 1795253400 }), /embeds\[0\]\.timestamp/],
  [
    "an author without a name",
    embed({ title: "t", author: { url: "https://example.com" } }),
    /embeds\[0\]\.author\.name/,
  ],
  ["an author of 257 code points", embed({ author: { name: astral(257) } }), /embeds\[0\]\.author\.name.*256/],
  ["an author's bad url", embed({ author: { name: "a", url: "x" } }), /embeds\[0\]\.author\.url/],
  ["an author's bad icon_url", embed({ author: { name: "a", icon_url: "data:,x" } }), /embeds\[0\]\.author\.icon_url/],
  ["an author that is a string", embed({ title: "t", author: "a" }), /embeds\[0\]\.author/],
  ["a footer of 2049 code points", embed({ footer: { text: astral(2049) } }), /embeds\[0\]\.footer\.text.*2048/],
  ["a footer's bad icon_url", embed({ footer: { text: "f", icon_url: "x" } }), /embeds\[0\]\.footer\.icon_url/],
  ["an image's bad url", embed({ image: { url: "ftp://example.com" } }), /embeds\[0\]\.image\.url/],
  ["a thumbnail's bad url", embed({ thumbnail: { url: 7 } }), /embeds\[0\]\.thumbnail\.url/],
  [
    "6001 code points in one embed",
    embed({ title: "t", description: astral(3952), footer: { text: astral(2048) } }),
    /embeds\[0\].*6000/,
  ],
  ["a username of 81 code points", json({ content: "c", username: astral(81) }), /\busername\b.*80/],
  ["a username that is no string", json({ content: "c", username: 1 }), /\busername\b/],
  ["an avatar_url of another kind", json({ content: "c", avatar_url: "data:image/png,x" }), /\bavatar_url\b/],
  ["an avatar_url of 2049 characters", json({ content: "c", avatar_url: url(2049) }), /\bavatar_url\b.*2048/],
  ["allowed_mentions that is no object", json({ content: "c", allowed_mentions: "all" }), /\ballowed_mentions\b/],
  [
    "allowed_mentions of an unknown kind",
    json({ content: "c", allowed_mentions: { parse: ["all"] } }),
    /allowed_mentions\.parse/,
  ],
  [
    "allowed_mentions whose ids are numbers",
    json({ content: "c", allowed_mentions: { users: [1] } }),
    /allowed_mentions\.users/,
  ],
];
