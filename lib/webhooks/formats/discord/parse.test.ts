import { describe, expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { invalid } from "@/lib/testing/refusals";
import { descriptionOf } from "@/lib/webhooks/formats/discord/attachments";
import { type DiscordEdit, discord, discordEdit } from "@/lib/webhooks/formats/discord/parse";

const refusal = (act: () => unknown): string => invalid(act).message;
const pictures = (...names: string[]) => names.map((name) => ({ name, isPicture: true }));
const posted = (payload: unknown, ...names: string[]) => discord(payload, pictures(...names)).post;
const leftOut = (payload: unknown, ...names: string[]) => discord(payload, pictures(...names)).leftOut;

test("an embed can show an attached file, in each of its image fields", () => {
  const embed = {
    title: "t",
    image: { url: "attachment://a.png" },
    thumbnail: { url: "attachment://b c.png" },
    author: { name: "n", icon_url: "attachment://a.png" },
    footer: { text: "f", icon_url: "https://x.y/z.png" },
  };
  expect(discord({ embeds: [embed] }, pictures("a.png", "b c.png"))).toMatchObject({
    post: { embeds: [embed] },
    leftOut: null,
  });
  const spelled = { title: "t", image: { url: "attachment://b_c.png" } };
  expect(posted({ embeds: [spelled] }, "b c.png").embeds[0]?.image).toEqual({ url: "attachment://b c.png" });
});

test.each<[unknown, string | null]>([
  [{ url: "attachment://no.png" }, "embeds[0].image.url (isn't attached)"],
  [{ url: "file:///etc/passwd" }, "embeds[0].image.url (isn't an http:// or https:// URL)"],
  [{ url: "x.png" }, "embeds[0].image.url (isn't an http:// or https:// URL)"],
  [{ url: `https://x.y/${"z".repeat(2048)}` }, "embeds[0].image.url (isn't an http:// or https:// URL)"],
  [{ url: 7 }, "embeds[0].image.url (isn't a URL)"],
  [{ url: {} }, "embeds[0].image.url (isn't a URL)"],
  [7, "embeds[0].image (isn't a URL)"],
  ["none", "embeds[0].image (isn't an http:// or https:// URL)"],
  [{ url: "" }, null],
  [{ url: null }, null],
  [{}, null],
  ["", null],
])("a picture that is %j doesn't cost the message", (image, name) => {
  expect(discord({ embeds: [{ title: "t", image }] })).toMatchObject({
    post: { embeds: [{ title: "t" }] },
    leftOut: name && `Left out: ${name}.`,
  });
});

test("no picture costs the message, wherever it is", () => {
  const url = "attachment://gone.png";
  const payload = {
    content: "x",
    avatar_url: "data:image/png;base64,AA",
    embeds: [{ author: { name: "n", icon_url: url }, footer: { text: "f", icon_url: 1 }, thumbnail: { url } }],
    components: [
      {
        type: 17,
        components: [
          { type: 10, content: "y" },
          { type: 12, items: [{ media: { url } }] },
        ],
      },
      { type: 13, file: { url } },
    ],
  };
  expect(discord(payload)).toMatchObject({
    post: { avatarUrl: null, embeds: [{ author: { name: "n" }, footer: { text: "f" } }, { description: "y" }] },
    leftOut: expect.stringContaining("avatar_url"),
  });
  for (const path of ["author.icon_url", "footer.icon_url", "thumbnail.url", "items[0].media.url", "file.url"]) {
    expect(leftOut(payload)).toContain(path);
  }
});

test("a file that isn't a picture stays a file, and the log says that the embed doesn't show it", () => {
  const files = [{ name: "dump.7z", isPicture: false }];
  const { post, leftOut } = discord({ embeds: [{ title: "Session", image: { url: "attachment://dump.7z" } }] }, files);
  expect(post.embeds).toEqual([{ title: "Session" }]);
  expect(leftOut).toBe("Left out: embeds[0].image.url (isn't a picture).");
});

test("files are enough for a message, and an empty message without files is refused", () => {
  expect(posted({}, "a.txt")).toMatchObject({ content: "", embeds: [] });
  expect(refusal(() => discord({}))).toMatch(/nothing to post/);
  const answers = { type: 1, components: [{ type: 2, style: 1, label: "Approve", custom_id: "a" }] };
  expect(refusal(() => discord({ components: [answers] }))).toMatch(/nothing to post/);
});

test("more than ten embeds are refused", () => {
  expect(refusal(() => discord({ embeds: Array(11).fill({ title: "t" }) }))).toBe("embeds can have at most 10 embeds.");
  expect(refusal(() => discord({ embeds: Array(50_000).fill({}) }))).toBe("embeds can have at most 10 embeds.");
});

test("nulls among the embeds don't hide later ones", () => {
  const embeds = [...Array(11).fill(null), { title: "t" }];
  expect(posted({ content: "x", embeds }).embeds).toEqual([{ title: "t" }]);
});

test("an address that looks like an attachment's URL stays an address", () => {
  const image = { url: "https://attachment.invalid/0" };
  expect(posted({ embeds: [{ image }] }).embeds).toEqual([{ image }]);
  expect(posted({ embeds: [{ image }] }, "a.png").embeds).toEqual([{ image }]);
});

test("a text that is as long as it may be is posted, however it's converted", () => {
  const fences = "a```b```".repeat(512);
  expect(posted({ embeds: [{ description: fences }] }).embeds[0]?.description).toBe(fences);
  const fields = Array(5).fill({ name: "n", value: "a```b```".repeat(119) });
  expect(posted({ embeds: [{ description: "x".repeat(1200), fields }] }).embeds[0]?.fields).toHaveLength(5);
  expect(posted({ content: "a```b```".repeat(1000) }).content).toHaveLength(8000);
  expect(refusal(() => discord({ embeds: [{ description: "x".repeat(4097) }] }))).toMatch(/^embeds\[0\].description/);
});

const link = (label: string, url = `https://x.y/${label}`) => ({ type: 2, style: 5, label, url });
const row = (...components: object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });

