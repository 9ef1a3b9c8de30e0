import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { messagePage } from "@/lib/messages/read/queries";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { threadPage } from "@/lib/messages/threads/thread-page";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeWorkspace } from "@/lib/testing/factories";
import { openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";

// Each of these came from an export that another importer failed on.

let directory: string;
let tag: string;

beforeEach(async () => {
  await makeWorkspace();
  directory = temporaryDirectory("parley-import-");
  // All tests of a file share a database.
  tag = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
});

afterEach(() => removeDataDir(directory));

function put(name: string, value: unknown): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
}

const person = (id: string, name: string, facts: object = {}) => ({
  id,
  team_id: `T${tag}`,
  name: name.toLowerCase(),
  ...facts,
  profile: { real_name: name, email: `${id}.${tag}@example.com`.toLowerCase() },
});

/** Writes an export of one channel with these messages. */
function putChannel(messages: readonly object[], channel: object = {}): void {
  put("users.json", [
    person("U1", "Ann"),
    person("U2", "Bob"),
    {
      id: "UBOT",
      team_id: `T${tag}`,
      is_bot: true,
      profile: { real_name: "Deploy Bot", bot_id: "BDEPLOY", api_app_id: "ADEPLOY" },
    },
  ]);
  put("channels.json", [{ id: "C1", name: `engine-${tag}`, creator: "U1", members: ["U1", "U2"], ...channel }]);
  putDay(`engine-${tag}`, messages);
}

function putDay(folder: string, messages: readonly object[]): void {
  const dated = messages.map((message, index) => ({
    type: "message",
    user: "U1",
    ts: `${1_600_000_000 + index}.000100`,
    ...message,
  }));
  put(`${folder}/2020-09-13.json`, dated);
}

const source = async () => openSource(await openArchive(directory), async () => null);
const preview = async () => previewImport(await source(), () => undefined);

/** Imports it, after a dry run that says the same, and returns the channel's messages. */
async function imported(name = `engine-${tag}`) {
  const dry = await preview();
  const report = await runImport(await source(), () => undefined);
  const { leftOut, messages, changed } = report;
  expect({ messages: dry.messages, changed: dry.changed }).toEqual({ messages, changed });
  const channel = await db().channel.findFirstOrThrow({ where: { name } });
  return {
    report,
    leftOut: Object.fromEntries(leftOut),
    channel,
    ...(await messagePage(channel.id, { at: "latest" })),
  };
}

const richText = (...elements: object[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});
const words = (text: string) => ({ type: "text", text });

test("what shows nothing is left out and counted, and ends neither an import nor a dry run", async () => {
  putChannel([
    { text: "ordinary" },
    { text: "" },
    { text: "", bot_id: "B1", subtype: "bot_message" },
    { text: null, blocks: [richText()], attachments: [{}], files: [null] },
    { text: " \u200b\n" },
    { blocks: "none", attachments: { odd: true }, files: "x", reactions: [null, 1], edited: 5 },
  ]);
  const { messages, leftOut, report } = await imported();
  expect(messages.map(({ content }) => content)).toEqual(["ordinary"]);
  expect(leftOut["messages that show nothing"]).toEqual({ count: 5, example: "C1 1600000001.000100" });
  expect(report.messages.all).toBe(1);
});

test("a channel that lists name several times is one, as private as the last of them", async () => {
  putChannel([{ text: "Once" }]);
  const channel = { id: "C1", name: `engine-${tag}`, creator: "U1", members: ["U1"] };
  put("channels.json", [channel, channel]);
  put("groups.json", [channel]);
  const { report, messages, channel: made } = await imported();
  expect(report.channels).toEqual({ made: 1, direct: 0, continued: [] });
  expect(report.messages.all).toBe(1);
  expect(messages.map(({ content }) => content)).toEqual(["Once"]);
  expect(made.kind).toBe("private");
});

test("a huddle is a line that says who was in it, and a message if people replied to it", async () => {
  const room = { created_by: "U1", participant_history: ["U2", "UBOT"], has_ended: true };
  const huddle = { subtype: "huddle_thread", user: "USLACKBOT", text: "", room };
  putChannel([
    huddle,
    { ...huddle, room: {} },
    { ...huddle, ts: "1600000010.000100" },
    { ts: "1600000011.000100", thread_ts: "1600000010.000100", text: "Notes" },
    { subtype: "sh_room_created", text: "", room: { created_by: "U2" } },
  ]);
  const { messages, channel, leftOut } = await imported();
  expect(messages.map(({ content, isLine, author }) => [content, isLine ?? false, author.name])).toEqual([
    ["**Ann** and **Bob** had a huddle.", true, "Ann"],
    ["**Someone** had a huddle.", true, "Slackbot"],
    ["**Bob** had a call.", true, "Bob"],
    [expect.stringMatching(/^_<@\d+> and <@\d+> had a huddle\._ \(Deploy Bot\)$/), false, "Ann"],
  ]);
  const ann = await db().user.findFirstOrThrow({ where: { email: `u1.${tag}@example.com` } });
  const thread = await threadPage(
    await requireChannel({ ...ann, sessionId: 0n } as never, channel.id),
    BigInt(messages.at(-1)?.id ?? 0),
    null,
  );
  expect(thread.messages.map(({ content }) => content)).toEqual(["Notes"]);
  expect(leftOut).toEqual({});
});

