import { describe, expect, test } from "vitest";
import { invalid } from "@/lib/testing/refusals";
import { discord } from "@/lib/webhooks/formats/discord/parse";

const refusal = (act: () => unknown): string => invalid(act).message;
const pictures = (...names: string[]) => names.map((name) => ({ name, isPicture: true }));
const posted = (payload: unknown) => discord(payload).post;

const link = (label: string, url = `https://x.y/${label}`) => ({ type: 2, style: 5, label, url });
const row = (...components: object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });

describe("link buttons", () => {
  const button = { label: "Run", url: "https://x.y/Run" };

  test("are below the last embed, or below the text", () => {
    const components = [row(link("Run"))];
    expect(posted({ content: "x", components })).toMatchObject({ content: "x", embeds: [{ buttons: [button] }] });
    const embeds = [{ title: "a" }, { title: "b" }];
    expect(posted({ embeds, components }).embeds).toEqual([{ title: "a" }, { title: "b", buttons: [button] }]);
    const ten = Array(10).fill({ title: "a" });
    expect(posted({ embeds: ten, components }).embeds[9]).toEqual({ title: "a", buttons: [button] });
  });

  test("are all shown, in several rows, with emoji, without a label, and with a URL that isn't a web page", () => {
    const odd = [
      { ...link("Run"), emoji: { name: "🔥" } },
      { ...link(""), url: "https://x.y/", emoji: { name: "ok", id: "117430585659490304" } },
      { type: 2, style: 5, url: "https://x.y/bare" },
    ];
    const five = (from: number) => row(...Array.from({ length: 5 }, (_, index) => link(`b${from + index}`)));
    const { embeds } = posted({ content: "x", components: [row(...odd), five(0), five(5), five(10), five(15)] });
    expect(embeds).toHaveLength(1);
    expect(embeds[0]?.buttons).toHaveLength(23);
    expect(embeds[0]?.buttons?.slice(0, 3).map(({ label }) => label)).toEqual(["🔥 Run", ":ok:", "https://x.y/bare"]);
    const app = posted({ components: [row(link("App", "discord://-/channels/1"), link("l".repeat(81)))] });
    expect(app.content).toContain("App (discord\\://-/channels/1)");
    expect(app.content).toContain(`[${"l".repeat(81)}](https://x.y/`);
  });

  test("that need an answer are left out by name, as are menus", () => {
    const menu = { type: 3, custom_id: "m", placeholder: "Pick one", options: [{ label: "One", value: "1" }] };
    const approve = { type: 2, style: 3, label: "Approve", custom_id: "approve" };
    const payload = { content: "x", components: [row(approve, link("Run")), row(menu)] };
    expect(posted(payload).embeds).toEqual([{ buttons: [button] }]);
    expect(discord(payload).leftOut).toBe(
      'Left out: components[0].components[0] (the button "Approve" needs an answer), components[1].components[0] (the menu "Pick one, One" needs an answer).',
    );
  });
});

describe("components of the second version", () => {
  const picture = { media: { url: "https://x.y/a.png" } };

  test("become text, pictures, links and cards with the color of their container", () => {
    const section = (content: string, accessory: object) => ({ type: 9, components: [text(content)], accessory });
    const payload = {
      flags: 32768,
      components: [
        text("# Head"),
        { type: 14 },
        text("body"),
        {
          type: 17,
          accent_color: 0xff0000,
          components: [
            section("with a picture", { type: 11, ...picture }),
            { type: 14 },
            text("**more**"),
            { type: 12, items: [{ ...picture, description: "A graph" }, picture] },
            section("with a button", link("Run")),
          ],
        },
        { type: 14, divider: false },
        row(link("All")),
      ],
    };
    const image = { url: "https://x.y/a.png" };
    expect(discord(payload)).toMatchObject({
      leftOut: null,
      post: {
        content: "# Head\n\n---\n\nbody",
        embeds: [
          { color: 0xff0000, description: "with a picture\n\n---\n\n**more**\n\nA graph", thumbnail: image, image },
          { color: 0xff0000, image },
          { color: 0xff0000, description: "with a button", buttons: [{ label: "Run", url: "https://x.y/Run" }] },
          { buttons: [{ label: "All", url: "https://x.y/All" }] },
        ],
      },
    });
  });

  test("can show attached files, and a file that isn't a picture is shown below", () => {
    const components = [
      { type: 12, items: [{ media: { url: "attachment://a.png" } }, { media: { url: "attachment://b.mp4" } }] },
      { type: 13, file: { url: "attachment://b.mp4" } },
      { type: 12, items: [{ media: { url: "https://x.y/c.mp4" }, description: "The crash" }] },
    ];
    const files = [...pictures("a.png"), { name: "b.mp4", isPicture: false }];
    expect(discord({ flags: 32768, components }, files)).toMatchObject({
      leftOut: null,
      post: { embeds: [{ image: { url: "attachment://a.png" } }, { description: "[The crash](https://x.y/c.mp4)" }] },
    });
  });

  test("beyond ten cards are folded into the last one, and none is lost", () => {
    const components = Array.from({ length: 14 }, (_, index) => ({
      type: 17,
      components: [text(`t${index}`), { type: 12, items: [{ media: { url: `https://x.y/${index}.png` } }] }],
    }));
    const { embeds } = posted({ flags: 32768, components: components.slice(0, 13) });
    expect(embeds).toHaveLength(10);
    for (const part of ["t12", "https://x.y/12.png"]) expect(embeds[9]?.description).toContain(part);
    expect(refusal(() => discord({ components }))).toBe("components can have at most 40 components.");
  });

  test("have Discord's limits, and errors name them", () => {
    expect(refusal(() => discord({ components: [text("x".repeat(4001))] }))).toMatch(
      /^components can have at most 4000/,
    );
    expect(refusal(() => discord({ components: { type: 1 } }))).toBe("components must be a list.");
    expect(posted({ content: "x", components: [null, 7, "x", { type: "text" }, {}] }).content).toBe("x");
  });
});

test("a forum post's name and a poll are text", () => {
  const poll = {
    question: { text: "Ship *it*?" },
    answers: [{ poll_media: { text: "Yes", emoji: { name: "👍" } } }, { poll_media: { text: "No" } }],
  };
  expect(discord({ thread_name: "Release", content: "x", poll })).toMatchObject({
    leftOut: null,
    post: { content: "**Release**\n\nx\n\n**Ship \\*it\\*?**\n- 👍 Yes\n- No" },
  });
  expect(posted({ thread_name: "Only a name" }).content).toBe("**Only a name**");
  expect(posted({ content: "x".repeat(8000), thread_name: "Long" }).embeds).toEqual([{ description: "**Long**" }]);
});
