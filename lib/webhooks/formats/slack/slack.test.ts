import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { invalid } from "@/lib/testing/refusals";
import { readPayload } from "@/lib/webhooks/payload/read-payload";
import { slack } from "./parse";

const section = (text: string, more: object = {}) => ({ type: "section", text: { type: "mrkdwn", text }, ...more });
const image = (name: string) => ({ type: "image", image_url: `https://x.y/${name}.png`, alt_text: name });

test.each([
  {},
  { text: " " },
  { text: null, attachments: null, blocks: [] },
  { attachments: [{ color: "good" }] },
  { attachments: [{}] },
])("%j is empty", (payload) => {
  expect(invalid(() => slack(payload)).reason).toBe("empty");
});

test("invalid decoration is left out", () => {
  expect(
    slack({
      text: "a",
      icon_url: 1,
      icon_emoji: ":no_such_emoji:",
      attachments: [{ text: "b", color: 7, author_icon: {}, title: "t", title_link: "y", footer_icon: "z", ts: 0 }],
    }),
  ).toMatchObject({ content: "a", avatarUrl: null, embeds: [{ title: "t", description: "b" }] });
});

test("an emoji icon takes precedence over an image", () => {
  const payload = { text: "a", icon_emoji: ":ghost:", icon_url: "https://x.y/z.png" };
  expect(slack(payload).avatarUrl).toBe("emoji:👻");
  expect(slack({ ...payload, icon_emoji: "x" }).avatarUrl).toBe("https://x.y/z.png");
});

test("Slack's own names of emoji are known in texts, rich text and icons, with their skin tone", () => {
  const wave = [
    { type: "emoji", name: "flag-us" },
    { type: "emoji", name: "wave", skin_tone: 3 },
  ];
  const elements = [{ type: "rich_text_section", elements: wave }];
  expect(
    slack({
      icon_emoji: ":robot_face:",
      text: ":thinking_face: :man-shrugging::skin-tone-2:",
      attachments: [{ blocks: [{ type: "rich_text", elements }] }],
    }),
  ).toMatchObject({ avatarUrl: "emoji:🤖", content: "🤔 🤷🏻‍♂️", embeds: [{ description: "🇺🇸👋🏼" }] });
});

test.each([
  ["good", 0x2eb886],
  ["warning", 0xdaa038],
  ["danger", 0xa30200],
  ["#36a64f", 0x36a64f],
  ["36a64f", 0x36a64f],
  ["#345", 0x334455],
])("the color %s is known", (color, number) => {
  expect(slack({ attachments: [{ text: "a", color }] }).embeds[0]?.color).toBe(number);
});

test("a time can be a number, digits, or have a fraction", () => {
  for (const ts of [1763709000, "1763709000", 1763709000.5, "1763709000.5", 1763709000000]) {
    expect(slack({ attachments: [{ text: "a", ts }] }).embeds[0]?.timestamp).toMatch(/^2025-11-21T07:10:00/);
  }
});

test("the first pretext joins the content, and others come before their card's text", () => {
  const { content, embeds } = slack({
    text: "hi",
    attachments: [
      { pretext: "*p1*", text: "t1" },
      { pretext: "p2", text: "t2" },
    ],
  });
  expect(content).toBe("hi\n\n**p1**");
  expect(embeds.map(({ description }) => description)).toEqual(["t1", "p2\n\nt2"]);
});

test("a fallback is shown only if nothing else would be", () => {
  expect(slack({ attachments: [{ fallback: "f" }] }).embeds).toEqual([{ description: "f" }]);
  expect(slack({ attachments: [{ fallback: "f", text: "t" }] }).embeds).toEqual([{ description: "t" }]);
  expect(slack({ attachments: [{ fallback: "f", pretext: "p" }] })).toMatchObject({ content: "p", embeds: [] });
});

test("a field without a name or value is still shown", () => {
  const fields = [{ title: "only a name" }, { value: "only a value", short: true }, {}, { title: "n", value: 42 }];
  expect(slack({ attachments: [{ fields }] }).embeds[0]?.fields).toEqual([
    { name: "only a name", value: "\u200b", inline: false },
    { name: "\u200b", value: "only a value", inline: true },
    { name: "n", value: "42", inline: false },
  ]);
});

test("text that doesn't fit its place in a card moves into the description", () => {
  const [embed] = slack({
    attachments: [
      { title: "t".repeat(300), title_link: "https://x.y", fields: [{ title: "n", value: "v".repeat(1025) }] },
    ],
  }).embeds;
  expect(embed).toEqual({
    description: `**[${"t".repeat(300)}](https://x.y)**\n\n**n**\n${"v".repeat(1025)}`,
    url: "https://x.y",
  });
});

