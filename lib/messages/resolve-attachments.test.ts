import { expect, test } from "vitest";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { markdownTexts } from "@/lib/messages/cards/markdown-texts";
import { resolveAttachments, withShownImages } from "@/lib/messages/read/to-dto";

const file = (name: string): AttachmentDto => ({
  id: "1",
  name,
  size: 1,
  contentType: "image/png",
  width: 1,
  height: 1,
  description: "",
  url: `/api/attachments/1/${name}`,
  shown: null,
});

test("an embed shows the attachment it names, and the message doesn't show it again", () => {
  const chart = file("chart.png");
  const log = file("log.png");
  const { embeds, shown } = resolveAttachments(
    [
      { image: { url: "attachment://chart.png" }, thumbnail: { url: "https://example.com/x.png" } },
      { author: { name: "a", icon_url: "attachment://chart.png" }, footer: { icon_url: "attachment://missing.png" } },
    ],
    [chart, log],
  );
  expect(embeds).toEqual([
    { image: { url: chart.url }, thumbnail: { url: "https://example.com/x.png" } },
    { author: { name: "a", icon_url: chart.url }, footer: { icon_url: undefined } },
  ]);
  expect(shown).toEqual([log]);
});

test("embeds don't change without attachments", () => {
  const embeds = [{ title: "t", image: { url: "https://example.com/x.png" } }];
  expect(resolveAttachments(embeds, [])).toEqual({ embeds, shown: [] });
});

test("the payload that an older plain card holds comes after its fields", () => {
  const payload = '```json-payload\n{\n  "deep": [1]\n}\n```';
  const fields = [{ name: "Size", value: "7", inline: true }];
  const [card] = withShownImages([{ title: "t", description: `Two\nlines\n${payload}`, fields }], [], null);
  expect(card?.description).toBe("Two\nlines");
  expect(card?.payload).toBe(payload);
  const [only] = withShownImages([{ title: "t", description: payload }], [], null);
  expect(only?.description).toBeUndefined();
  expect(markdownTexts({ content: "", embeds: [card ?? {}] })).toEqual([card?.description, "7", card?.payload]);
  expect(withShownImages([{ description: "```json\n{}\n```" }], [], null)).toEqual([
    { description: "```json\n{}\n```" },
  ]);
});