describe("an edit", () => {
  const edited = (payload: unknown, stored: Embed[] = []): DiscordEdit => discordEdit(payload, [], stored);

  test("replaces only the given fields", () => {
    const unchanged = { content: undefined, embeds: undefined, keepAttachments: undefined, leftOut: null };
    expect(edited({ content: "x" })).toEqual({ ...unchanged, content: "x" });
    expect(edited({ content: null, embeds: [] })).toMatchObject({ content: "", embeds: [] });
    const attachments = [{ id: "117430585659490304" }, { id: 0 }, { id: "9".repeat(19) }, null];
    expect(edited({ attachments }).keepAttachments).toEqual([117430585659490304n]);
    expect(refusal(() => edited({ attachments: {} }))).toBe("attachments must be a list.");
  });

  test("of the embeds keeps the buttons, and of the components keeps the embeds", () => {
    const run = [{ label: "Run", url: "https://x.y/Run" }];
    const stored: Embed[] = [{ title: "a" }, { title: "b", buttons: run }];
    expect(edited({ embeds: [{ title: "c" }] }, stored).embeds).toEqual([{ title: "c", buttons: run }]);
    expect(edited({ embeds: [] }, stored).embeds).toEqual([{ buttons: run }]);
    expect(edited({ components: [] }, stored).embeds).toEqual([{ title: "a" }, { title: "b" }]);
    expect(edited({ components: [row(link("Log"))] }, [{ buttons: run }]).embeds).toEqual([
      { buttons: [{ label: "Log", url: "https://x.y/Log" }] },
    ]);
    expect(edited({ content: "x", components: [row(link("Log"))] }, [{ title: "a" }])).toMatchObject({
      content: "x",
      embeds: [{ title: "a", buttons: [{ label: "Log", url: "https://x.y/Log" }] }],
    });
    expect(edited({ components: [text("new")] }, stored)).toMatchObject({ content: "new", embeds: [] });
  });
});

test("a file's description is matched by its number, cleaned and shortened, and any id is accepted", () => {
  const payload = { attachments: [{ id: 0, description: "first" }, { id: "1", description: "second" }, { id: 2 }] };
  expect([0, 1, 2, 3].map((index) => descriptionOf(payload, index))).toEqual(["first", "second", "", ""]);
  expect(descriptionOf(null, 0)).toBe("");
  const describing = (description: string) => descriptionOf({ attachments: [{ id: 0, description }] }, 0);
  expect(describing("a\u0000b\ud800")).toBe("ab\ufffd");
  expect(describing(`${"a".repeat(1023)}😀b`)).toBe(`${"a".repeat(1023)}😀`);
  expect(describing("😀".repeat(2000))).toBe("😀".repeat(1024));
  const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  for (const id of [deep, { toString: 1, valueOf: 1 }, null]) {
    expect(descriptionOf({ attachments: [{ id, description: "x" }] }, 0)).toBe("");
  }
});