test("the words of blocks are taken where the text doesn't have them, and once", async () => {
  const image = { type: "image", image_url: "https://i.example/x.png", alt_text: "chart" };
  putChannel([
    { text: "", blocks: [richText(words("Only in the blocks, "), { type: "user", user_id: "U2" })] },
    { text: "This message contains interactive elements.", blocks: [richText(words("The real words")), image] },
    {
      text: "Hello <@U2>, see *this* &amp; <https://a.example|that> :tada:",
      blocks: [
        richText(words("Hello "), { type: "user", user_id: "U2" }, words(", see "), words("this"), words(" & ")),
      ],
    },
    {
      text: "a notification",
      blocks: [{ type: "section", text: { type: "mrkdwn", text: "*Sent* with a person's token" } }],
    },
    { text: "Words of a person", blocks: [{ type: "image", image_url: "https://i.example/y.png" }] },
    { text: "in <#C1|>", blocks: [richText(words("elsewhere in "), { type: "channel", channel_id: "C1" })] },
    {
      bot_id: "B1",
      username: "CI/CD Bot",
      text: "This content can't be displayed.",
      blocks: [richText(words("By a bot"))],
    },
  ]);
  const { messages } = await imported();
  expect(messages.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Only in the blocks, <@\d+>$/),
    "The real words",
    expect.stringMatching(/^Hello <@\d+>, see \*\*this\*\* & \[that\]\(https:\/\/a\.example\) 🎉$/),
    "**Sent** with a person's token",
    "Words of a person",
    `elsewhere in #engine-${tag}`,
    "By a bot",
  ]);
  expect(messages[1]?.embeds).toMatchObject([{ image: { url: "https://i.example/x.png" } }]);
  expect(messages.at(-1)?.author.name).toBe("CI/CD Bot");
});

test("the words of any attachment are taken, whatever its size, and previews of links are not", async () => {
  const long = "word ".repeat(10_000);
  putChannel([
    { text: "<https://a.example>", attachments: [{ from_url: "https://a.example", title: "A page" }] },
    {
      text: "look",
      attachments: [{ is_msg_unfurl: true, text: "What Bob said", author_name: "Bob", from_url: "https://x.example" }],
    },
    {
      text: "",
      attachments: [
        {
          is_share: true,
          message_blocks: [{ message: { blocks: [richText(words("Shared words"))] } }],
          files: [{ id: "F1", name: "a.txt" }],
        },
      ],
    },
    { text: "by an app for Ann", attachments: [{ title: "A poll", fields: [{ title: "Yes", value: "3" }] }] },
    { text: "", bot_id: "B1", attachments: [{ text: long, title: "Log" }, { text: "small" }] },
    { text: "", attachments: [{ from_url: "https://b.example", title: "All there is" }] },
  ]);
  put("__uploads/F1/a.txt", "of the shared message");
  const { messages, leftOut, report } = await imported();
  expect(
    messages.map(({ content, embeds }) => [
      content.slice(0, 30),
      embeds.map(({ title, description }) => title ?? description),
    ]),
  ).toEqual([
    ["<https://a.example>", []],
    ["look", ["What Bob said"]],
    ["", ["Shared words"]],
    ["by an app for Ann", ["A poll"]],
    [expect.stringContaining("word word"), ["small"]],
    ["", ["All there is"]],
  ]);
  expect(messages[2]?.attachments.map(({ name }) => name)).toEqual(["a.txt"]);
  expect(messages[4]?.content).toContain("Log");
  expect(leftOut).toEqual({
    "previews of links": { count: 1, example: `engine-${tag}/2020-09-13.json (ts 1600000000.000100)` },
  });
  expect([...report.changed.values()]).toMatchObject([{ count: 1 }]);
});