test("mrkdwn_in lists the fields with formatting", () => {
  const [embed] = slack({
    attachments: [{ text: "*a*", fields: [{ title: "n", value: "*b* <https://x.y|c>" }], mrkdwn_in: ["text"] }],
  }).embeds;
  expect(embed?.description).toBe("**a**");
  expect(embed?.fields?.[0]?.value).toBe("\\*b\\* [c](https://x.y)");
});

const button = (label: string, url?: string) => ({ type: "button", text: { type: "plain_text", text: label }, url });

test("legacy buttons belong to their card, and those without an address are left out", () => {
  const actions = [
    { type: "button", text: "Open", url: "https://x.y" },
    { type: "button", text: "Approve" },
    { text: "Log", url: "https://x.y/log" },
    { type: "button", text: "Mail", url: "mailto:a@x.y" },
    { type: "button", text: "Run", url: "javascript:alert(1)" },
  ];
  expect(slack({ attachments: [{ text: "t", actions }] }).embeds).toEqual([
    {
      description: "t\n\n[Mail](mailto:a@x.y) · Run (javascript:alert(1))",
      buttons: [
        { label: "Open", url: "https://x.y" },
        { label: "Log", url: "https://x.y/log" },
      ],
    },
  ]);
});

test("block buttons appear at the end of the card above, or alone below the text", () => {
  const [open, log] = [button("Open", "https://x.y"), button("Log", "https://x.y/log")];
  const buttons = [{ label: "Open", url: "https://x.y" }];
  const actions = { type: "actions", elements: [open, button("Approve")] };
  expect(slack({ blocks: [section("t"), actions] })).toMatchObject({ content: "t", embeds: [{ buttons }] });
  const fields = { type: "section", fields: [{ type: "mrkdwn", text: "*a*\nb" }] };
  expect(slack({ blocks: [fields, actions, section("after")] }).embeds).toEqual([
    { fields: [{ name: "a", value: "b", inline: true }], buttons },
    { description: "after" },
  ]);
  expect(slack({ blocks: [section("one", { accessory: open }), section("two", { accessory: log })] }).embeds).toEqual([
    { description: "one", buttons },
    { description: "two", buttons: [{ label: "Log", url: "https://x.y/log" }] },
  ]);
});

test("a text is shown even if a button without a link repeats it, and a message with only such buttons is empty", () => {
  const actions = { type: "actions", elements: [button("Approve")] };
  expect(slack({ text: "Approve", blocks: [actions] }).content).toBe("Approve");
  expect(() => slack({ blocks: [actions] })).toThrow("nothing to post");
});

test("excess or overlong buttons become links, and none is lost", () => {
  const many = Array.from({ length: 27 }, (_, index) => button(`b${index}`, `https://x.y/${index}`));
  const elements = [button("l".repeat(81), "https://x.y/long"), ...many];
  const { content, embeds } = slack({ blocks: [{ type: "actions", elements }] });
  expect(embeds[0]?.buttons).toHaveLength(25);
  expect(content + embeds[0]?.description).toContain("https://x.y/long");
  expect(embeds[0]?.description).toContain("[b26](https://x.y/26)");
});

test("Parley's own payload has no buttons, and any are ignored", () => {
  expect(readPayload({ content: "t", embeds: [{ title: "a", buttons: "x" }] }).embeds).toEqual([{ title: "a" }]);
});

test("the value of a button is for the sender's app, however long it is", () => {
  const actions = [{ type: "button", text: "Open", url: "https://x.y", value: "s".repeat(80_000) }];
  expect(slack({ text: "t", attachments: [{ actions }] }).embeds).toHaveLength(1);
});

test("an image in a context block becomes its alt text", () => {
  const image = { type: "image", image_url: "https://x.y/icon.png", alt_text: "On call: *Ada*" };
  const context = (...elements: object[]) => slack({ blocks: [{ type: "context", elements }] }).content;
  expect(context(image, { type: "mrkdwn", text: "*now*" })).toBe("On call: \\*Ada\\* **now**");
  expect(context({ ...image, alt_text: "" })).toBe("[Image](https://x.y/icon.png)");
});

