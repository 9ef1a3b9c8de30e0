import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { requireChannel } from "@/lib/channels/access";
import { sidebarChannels } from "@/lib/channels/queries";
import { markUnreadFrom } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import { firstUnreadSeq, messagePage } from "@/lib/messages/read/queries";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { threadPage } from "@/lib/messages/threads/thread-page";
import { expireMessages } from "@/lib/operation/retention/expire-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeChannel, makeUser, makeWorkspace, said } from "@/lib/testing/factories";
import { openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";
import type { Download } from "./slack-files";

let directory: string;
let ada: SessionUser;
// All tests of a file share a database.
let tag: string;

beforeEach(async () => {
  await makeWorkspace();
  directory = temporaryDirectory("parley-import-");
  tag = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  ada = await makeUser({ name: "Ada", email: `ada.${tag}@example.com`, keywords: ["outage"] });
});

afterEach(() => removeDataDir(directory));

/** Writes a file of the export. */
function put(name: string, value: unknown): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
}

/** Writes an export with a public channel, a private one, a direct message and one with a tool. */
function putExport(): void {
  put("users.json", [
    {
      id: "U1",
      team_id: `T${tag}`,
      name: "ada",
      is_owner: true,
      profile: { real_name: "Ada L.", email: `Ada.${tag}@Example.com` },
    },
    {
      id: "U2",
      team_id: `T${tag}`,
      name: "grace",
      is_admin: true,
      profile: { real_name: `Grace ${tag}`, email: `grace.${tag}@example.com`, title: "Admiral" },
    },
    {
      id: "U3",
      team_id: `T${tag}`,
      name: "old",
      is_admin: true,
      deleted: true,
      profile: { real_name: `Former ${tag}`, email: `former.${tag}@example.com` },
    },
    { id: "U4", team_id: `T${tag}`, name: "nomail", profile: { real_name: `Without Mail ${tag}` } },
    { id: "B1", team_id: `T${tag}`, name: "jenkins", is_bot: true, profile: { real_name: "Jenkins" } },
  ]);
  put("channels.json", [
    {
      id: "C1",
      name: `deploys-${tag}`,
      created: 1_400_000_000,
      creator: "U2",
      members: ["U1", "U2", "U3"],
      topic: { value: "What went out" },
      pins: [{ id: "1500000000.000100", user: "U1", created: 1_500_000_500 }],
    },
  ]);
  put("groups.json", [{ id: "G1", name: `secret-${tag}`, creator: "U2", members: ["U2"], topic: { value: "" } }]);
  put("dms.json", [
    { id: "D1", members: ["U1", "U2"] },
    { id: "D2", members: ["U1", "B1"] },
  ]);
  put(`deploys-${tag}/2017-07-14.json`, [
    { type: "message", user: "U1", ts: "99999999999999.000000", text: "In another age" },
    { type: "message", subtype: "channel_join", user: "U2", ts: "1499999999.000000", text: "joined" },
    {
      type: "message",
      user: "U2",
      ts: "1500000000.000100",
      thread_ts: "1500000000.000100",
      text: "*Outage* over, thanks <@U1> &amp; <#C1>, see <https://example.com|the page> :tada:",
      edited: { user: "U2", ts: "1500000010.000000" },
      reactions: [
        { name: "thumbsup", users: ["U1", "U2"] },
        { name: "partyparrot", users: ["U1"] },
        { name: "weird name", users: ["U2"] },
      ],
    },
    { type: "message", user: "U1", ts: "1500000100.000200", thread_ts: "1500000000.000100", text: "A reply" },
    {
      type: "message",
      subtype: "thread_broadcast",
      user: "U1",
      ts: "1500000150.000000",
      thread_ts: "1500000000.000100",
      text: "For everyone",
    },
    {
      type: "message",
      subtype: "bot_message",
      bot_id: "B1",
      username: "Jenkins",
      ts: "1500000200.000000",
      text: "",
      attachments: [{ color: "danger", title: "Build failed", text: "See <@U2>" }],
    },
  ]);
  put(`deploys-${tag}/2020-01-01.json`, [
    {
      type: "message",
      user: "U3",
      ts: "1577880000.000000",
      text: "With files",
      files: [
        { id: "F1", name: "log.txt", url_private: "https://files.slack.com/F1" },
        { id: "F2", name: "gone.txt", url_private: "https://files.slack.com/F2" },
        { id: "F3", name: "linked.txt", url_private: "https://files.slack.com/F3" },
      ],
    },
  ]);
  put("__uploads/F1/log.txt", "the log");
  put(`secret-${tag}/2019-01-01.json`, [
    { type: "message", user: "U2", ts: "1546300800.000000", text: "Only for Grace" },
  ]);
  put("D1/2019-01-02.json", [{ type: "message", user: "U1", ts: "1546387200.000000", text: "Between us" }]);
  put("D2/2019-01-02.json", [{ type: "message", user: "U1", ts: "1546387200.000000", text: "help" }]);
}