test("messages from before 2018 keep their file, without the sentence that Slack wrote", async () => {
  const file = { id: "F8", name: "notes.txt", mode: "hosted", url_private_download: "https://files.example/F8" };
  const said = "<@U1|ann> uploaded a file: <https://old.example/files/U1/F8/notes.txt|notes.txt>";
  putChannel([
    { subtype: "file_share", bot_id: null, upload: true, text: said, file },
    { subtype: "file_share", text: `${said} and commented: for <@U2>`, file },
    { subtype: "file_share", text: said, file: { ...file, initial_comment: { comment: "as I said" } } },
    {
      subtype: "file_comment",
      user: null,
      text: `<@U2> commented on <@U1>'s file <x|y>: nice`,
      file,
      comment: { comment: "nice", user: "U2" },
    },
  ]);
  put("__uploads/F8/notes.txt", "hello");
  const { messages, leftOut } = await imported();
  expect(messages.map(({ content, author, attachments }) => [author.name, content, attachments.length])).toEqual([
    ["Ann", "", 1],
    ["Ann", expect.stringMatching(/^for <@\d+>$/), 1],
    ["Ann", "as I said", 1],
    ["Bob", "nice", 0],
  ]);
  expect(leftOut).toEqual({});
});

test("apps are named by their ids, partners by their messages, and people write their own", async () => {
  putChannel([
    { subtype: "bot_message", bot_id: "BDEPLOY", user: undefined, text: "by bot id only" },
    { subtype: "bot_message", bot_id: "BNEW", app_id: "ADEPLOY", user: undefined, text: "by its app" },
    { subtype: "bot_message", bot_id: "BOLD", user: undefined, text: "named elsewhere" },
    {
      subtype: "bot_message",
      bot_id: "BOLD",
      user: undefined,
      username: "Old Bot",
      icons: { emoji: ":ghost:" },
      text: "here",
    },
    { user: "UEXT", user_profile: { real_name: "Pat & Partner" }, text: "hello" },
    { text: "thanks <@UEXT> and <@UBOT>" },
    { text: "", blocks: [richText(words("and "), { type: "user", user_id: "UEXT" })] },
    { user: "U2", bot_id: "BAPP", bot_profile: { name: "Some App" }, text: "through an app" },
    { user: "USLACKBOT", text: "a reminder" },
    { subtype: "bot_message", bot_id: "B3", user: undefined, username: "CI/CD Bot", text: "passed" },
  ]);
  const { messages } = await imported();
  expect(messages.map(({ author, content }) => [author.name, content])).toEqual([
    ["Deploy Bot", "by bot id only"],
    ["Deploy Bot", "by its app"],
    ["Old Bot", "named elsewhere"],
    ["Old Bot", "here"],
    ["Pat & Partner", "hello"],
    ["Ann", "thanks @Pat & Partner and @Deploy Bot"],
    ["Ann", "and @Pat & Partner"],
    ["Bob", "through an app"],
    ["Slackbot", "a reminder"],
    ["CI/CD Bot", "passed"],
  ]);
  expect(messages[3]?.author.avatarUrl).toBe("emoji:👻");
});

test("channels are found however their names are written, and folders that are no channel's are named", async () => {
  putChannel([], { name: `ガ-${tag}` });
  putDay(`ガ-${tag}`.normalize("NFD"), [{ text: "decomposed" }]);
  putDay("日本語", [{ text: "of no channel" }]);
  putDay("FC:F1:Canvas", [{ text: "a comment on a canvas" }]);
  put("integration_logs.json", [{ service_id: 1 }, { service_id: 2 }]);
  put("canvases.json", [{ id: "F1" }]);
  put("__uploads/F404/lost.txt", "x");
  put("readme.txt", "x");
  put(`engine-${tag}/canvas_in_the_conversation.json`, "{}");
  const { messages, leftOut } = await imported(`ガ-${tag}`);
  expect(messages.map(({ content }) => content)).toEqual(["decomposed"]);
  expect(leftOut).toMatchObject({
    "files with messages in “日本語”, a folder that belongs to no channel": {
      count: 1,
      example: "日本語/2020-09-13.json",
    },
    "files with messages in “FC:F1:Canvas”, a folder that belongs to no channel": { count: 1 },
    "entries of integration_logs.json": { count: 2, example: "integration_logs.json" },
    "entries of canvases.json": { count: 1 },
    "added files that no message has": { count: 1, example: "__uploads/F404/lost.txt" },
    "other files in the export": { count: 1, example: "readme.txt" },
    canvases: { count: 1 },
  });
});

test("an export in a folder, next to other files, or without channels.json is imported", async () => {
  putChannel([{ text: "in a folder" }]);
  const outer = path.join(directory, "..", `${path.basename(directory)}-outer`);
  const whole = directory;
  directory = outer;
  put("__MACOSX/My Export/._users.json", "x");
  put("notes.txt", "x");
  for (const file of ["users.json", "channels.json", `engine-${tag}/2020-09-13.json`]) {
    put(`a/My Export/${file}`, (await import("node:fs")).readFileSync(path.join(whole, file), "utf8"));
  }
  expect((await imported()).messages.map(({ content }) => content)).toEqual(["in a folder"]);
  put("b/Second Export/users.json", []);
  put("b/Second Export/dms.json", []);
  await expect(source()).rejects.toThrow("This has several exports: a/My Export, b/Second Export.");
  removeDataDir(outer);
  directory = whole;
});