test("text that the blocks repeat is shown once, and other text is kept", () => {
  expect(slack({ text: "*Deploy* done", blocks: [section("Deploy _done_.")] }).content).toBe("Deploy _done_.");
  expect(slack({ text: "ok", blocks: [section("token")] }).content).toBe("ok\n\ntoken");
  expect(slack({ text: "🔥", blocks: [section("token")] }).content).toBe("🔥\n\ntoken");
  expect(slack({ text: "b beats a", blocks: [section("a beats b")] }).content).toBe("b beats a\n\na beats b");
});

test("text and blocks with endless repetitions take little time", () => {
  const text = `${"a ".repeat(1900)}b ${"a ".repeat(1900)}`;
  const payload = { text, blocks: Array.from({ length: 10 }, () => section("a ".repeat(1990))) };
  expectEffort(() => expect(slack(payload).content).toContain("b"), 15);
});

test("text blocks are content, and from the first image or fields on, blocks are cards in order", () => {
  const { content, embeds } = slack({
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Head #" } },
      { type: "divider" },
      section("one"),
      {
        type: "section",
        fields: [
          { type: "mrkdwn", text: "*Name:*\nvalue" },
          { type: "plain_text", text: "alone" },
        ],
      },
      section("two"),
      image("three"),
      { type: "context", elements: [{ type: "mrkdwn", text: "four" }] },
    ],
  });
  expect(content).toBe("### Head \\#\n\n---\n\none");
  expect(embeds).toEqual([
    {
      fields: [
        { name: "Name:", value: "value", inline: true },
        { name: "\u200b", value: "alone", inline: true },
      ],
    },
    { description: "two" },
    { title: "three", image: { url: "https://x.y/three.png" } },
    { description: "four" },
  ]);
});

test("more than ten cards are folded into text and links, and none is lost", () => {
  const names = Array.from({ length: 14 }, (_, index) => `i${index}`);
  const alone = slack({ blocks: names.map(image) });
  expect(alone.embeds).toHaveLength(10);
  expect(alone.embeds[9]?.description).toBe(
    names
      .slice(9)
      .map((name) => `[${name}](https://x.y/${name}.png)`)
      .join("\n\n"),
  );
  const full = slack({ blocks: [image("a")], attachments: Array.from({ length: 10 }, () => ({ text: "t" })) });
  expect(full.content).toBe("[a](https://x.y/a.png)");
  expect(full.embeds).toHaveLength(10);
  const inside = slack({ attachments: [{ text: "own", color: "good", blocks: names.map(image) }, { text: "last" }] });
  expect(inside.embeds).toHaveLength(10);
  expect(JSON.stringify(inside.embeds)).toContain("i13.png");
  expect(inside.embeds[9]).toEqual({ description: "last" });
});

test("unknown blocks are named and their text is shown", () => {
  const { content } = slack({
    blocks: [
      { type: "file", external_id: "1" },
      { type: "hologram", rows: [[{ type: "raw_text", text: "cell" }]] },
      section("t", { accessory: { type: "static_select", placeholder: { type: "plain_text", text: "Pick one" } } }),
      { type: "rich_text", elements: [{ type: "rich_text_new", elements: [{ type: "text", text: "inside" }] }] },
    ],
  });
  expect(content).toBe("(file)\n\n(hologram) cell\n\nt\n\n(static_select) Pick one\n\ninside");
});

test("a table block is a table", () => {
  const rich = (...elements: object[]) => ({
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements }],
  });
  const text = (word: string, style = {}) => ({ type: "text", text: word, style });
  const remarks: string[] = [];
  const payload = {
    text: "Report",
    blocks: [
      {
        type: "table",
        column_settings: [{ is_wrapped: true }, { align: "right" }, { align: "center" }],
        rows: [
          [rich(text("Component")), rich(text("Status")), { type: "raw_text", text: "a|b" }],
          [rich(text("Sofa", { bold: true })), { type: "raw_number", value: 7 }, null],
          [rich({ type: "link", url: "https://x.y", text: "Chair" })],
          [
            { type: "raw_text", text: "two\nlines" },
            { type: "raw_text", text: "*" },
            { type: "raw_text", text: "" },
          ],
        ],
      },
    ],
  };
  expect(slack(payload, { remarks }).content).toBe(
    [
      "Report\n",
      "| Component | Status | a\\|b |",
      "| --- | --: | :-: |",
      "| **Sofa** | 7 |  |",
      "| [Chair](https://x.y) |",
      "| two lines | \\* |  |",
    ].join("\n"),
  );
  expect(remarks).toEqual([]);
  expect(slack({ text: "a", blocks: [{ type: "table", rows: "none" }] }, { remarks }).content).toBe("a");
  expect(remarks).toEqual(["blocks[0].rows isn't a list, so it was left out."]);
});