const download: Download = async (url) => {
  async function* bytes() {
    yield Buffer.from(`from ${url}`);
  }
  return url.endsWith("F3") ? bytes() : null;
};

async function source() {
  return openSource(await openArchive(directory), download);
}

const idOf = async (email: string) => (await db().user.findUniqueOrThrow({ where: { email } })).id;
const nothing = () => undefined;

test("a dry run says what an import would do, and changes nothing", async () => {
  putExport();
  const before = await db().user.count();
  const report = await previewImport(await source(), nothing);
  expect(report).toMatchObject({
    tool: "Slack",
    people: { matched: 1, accounts: 1, deactivated: 2, admins: [`Grace ${tag} (grace.${tag}@example.com)`] },
    channels: { made: 2, direct: 1, continued: [] },
    messages: { all: 7, before: 0, replies: 2 },
    reactions: 3,
    files: 3,
    from: new Date("2017-07-14T02:40:00.000Z"),
  });
  const day = `deploys-${tag}/2017-07-14.json`;
  expect(Object.fromEntries(report.leftOut)).toEqual({
    "direct messages with tools or people that the export doesn't name": { count: 1, example: "D2" },
    "lines about joining, leaving and changes of channels": { count: 1, example: `${day} (ts 1499999999.000000)` },
    "messages that can't be read": { count: 1, example: day },
    "messages in direct messages that aren't imported": { count: 1, example: "D2" },
    "reactions with an emoji whose name Parley can't have": { count: 1, example: "weird name" },
  });
  expect(await db().user.count()).toBe(before);
  expect(await db().channel.count({ where: { name: `deploys-${tag}` } })).toBe(0);
});

test("people, channels, messages, threads, reactions, files and dates arrive, nothing of it unread", async () => {
  putExport();
  const existing = await makeChannel({ name: `Deploys-${tag}`, members: [ada] });
  await said(ada, existing, "posted in Parley");
  await runImport(await source(), nothing);
  const grace = await idOf(`grace.${tag}@example.com`);
  const { messages } = await messagePage(existing.id, { at: "latest" });
  expect(messages.map(({ content, author, createdAt }) => [author.name, content, createdAt])).toEqual([
    [
      `Grace ${tag}`,
      `**Outage** over, thanks <@${ada.id}> & #Deploys-${tag}, see [the page](https://example.com) 🎉`,
      "2017-07-14T02:40:00.000Z",
    ],
    ["Ada", "For everyone", "2017-07-14T02:42:30.000Z"],
    ["Jenkins", "", "2017-07-14T02:43:20.000Z"],
    [`Former ${tag}`, expect.stringContaining("With files"), "2020-01-01T12:00:00.000Z"],
    ["Ada", "posted in Parley", expect.any(String)],
  ]);
  const [root, , card, filed] = messages;
  expect(root).toMatchObject({
    editedAt: expect.any(String),
    pinned: true,
    thread: { replyCount: 2 },
    reactions: [
      { emoji: "👍", people: [{ id: `${ada.id}` }, { id: `${grace}` }] },
      { emoji: ":partyparrot:", people: [{ id: `${ada.id}` }] },
    ],
  });
  expect(card?.embeds).toMatchObject([{ title: "Build failed", description: `See <@${grace}>` }]);
  expect(filed?.content).toBe("With files\n\ngone\\.txt (a file that wasn't imported)");
  expect(filed?.attachments.map(({ name, size }) => [name, size])).toEqual([
    ["log.txt", 7],
    ["linked.txt", "from https://files.slack.com/F3".length],
  ]);
  const channel = await requireChannel(ada, existing.id);
  const thread = await threadPage(channel, BigInt(root?.id ?? 0), null);
  expect(thread.messages.map(({ content }) => content)).toEqual(["A reply", "For everyone"]);
  // Nothing is unread, and no keyword has matched.
  await matchKeywords();
  expect(await db().messageMatch.count({ where: { userId: ada.id } })).toBe(0);
  const sidebar = await sidebarChannels(ada);
  expect(sidebar.map(({ name, msgSeq }) => [name, msgSeq])).toEqual([
    [`Deploys-${tag}`, 1],
    [`Grace ${tag}`, 0],
  ]);
});