test("without channels.json, a channel that only has a folder becomes private, with those who wrote in it", async () => {
  putChannel([]);
  (await import("node:fs")).rmSync(path.join(directory, "channels.json"));
  put("groups.json", [{ id: "G1", name: `secret-${tag}`, members: ["U1"] }]);
  putDay(`engine-${tag}`, [{ text: "hello", user: "U2" }]);
  putDay("D0123456", [{ text: "of a direct message" }]);
  const { messages, channel, report, leftOut } = await imported();
  expect(messages.map(({ content }) => content)).toEqual(["hello"]);
  expect(channel.kind).toBe("private");
  const members = await db().membership.findMany({ where: { channelId: channel.id }, include: { user: true } });
  expect(members.map(({ user, role }) => [user.name, role])).toEqual([["Bob", "manager"]]);
  expect([...report.changed.values()]).toEqual([{ count: 1, example: `engine-${tag}` }]);
  expect(Object.keys(leftOut)).toEqual(["files with messages in “D0123456”, a folder that belongs to no channel"]);
});

test("the markup of topics is read", async () => {
  putChannel([{ text: "hello" }], {
    topic: {
      value:
        "*Deploys* &amp; <https://wiki.example/x|the wiki>, ask <@U2> in <#C1|> <mailto:a@b.example|a@b.example> :tada:",
    },
    purpose: { value: "Something else" },
  });
  const { channel, leftOut } = await imported();
  expect(channel.topic).toBe(`Deploys & the wiki (https://wiki.example/x), ask @Bob in #engine-${tag} a@b.example 🎉`);
  expect(leftOut).toMatchObject({ "descriptions of channels that also have a topic": { count: 1 } });
});

test("people of another workspace get deactivated accounts, as guests do", async () => {
  putChannel([{ text: "hello" }]);
  put("users.json", [person("U1", "Ann"), person("U9", "Stranger", { is_stranger: true }), { id: 5 }, null]);
  const { report, leftOut } = await imported();
  expect(report.people).toMatchObject({ accounts: 1, deactivated: 1 });
  expect(leftOut).toMatchObject({ "entries of lists that can't be read": { count: 2, example: "users.json" } });
});

test("no conversation becomes more public than it was, whichever list has it", async () => {
  putChannel([{ text: "hello" }], { is_private: true });
  put("groups.json", [{ id: "G1", name: `mpdm-${tag}`, is_mpim: true, members: ["U1", "U2"] }]);
  putDay(`mpdm-${tag}`, [{ text: "between us" }]);
  const { channel, report } = await imported();
  expect(channel.kind).toBe("private");
  expect(report.channels).toMatchObject({ made: 1, direct: 1 });
});

test("whatever is in the fields of a message, it ends no import, and the dry run says what comes of it", async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      "\0",
      "\ud83d",
      "<@U1",
      "<!subteam^S1|@x>",
      "`".repeat(50),
      "> ".repeat(99),
      "x".repeat(9_000),
      -1,
      1e300,
    ),
    fc.array(
      fc.record({
        type: fc.constantFrom("section", "rich_text", "image", "table", "call"),
        text: fc.jsonValue(),
        elements: fc.jsonValue(),
      }),
    ),
    fc.array(
      fc.record({
        id: fc.constantFrom("F1", "", 5),
        mode: fc.constantFrom("hosted", "tombstone", "x"),
        name: fc.jsonValue(),
      }),
    ),
  );
  const field = fc.constantFrom(
    ...[
      "subtype",
      "user",
      "username",
      "bot_id",
      "text",
      "blocks",
      "attachments",
      "files",
      "file",
      "reactions",
      "room",
      "comment",
    ],
    ...["thread_ts", "edited", "icons", "bot_profile", "user_profile", "pinned_to", "pinned_info", "type", "ts"],
  );
  const messages = fc.sample(fc.dictionary(field, odd, { minKeys: 1, maxKeys: 6, noNullPrototype: true }), {
    numRuns: 600,
    seed: Number(process.env.FAST_CHECK_SEED),
  });
  putChannel([{ text: "ordinary" }, ...messages]);
  const { report } = await imported();
  const refused = [...report.leftOut.keys()].filter((what) => /database/.test(what));
  expect(refused).toEqual([]);
  expect(report.messages.all).toBeGreaterThan(0);
  // They can be searched, too.
  await indexMessages();
});
