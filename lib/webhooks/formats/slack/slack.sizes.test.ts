import { expect, test } from "vitest";
import { longestTurn } from "@/lib/testing/effort";
import { invalid } from "@/lib/testing/refusals";
import { slack, slackMessages, slackMessagesPatiently } from "./parse";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
const refusal = (payload: unknown) => invalid(() => slackMessages(payload));

test("a hundred attachments are ten messages of ten cards", () => {
  const attachments = Array.from({ length: 100 }, (_, index) => ({ pretext: `p${index}`, text: `t${index}` }));
  const posts = slackMessages({ text: "all", username: "ci", attachments });
  expect(posts.map(({ embeds }) => embeds.length)).toEqual(Array(10).fill(10));
  expect(posts.map(({ content }) => content)).toEqual(["all\n\np0", ...Array(9).fill("")]);
  expect(posts.every(({ username }) => username === "ci")).toBe(true);
  expect(posts.flatMap(({ embeds }) => embeds.map(({ description }) => description))).toEqual([
    "t0",
    ...attachments.slice(1).map(({ pretext, text }) => `${pretext}\n\n${text}`),
  ]);
  expect(refusal({ attachments: [...attachments, { text: "t100" }] }).reason).toBe("too_many_attachments");
});

const said = (posts: readonly { content: string; embeds: { description?: string | undefined }[] }[]) =>
  posts
    .map(({ content, embeds }) => [content, ...embeds.map(({ description = "" }) => description)].join("\n"))
    .join("\n");

test("a text of 40,000 characters continues in the message's cards", () => {
  const lines = Array.from({ length: 1300 }, (_, index) => `log line ${index} with some words`);
  const text = lines.join("\n");
  expect(text.length).toBeGreaterThan(37_000);
  const posts = slackMessages({ text });
  expect(posts).toHaveLength(1);
  expect(posts[0].content.length).toBeGreaterThan(7900);
  expect(said(posts)).toBe(text);
  // Emoji count as one character each, and one line is divided between words.
  for (const whole of ["🔥".repeat(40_000), "word ".repeat(8_000).trim(), "a".repeat(40_000)]) {
    expect(said(slackMessages({ text: whole })).replaceAll(/\s/g, "")).toBe(whole.replaceAll(" ", ""));
  }
});

test("a long text is followed by blocks and attachments, in further messages if need be", () => {
  const text = "word ".repeat(7_999);
  const attachments = Array.from({ length: 10 }, (_, index) => ({ text: `t${index}` }));
  const posts = slackMessages({ text, blocks: [section("block")], attachments });
  expect(posts).toHaveLength(2);
  expect(said(posts)).toMatch(/word\s+block\s+t0\s+t1[\s\S]*t9$/);
});

test("an attachment's long text continues in cards of the same color, and its parts keep their order", () => {
  const text = Array.from({ length: 900 }, (_, index) => `line ${index}`).join("\n");
  const attachment = { color: "good", title: "T", text, footer: "F", fields: [{ title: "n", value: "v" }] };
  const { embeds } = slack({ attachments: [attachment, { text: "next" }] });
  expect(embeds.length).toBeGreaterThan(2);
  expect(embeds.slice(0, -1).every(({ color }) => color === 0x2eb886)).toBe(true);
  expect(
    embeds
      .slice(0, -1)
      .map(({ description }) => description)
      .join("\n"),
  ).toBe(text);
  expect(embeds.map(({ title }) => title)).toEqual(["T", ...Array(embeds.length - 1).fill(undefined)]);
  expect(embeds.at(-2)).toMatchObject({ footer: { text: "F" }, fields: [{ name: "n", value: "v" }] });
  expect(embeds.at(-1)).toEqual({ description: "next" });
});

test("fields that don't fit beside the text become text, and none is lost", () => {
  const fields = Array.from({ length: 10 }, (_, index) => ({ title: `n${index}`, value: "v".repeat(900) }));
  const { embeds } = slack({ attachments: [{ text: "t".repeat(4000), fields }] });
  const all = embeds.map(({ description }) => description).join("\n");
  for (const { title, value } of fields) expect(all).toContain(`**${title}**\n${value}`);
});

test("the largest payloads are posted whole, and other work runs in between", async () => {
  const attachments = Array.from({ length: 100 }, () => ({ text: "_a_ `b`\n".repeat(300) }));
  let posts: Awaited<ReturnType<typeof slackMessagesPatiently>> | null = null;
  const turn = await longestTurn(
    async () => {
      posts = await slackMessagesPatiently({ attachments });
    },
    { runs: 2, enough: 10 },
  );
  expect(turn).toBeLessThan(10);
  expect(said(posts ?? []).match(/_a_ `b`/g)).toHaveLength(30_000);
});

test("text that would be too many messages is refused", () => {
  const attachments = Array.from({ length: 100 }, () => ({ text: "word ".repeat(1800) }));
  expect(refusal({ attachments }).message).toMatch(/more than 20 messages/);
});