test("private channels and direct messages stay with their people", async () => {
  putExport();
  await runImport(await source(), nothing);
  const secret = await db().channel.findFirstOrThrow({
    where: { name: `secret-${tag}` },
    include: { memberships: true },
  });
  const grace = await idOf(`grace.${tag}@example.com`);
  expect(secret.kind).toBe("private");
  expect(secret.memberships).toMatchObject([{ userId: grace, role: "manager" }]);
  await expect(requireChannel(ada, secret.id)).rejects.toMatchObject({ code: "not_found" });
  const people = [ada.id, grace].sort((a, b) => (a < b ? -1 : 1));
  const direct = await db().channel.findUniqueOrThrow({ where: { directKey: people.join(",") } });
  const { messages } = await messagePage(direct.id, { at: "latest" });
  expect(messages.map(({ content }) => content)).toEqual(["Between us"]);
});

test("accounts without an address or that were deactivated can't be used; the others have no password", async () => {
  putExport();
  await runImport(await source(), nothing);
  const made = await db().user.findMany({
    where: { name: { in: [`Grace ${tag}`, `Former ${tag}`, `Without Mail ${tag}`] } },
    orderBy: { name: "asc" },
  });
  expect(made.map(({ name, title, role, deactivatedAt }) => [name, title, role, deactivatedAt !== null])).toEqual([
    [`Former ${tag}`, "", "member", true],
    [`Grace ${tag}`, "Admiral", "admin", false],
    [`Without Mail ${tag}`, "", "member", true],
  ]);
  const rows = await db().user.findMany({
    where: { id: { in: made.map(({ id }) => id) } },
    select: { passwordHash: true },
  });
  expect(rows.every(({ passwordHash }) => passwordHash === null)).toBe(true);
});

test("guests get deactivated accounts, or members' if the operator wants that, and the report says so", async () => {
  putExport();
  const guest = (id: string, flags: Record<string, boolean>) => ({
    id,
    team_id: `T${tag}`,
    name: id,
    profile: { real_name: `Guest ${id}`, email: `${id}.${tag}@example.com`.toLowerCase() },
    ...flags,
  });
  const guests = [
    guest("G1", { is_restricted: true, is_ultra_restricted: false }),
    guest("G2", { is_restricted: true, is_ultra_restricted: true }),
    guest("G3", { is_restricted: true, deleted: true }),
  ];
  put("users.json", guests);
  const example = `Guest G1 (g1.${tag}@example.com)`;
  const members = await previewImport(await source(), nothing, { guests: "members" });
  expect(members.people).toMatchObject({ accounts: 2, deactivated: 1 });
  expect([...members.changed]).toEqual([
    ["guests, who become members and can join every public channel", { count: 2, example }],
  ]);
  const report = await runImport(await source(), nothing);
  expect(report.people).toMatchObject({ accounts: 0, deactivated: 3 });
  expect([...report.changed]).toEqual([
    ["guests, who get a deactivated account (a member's with --guests=members)", { count: 2, example }],
  ]);
  const made = await db().user.findMany({ where: { name: { startsWith: "Guest G" }, email: { contains: tag } } });
  expect(made.map(({ deactivatedAt }) => deactivatedAt !== null)).toEqual([true, true, true]);
});

