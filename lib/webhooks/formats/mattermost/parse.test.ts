import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { MATTERMOST, mattermostMessages } from "./parse";

async function read(payload: unknown) {
  const remarks: string[] = [];
  const posts = await mattermostMessages(payload, remarks);
  return { ...posts[0], posts, remarks };
}

test("texts stay the Markdown that they are, and attachments are cards", async () => {
  const text = "#### **Build** [#7](https://ci.example/7) failed\n| Job | State |\n|:--|--:|\n| unit | :x: |";
  const field = { short: true, title: "Col", value: "**v**" };
  const attachment = {
    fallback: "f",
    color: "#FF8000",
    pretext: "*p*",
    text: "body **b** [l](https://l.example)",
    title: "**T** [i](https://i.example)",
    title_link: "https://t.example",
    author_name: "snake_case",
    footer: "1 * 2 * 3",
    fields: [field, { title: "n", value: 7 }],
    mrkdwn_in: ["pretext"],
  };
  const { content, embeds, username, remarks } = await read({ username: "ci", text, attachments: [attachment] });
  expect({ username, content, remarks }).toEqual({
    username: "ci",
    content: `${text.replace(":x:", "❌")}\n\n*p*`,
    remarks: [],
  });
  expect(embeds).toEqual([
    {
      color: 0xff8000,
      title: "T i",
      url: "https://t.example",
      author: { name: "snake_case" },
      description: "body **b** [l](https://l.example)",
      fields: [
        { name: "Col", value: "**v**", inline: true },
        { name: "n", value: "7", inline: false },
      ],
      footer: { text: "1 * 2 * 3" },
    },
  ]);
});

test("Slack's links and its names for everyone are read, but not in code", () => {
  expect(MATTERMOST.text("<https://x.y|a [b]> <!here> <!channel>: `<https://x.y|a>`\n```\n<!all>\n```")).toBe(
    "[a \\[b\\]](https://x.y) @here @channel: `<https://x.y|a>`\n```\n<!all>\n```",
  );
  expect(MATTERMOST.text("a < b | c > d <https://x.y>")).toBe("a < b | c > d <https://x.y>");
  expect(MATTERMOST.plain("<https://x.y|**a**> `b` 2*3*4 snake_case_name")).toBe("a b 2*3*4 snake_case_name");
});

test("props.card is a card after the attachments, and a priority the first line", async () => {
  const { content, embeds, remarks } = await read({
    text: "### Down",
    attachments: [{ text: "a" }],
    props: { card: "| a |\n|---|\n| b |" },
    priority: { priority: "urgent", requested_ack: true, persistent_notifications: true },
  });
  expect(content).toBe("🚨 **Urgent**\n\n### Down");
  expect(embeds.map(({ description }) => description)).toEqual(["a", "| a |\n|---|\n| b |"]);
  expect(remarks).toEqual([
    "priority.requested_ack was left out: readers aren't asked to confirm.",
    "priority.persistent_notifications was left out: notifications aren't repeated.",
  ]);
});

test.each([
  [{ text: "a", priority: "important" }, "❗ **Important**\n\na", []],
  [{ text: "a", priority: { priority: "standard" } }, "a", []],
  [{ text: "a", priority: { priority: "" } }, "a", []],
  [{ text: "a", priority: { priority: "purple" } }, "a", ["priority isn't one that Parley knows."]],
  [{ text: "a", priority: 7, props: [] }, "a", []],
  [{ text: 7, priority: { priority: "urgent" } }, "🚨 **Urgent**\n\n7", []],
  [{ text: "", props: { attachments: [{ pretext: "p" }] } }, "p", []],
])("%j is posted", async (payload, content, remarks) => {
  expect(await read(payload)).toMatchObject({ content, remarks });
});

test("a button that answers is left out and named", async () => {
  const actions = [{ id: "ack", name: "Acknowledge", integration: { url: "https://x.y", context: {} } }];
  const { embeds, remarks } = await read({ attachments: [{ text: "a", actions }] });
  expect(embeds).toEqual([{ description: "a" }]);
  expect(remarks).toEqual([
    "attachments[0].actions[0] is a button without a URL, which only the app that sent it could handle, so it was left out.",
  ]);
});

test("a long text continues in cards, and a priority alone is nothing to post", async () => {
  const text = "word ".repeat(3_000).trim();
  const { posts } = await read({ text });
  expect(posts).toHaveLength(1);
  expect(posts[0].embeds.length).toBeGreaterThan(1);
  await expect(read({ priority: { priority: "urgent" } })).rejects.toThrow("nothing to post");
  await expect(read([])).rejects.toThrow("must be a JSON object");
});

test("reading takes little time, whatever the text", () => {
  for (const pattern of ["<a:b|", "<", "[a](", "**a", "`", "```", "<https:x|y"]) {
    const text = pattern.repeat(40_000 / pattern.length);
    expectEffort(() => [MATTERMOST.text(text), MATTERMOST.plain(text)], 10);
  }
});
