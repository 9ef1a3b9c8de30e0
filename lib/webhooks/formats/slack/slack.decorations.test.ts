import { expect, test } from "vitest";
import { invalid } from "@/lib/testing/refusals";
import { slack } from "./parse";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

/** Returns a payload's message and what the delivery log says about it. */
function read(payload: unknown): ReturnType<typeof slack> & { remarks: string[] } {
  const remarks: string[] = [];
  return { ...slack(payload, { remarks }), remarks };
}

test.each([
  [
    { attachments: [...Array(101)].map((_, index) => ({ text: `${index}` })) },
    "attachments can have at most 100 attachments.",
  ],
  [{ text: "a", blocks: Array(101).fill({ type: "divider" }) }, "blocks can have at most 100 blocks."],
  [{ text: "a".repeat(40_001) }, "text can have at most 40000 characters."],
  [{ text: "a", thread_key: "b".repeat(201) }, "thread_key can have at most 200 characters."],
  ["{}", "The payload must be a JSON object."],
  [[], "The payload must be a JSON object."],
])("what isn't a message is refused in the sender's terms", (payload, sentence) => {
  expect(invalid(() => slack(payload)).message).toBe(sentence);
});

test.each<[payload: object, content: string, embed: object | undefined, remark: string]>([
  [{ text: 1 }, "1", undefined, "text isn't a string, so it was read as one."],
  [{ text: false }, "false", undefined, "text isn't a string, so it was read as one."],
  [{ text: ["a", "b"] }, "a\nb", undefined, "text isn't a string, so it was read as one."],
  [{ text: { type: "mrkdwn", text: "*a*" } }, "**a**", undefined, "text isn't a string, so it was read as one."],
  [{ text: "a", icon_url: "logo.png" }, "a", undefined, "icon_url isn't a web address, so it was left out."],
  [
    { text: "a", icon_emoji: ":no_such_emoji:" },
    "a",
    undefined,
    "icon_emoji isn't an emoji that Parley knows, so it was left out.",
  ],
  [{ text: "a", attachments: "none" }, "a", undefined, "attachments isn't a list, so it was left out."],
  [
    { attachments: { text: "a" } },
    "",
    { description: "a" },
    "attachments isn't a list, so it was read as a list of one.",
  ],
  [{ attachments: ["a"] }, "", { description: "a" }, "attachments[0] isn't an object, so it was read as a text."],
  [
    { attachments: [null, { title: 1 }] },
    "",
    { title: "1" },
    "attachments[1].title isn't a string, so it was read as one.",
  ],
  [
    { attachments: [{ text: "a", fields: [{ title: {}, value: "v" }] }] },
    "",
    { description: "a", fields: [{ name: "\u200b", value: "v", inline: false }] },
    "attachments[0].fields[0].title isn't a string, so it was left out.",
  ],
  [
    { attachments: [{ text: "a", fields: ["v"] }] },
    "",
    { description: "a", fields: [{ name: "\u200b", value: "v", inline: false }] },
    "attachments[0].fields[0] isn't an object, so it was read as a text.",
  ],
  [
    { attachments: [{ text: "a", ts: "timestamp" }] },
    "",
    { description: "a" },
    "attachments[0].ts isn't a time, so it was left out.",
  ],
  [
    { attachments: [{ text: "a", ts: {} }] },
    "",
    { description: "a" },
    "attachments[0].ts isn't a string, so it was left out.",
  ],
  [
    { attachments: [{ title: "a", title_link: "#" }] },
    "",
    { title: "a" },
    "attachments[0].title_link isn't a web address, so it was left out.",
  ],
  [
    { attachments: [{ text: "a", image_url: "graph.png" }] },
    "",
    { description: "a" },
    "attachments[0].image_url isn't a web address, so it was left out.",
  ],
  [
    { attachments: [{ text: "a", color: "constructor" }] },
    "",
    { description: "a" },
    "attachments[0].color isn't a color, so it was left out.",
  ],
  [
    { attachments: [{ text: "a", author_name: "b".repeat(257) }] },
    "",
    { description: "a", author: { name: `${"b".repeat(255)}…` } },
    "attachments[0].author_name has more than 256 characters, so it was shortened.",
  ],
  [
    { blocks: [section("a"), { type: "header", text: 7 }] },
    "a\n\n### 7",
    undefined,
    "blocks[1].text isn't a string, so it was read as one.",
  ],
  [
    { blocks: [{ type: "section", text: { text: 1 } }] },
    "1",
    undefined,
    "blocks[0].text.text isn't a string, so it was read as one.",
  ],
  [
    { blocks: [{ ...section("a"), accessory: "x" }] },
    "a",
    undefined,
    "blocks[0].accessory isn't an object, so it was left out.",
  ],
  [
    { text: "a", blocks: [{ type: "hologram", text: "b" }] },
    "a\n\n(hologram) b",
    undefined,
    "blocks[0] is of a type that Parley can't show (hologram), so only its texts were posted.",
  ],
  [
    { text: "a", blocks: [{ type: "actions", elements: [{ type: "button", text: "Approve" }] }] },
    "a",
    undefined,
    "blocks[0].elements[0] is a button without a URL, which only the app that sent it could handle, so it was left out.",
  ],
])("%j is posted, and the delivery log says what was changed", (payload, content, embed, remark) => {
  const post = read(payload);
  expect(post).toMatchObject({ content, remarks: [remark] });
  expect(post.embeds).toEqual(embed ? [embed] : []);
});

test("a long name is shortened, and a message has at most six remarks", () => {
  const { username, remarks } = read({ text: "a", username: "b".repeat(81) });
  expect(username).toBe(`${"b".repeat(79)}…`);
  expect(remarks).toEqual(["username has more than 80 characters, so it was shortened."]);
  const many = read({ attachments: Array.from({ length: 10 }, () => ({ text: 1 })) });
  expect(many.remarks).toHaveLength(6);
  expect(many.remarks.at(-1)).toBe("More of the payload was read like that.");
});

test.each([
  [{ fallback: "Task set", color: "good", fields: [{ title: "Task set", value: "set to `x`" }] }, ""],
  [
    { text: "Task set", fallback: "f", color: "good", fields: [{ title: "Task set", value: "set to `x`" }] },
    "Task set",
  ],
])("an attachment's fields beside the text are an attachment", (payload, content) => {
  const fields = [{ name: "Task set", value: "set to `x`", inline: false }];
  expect(slack(payload)).toMatchObject({ content, embeds: [{ color: 0x2eb886, fields }] });
});