test("importing again adds only what is new, in its place, and leaves what was changed here", async () => {
  putExport();
  await runImport(await source(), nothing);
  const channel = await db().channel.findFirstOrThrow({ where: { name: `deploys-${tag}` } });
  const find = async () => (await messagePage(channel.id, { at: "latest" })).messages.map(({ content }) => content);
  const before = await find();
  const counts = async () =>
    Promise.all([
      db().message.count(),
      db().user.count(),
      db().channel.count(),
      db().reaction.count(),
      db().attachment.count(),
    ]);
  const counted = await counts();
  await runImport(await source(), nothing);
  expect(await counts()).toEqual(counted);
  await db().channel.update({ where: { id: channel.id }, data: { name: `releases-${tag}` } });
  put(`deploys-${tag}/2018-01-01.json`, [{ type: "message", user: "U1", ts: "1514764800.000000", text: "In between" }]);
  const report = await runImport(await source(), nothing);
  expect(report.messages).toMatchObject({ all: 8, before: 7 });
  expect(await find()).toEqual([...before.slice(0, 3), "In between", ...before.slice(3)]);
});

test("an interrupted import goes on where it ended", async () => {
  putExport();
  const many = Array.from({ length: 1_200 }, (_, n) => ({
    type: "message",
    user: "U1",
    ts: `${1_600_000_000 + n}.000000`,
    text: `number ${n}`,
  }));
  put(`deploys-${tag}/2020-09-13.json`, many);
  const stop = new AbortController();
  await expect(
    runImport(await source(), (done) => done >= 500 && stop.abort(), { signal: stop.signal }),
  ).rejects.toThrow();
  const channel = await db().channel.findFirstOrThrow({ where: { name: `deploys-${tag}` } });
  const count = () => db().message.count({ where: { channelId: channel.id, content: { startsWith: "number" } } });
  expect(await count()).toBeGreaterThan(0);
  expect(await count()).toBeLessThan(1_200);
  await runImport(await source(), nothing);
  expect(await count()).toBe(1_200);
  const { messages } = await messagePage(channel.id, { at: "latest" });
  expect(messages.at(-1)?.content).toBe("number 1199");
  expect(new Set(messages.map(({ seq }) => seq)).size).toBe(messages.length);
});

test("imported messages are found, in the order of their time among all others", async () => {
  putExport();
  const existing = await makeChannel({ name: `deploys-${tag}`, members: [ada] });
  await said(ada, existing, "outage in Parley");
  await runImport(await source(), nothing);
  await indexMessages();
  const { results } = await searchMessages(ada, { text: "outage", timeZone: "UTC" });
  expect(results.map(({ message }) => message.content)).toEqual([
    "outage in Parley",
    expect.stringContaining("**Outage** over"),
  ]);
});

test("imported messages can be marked as unread, and retention deletes them first", async () => {
  putExport();
  const existing = await makeChannel({ name: `deploys-${tag}`, members: [ada], retentionDays: 1 });
  await said(ada, existing, "posted in Parley");
  await runImport(await source(), nothing);
  const as = await requireChannel(ada, existing.id);
  const [first] = (await messagePage(existing.id, { at: "latest" })).messages;
  await markUnreadFrom(as, first?.seq ?? 0);
  expect(await firstUnreadSeq(await requireChannel(ada, existing.id))).toBe(first?.seq);
  expect((await previewImport(await source(), nothing)).messages.before).toBe(7);
  await expireMessages();
  const { messages } = await messagePage(existing.id, { at: "latest" });
  expect(messages.map(({ content }) => content)).toEqual(["posted in Parley"]);
  // They don't come back.
  await runImport(await source(), nothing);
  expect((await messagePage(existing.id, { at: "latest" })).messages).toHaveLength(1);
});
