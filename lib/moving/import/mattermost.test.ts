import { expect, test } from "vitest";
import { Archive } from "./archive";
import { mattermostSource } from "./mattermost";
import { LeftOut } from "./source";

const TEAM = { type: "team", team: { name: "acme", display_name: "Acme", type: "O", allow_open_invite: true } };
const channel = (name: string, more: object = {}) => ({
  type: "channel",
  channel: { team: "acme", name, display_name: name, type: "O", header: "", purpose: "", ...more },
});
const post = (more: object) => ({
  type: "post",
  post: { team: "acme", channel: "ops", user: "ada", message: "", create_at: 1_500_000_000_000, ...more },
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Reads an export with these lines. Ada has the id 1…1. */
async function read(...lines: unknown[]) {
  const jsonl = lines.map((line) => JSON.stringify(line)).join("\n");
  async function* bytes() {
    yield Buffer.from(jsonl);
  }
  const archive = new Archive(["import.jsonl"], async (name) => (name === "import.jsonl" ? bytes() : null));
  const source = await mattermostSource(archive);
  const leftOut = new LeftOut();
  const channels = await all(source.channels(leftOut));
  const names = new Map(channels.map(({ key, name }) => [key, name]));
  const known = {
    person: (key: string) => (key === "ada" ? 11_111_111_111_111_111n : null),
    group: () => null,
    channelName: (key: string) => names.get(key) ?? null,
  };
  const messages = await all(source.messages(known, leftOut));
  return { id: source.id, people: await all(source.people()), channels, messages, leftOut, known };
}

const counts = ({ counts: all }: LeftOut) => Object.fromEntries([...all].map(([what, { count }]) => [what, count]));

/** What a message of Ada's with this text becomes. */
async function contentOf(message: string, more: object = {}) {
  const lines = [TEAM, channel("ops"), channel("town-square", { display_name: "Town Square" })];
  const secret = channel("secret-plans", { display_name: "Secret Plans", type: "P" });
  return (await read(...lines, secret, post({ message, ...more }))).messages[0]?.content;
}

test("links to public channels name them, also from another team, and private ones stay as they're written", async () => {
  expect(await contentOf("See ~town-square, ~town-square. And ~ops-x")).toBe(
    "See #Town Square, #Town Square. And ~ops-x",
  );
  expect(await contentOf("In ~secret-plans and `~town-square` and https://x.example/~town-square")).toBe(
    "In ~secret-plans and `~town-square` and https://x.example/~town-square",
  );
  expect(await contentOf("about ~5, ~~gone~~ and ~/.bashrc")).toBe("about ~5, ~~gone~~ and ~/.bashrc");
  const other = { team: { name: "other", type: "O", allow_open_invite: true }, type: "team" };
  const there = channel("random", { team: "other", display_name: "Random" });
  const props = { channel_mentions: { random: { display_name: "Random", team_name: "other" } } };
  const { messages } = await read(TEAM, other, channel("ops"), there, post({ message: "~random", props }));
  expect(messages[0]?.content).toBe("#Random");
});

test("people and everyone are mentioned, outside of code", async () => {
  expect(await contentOf("@ada. @all, @lin `@ada`")).toBe("<@11111111111111111>. @everyone, @lin `@ada`");
});

test("attachments become cards with everything they say, in Markdown", async () => {
  const attachments = [
    {
      fallback: "not shown",
      color: "#FF8000",
      pretext: "For **@ada**",
      author_name: "Jenkins",
      author_link: "https://ci.example/",
      title: "Build `7`",
      title_link: "https://ci.example/7",
      text: "- unit: **failed**\n- ~town-square :rocket:",
      fields: [
        { title: "Branch", value: "`main`", short: true },
        { title: "Seconds", value: 42 },
        { title: "Passed", value: false },
      ],
      image_url: "https://ci.example/chart.png",
      footer: "ci.example",
      ts: 1_500_000_000,
      actions: [
        { id: "retry", name: "Retry", type: "button", integration: { url: "https://ci.example/x" } },
        {
          id: "who",
          name: "Assign",
          type: "select",
          options: [
            { text: "Ada", value: "1" },
            { text: "Lin", value: "2" },
          ],
        },
      ],
    },
    { fallback: "Only a *fallback*" },
    { color: "good" },
    null,
    "nonsense",
  ];
  const town = channel("town-square", { display_name: "Town Square" });
  const { messages, leftOut } = await read(TEAM, channel("ops"), town, post({ props: { attachments } }));
  expect(messages[0]).toMatchObject({ content: "For **<@11111111111111111>**" });
  expect(messages[0]?.embeds).toEqual([
    {
      color: 0xff8000,
      title: "Build 7",
      url: "https://ci.example/7",
      author: { name: "Jenkins", url: "https://ci.example/" },
      description: "- unit: **failed**\n- #Town Square 🚀\n\nButtons: Retry · Assign \\(Ada\\, Lin\\)",
      fields: [
        { name: "Branch", value: "`main`", inline: true },
        { name: "Seconds", value: "42", inline: false },
        { name: "Passed", value: "false", inline: false },
      ],
      image: { url: "https://ci.example/chart.png" },
      footer: { text: "ci.example" },
      timestamp: "2017-07-14T02:40:00.000Z",
    },
    { description: "Only a *fallback*" },
  ]);
  expect(counts(leftOut)).toEqual({});
});

test("a message's card, many attachments and long ones come whole, and nonsense keeps no message out", async () => {
  const long = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join(" ");
  const many = Array.from({ length: 130 }, (_, n) => ({ text: `Number ${n}` }));
  const shown = async (props: object) => {
    const { messages } = await read(TEAM, channel("ops"), post({ message: "Text", props }));
    return messages[0]?.embeds.map(({ description = "" }) => description) ?? [];
  };
  expect(await shown({ card: "**Details**", attachments: { text: "alone" } })).toEqual(["alone", "**Details**"]);
  expect((await shown({ attachments: many })).join()).toBe(many.map(({ text }) => text).join());
  expect((await shown({ attachments: [{ text: long }] })).join(" ").split(/\s+/)).toEqual(long.split(" "));
  for (const attachments of [7, "text", [7], {}, [{ text: 7, fields: "no", actions: 3 }], [[{}]]]) {
    const { messages } = await read(TEAM, channel("ops"), post({ message: "Text", props: { attachments, card: [] } }));
    expect(messages).toMatchObject([{ content: "Text" }]);
  }
});

test("an action in the third person is emphasized", async () => {
  expect(await contentOf("waves", { type: "me" })).toBe("_waves_");
});

test.each([
  ["a webhook's name", { from_webhook: "true", override_username: "CI/CD Bot" }, "CI/CD Bot"],
  ["a webhook, as a boolean", { from_webhook: true, webhook_display_name: "Deploys" }, "Deploys"],
  ["a bot", { from_bot: "true" }, "ada"],
  ["a plugin's name", { from_plugin: "true", override_username: "Zoom" }, "Zoom"],
])("what a tool posted keeps its name: %s", async (_, props, name) => {
  const { messages } = await read(TEAM, channel("ops"), post({ message: "Hi", props }));
  expect(messages[0]?.author).toEqual({ name, avatarUrl: null });
});

test.each([
  [{ override_icon_emoji: "rocket" }, "emoji:🚀"],
  [{ override_icon_emoji: ":tada:", override_icon_url: "https://ci.example/i.png" }, "emoji:🎉"],
  [{ override_icon_emoji: "our_logo", override_icon_url: "https://ci.example/i.png" }, "https://ci.example/i.png"],
  [{ override_icon_url: "/plugins/zoom/icon.png" }, null],
])("a tool keeps its avatar: %j", async (props, avatarUrl) => {
  const { messages } = await read(
    TEAM,
    channel("ops"),
    post({ message: "Hi", props: { from_webhook: "true", ...props } }),
  );
  expect(messages[0]?.author).toEqual({ name: "ada", avatarUrl });
});

test("a bot has its displayed name, and a person who posts with a plugin or an app stays the author", async () => {
  const bot = { type: "bot", bot: { username: "ci", display_name: "Build Bot", owner: "ada" } };
  const byBot = await read(TEAM, bot, channel("ops"), post({ user: "ci", message: "Hi" }));
  expect(byBot.messages[0]?.author).toEqual({ name: "Build Bot", avatarUrl: null });
  for (const props of [{ from_plugin: "true" }, { from_oauth_app: "true" }, { override_username: "Eve" }]) {
    const { messages } = await read(TEAM, channel("ops"), post({ message: "Hi", props }));
    expect(messages[0]?.author).toBe("ada");
  }
});

test("public channels of a closed team become private, and the report says so", async () => {
  const closed = [
    { type: "team", team: { name: "invited", type: "I" } },
    { type: "team", team: { name: "closed", type: "O", allow_open_invite: false } },
  ];
  const { channels, leftOut } = await read(
    TEAM,
    ...closed,
    channel("open"),
    channel("a", { team: "invited" }),
    channel("b", { team: "closed" }),
    channel("c", { team: "closed", type: "P" }),
  );
  expect(channels.map(({ key, kind }) => [key, kind])).toEqual([
    ["acme/open", "public"],
    ["invited/a", "private"],
    ["closed/b", "private"],
    ["closed/c", "private"],
  ]);
  expect([...leftOut.changes]).toEqual([
    ["public channels of closed teams, which become private", { count: 2, example: "invited/a" }],
  ]);
});

test.each([
  ["system_user system_guest", undefined, true],
  ["system_guest", undefined, true],
  ["system_user", [{ name: "acme", roles: "team_guest" }], true],
  ["system_user", [{ name: "acme", roles: "team_user" }], false],
])("roles say who is a guest: %s, in teams %j", async (roles, teams, isGuest) => {
  const { people } = await read(TEAM, { type: "user", user: { username: "lin", roles, teams } });
  expect(people).toMatchObject([{ key: "lin", isGuest }]);
});

test("a header is read as the text it shows, and what doesn't fit is said", async () => {
  const header = "**On call**: @ada | [Wiki](https://wiki.example/ops) ~town-square :rocket:";
  const { channels, leftOut } = await read(
    TEAM,
    channel("ops", { header, purpose: "Operations" }),
    channel("town-square", { display_name: "Town Square", header: "x".repeat(300) }),
  );
  expect(channels[0]?.topic).toBe("On call: @ada | Wiki (https://wiki.example/ops) #Town Square 🚀");
  expect(counts(leftOut)).toEqual({ "purposes of channels that have a header, too": 1 });
  expect([...leftOut.changes]).toEqual([
    ["channel headers longer than 250 characters, which are cut", { count: 1, example: "acme/town-square" }],
  ]);
});

test("everything that isn't taken is counted by its kind, with an example", async () => {
  const user = {
    username: "lin",
    roles: "system_user",
    theme: "{}",
    locale: "en",
    auth_service: "ldap",
    custom_status: { emoji: "palm_tree", text: "Away" },
    hobbies: "chess",
    notify_props: { desktop: "mention" },
  };
  const { leftOut, messages } = await read(
    { type: "version", version: 1, info: { generator: "mattermost-server" } },
    { type: "role", role: { name: "custom_role" } },
    { type: "scheme", scheme: { name: "custom" } },
    { type: "wiki", wiki: { title: "Home" } },
    { nothing: true },
    { type: "team", team: { ...TEAM.team, description: "We make things" } },
    channel("ops"),
    { type: "channel", channel: { team: "acme" } },
    { type: "user", user },
    { type: "emoji", emoji: { name: "broken" } },
    { type: "direct_channel", direct_channel: { members: ["ada", "lin"], header: "Us", favorited_by: ["ada"] } },
    post({
      type: "system_join_channel",
      message: "ada joined",
      replies: [{ user: "ada", message: "Hi", create_at: 5 }],
    }),
    post({ type: "system_generic", message: "Welcome" }),
    post({ type: "system_auto_responder", message: "I'm away" }),
    post({ type: "burn_on_read", message: "Secret" }),
    post({ type: "custom_poll", message: "Lunch?", props: { poll_id: "x" } }),
    post({ channel: "archived", message: "Old", replies: [{ user: "ada", message: "Older", create_at: 6 }] }),
    post({ message: "No time", create_at: "yesterday" }),
    post({
      message: "Root",
      flagged_by: ["ada", "lin"],
      thread_followers: [{ user: "ada" }, { user: "lin" }],
      mood: "sunny",
      replies: [
        { user: "max", type: "system_add_to_channel", message: "added", create_at: 7 },
        { user: "max", message: "No time" },
      ],
    }),
  );
  expect(messages.map(({ content, root }) => [content, root !== null])).toEqual([
    ["Hi", false],
    ["I'm away", false],
    ["Lunch?", false],
    ["Root", false],
  ]);
  expect(counts(leftOut)).toEqual({
    "permission schemes and roles": 2,
    "lines of the type wiki": 1,
    "lines that can't be read": 1,
    "descriptions of teams": 1,
    "lines of the type channel that can't be read": 1,
    "people's settings, such as themes and notifications": 1,
    "people's ways to sign in": 1,
    "people's statuses": 1,
    "values of the field “hobbies” of users": 1,
    "lines of the type emoji that can't be read": 1,
    "headers of direct messages": 1,
    "direct messages that people starred": 1,
    "lines about joining, leaving and changes of channels": 2,
    "other lines that Mattermost wrote": 1,
    "messages that vanish once they're read": 1,
    "messages with data that only a plugin shows": 1,
    "messages of channels that the export doesn't have": 2,
    "messages that can't be read": 2,
    "saved messages": 2,
    "followers of threads who didn't write in them": 1,
    "values of the field “mood” of messages": 1,
  });
  expect(leftOut.counts.get("lines of the type wiki")?.example).toBe("line 4");
  expect(leftOut.counts.get("people's statuses")?.example).toBe("lin");
});

test("direct messages are named by their people once, also those that only their messages name", async () => {
  const directPost = (members: string[], message: string) => ({
    type: "direct_post",
    direct_post: { channel_members: members, user: "ada", message, create_at: 1_500_000_000_000 },
  });
  const { channels, messages } = await read(
    { type: "direct_channel", direct_channel: { participants: [{ username: "ada" }, { username: "lin" }] } },
    { type: "direct_channel", direct_channel: { members: ["ada", "ada"] } },
    directPost(["lin", "ada"], "Hi"),
    directPost(["ada", "ada"], "To myself"),
    directPost(["max", "lin", "ada"], "All of us"),
  );
  expect(channels.map(({ key, members }) => [key, members])).toEqual([
    ["ada,lin", ["ada", "lin"]],
    ["ada", ["ada"]],
    ["ada,lin,max", ["max", "lin", "ada"]],
  ]);
  expect(messages.map((message) => message.channel)).toEqual(["ada,lin", "ada", "ada,lin,max"]);
});

test("what can't be read costs nothing around it", async () => {
  const reply = (message: string, at: number) => ({ user: "ada", message, create_at: at });
  const { messages, people, channels, leftOut } = await read(
    TEAM,
    channel("ops"),
    { type: "user", user: { username: "lin", teams: [null, { name: "acme", channels: [7, { name: "ops" }] }] } },
    post({ create_at: "yesterday", replies: [reply("Kept", 1), null, reply("Too", 2)] }),
    post({
      message: "Files",
      attachments: [{}, { path: "a/b.txt" }],
      reactions: [null, { user: "ada", emoji_name: "+1" }],
    }),
    post({ message: "Deleted", delete_at: 5 }),
    { type: "post", post: null },
  );
  expect(messages.map(({ content, root, files }) => [content, root, files.map(({ name }) => name)])).toEqual([
    ["Kept", null, []],
    ["Too", null, []],
    ["Files", null, ["b.txt"]],
  ]);
  expect(messages[2]?.reactions).toMatchObject([{ emoji: "👍", person: "ada" }]);
  expect([people.length, channels[0]?.members]).toEqual([1, ["lin"]]);
  expect(counts(leftOut)).toEqual({
    "messages that can't be read": 2,
    "messages that were deleted": 1,
    "messages of channels that the export doesn't have": 1,
  });
});

test("lines of something else are refused", async () => {
  await expect(read({ level: "info", msg: "started" })).rejects.toThrow("These lines aren't an export of Mattermost.");
});
