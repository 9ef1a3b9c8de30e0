import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { messagePage } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeUser, makeWorkspace } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { ImportError, openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";
import type { SourceMessage } from "./source";

let directory: string;
let ada: SessionUser;
// All tests of a file share a database.
let tag: string;

beforeEach(async () => {
  await makeWorkspace();
  directory = temporaryDirectory("parley-import-");
  tag = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  ada = await makeUser({ name: "Ada", role: "owner", email: `ada.${tag}@example.com` });
});

afterEach(() => removeDataDir(directory));

/** Writes a bulk export: posts before their time's order, as Mattermost exports them, and a file under `data`. */
async function putExport(): Promise<void> {
  const user = (username: string, more: object = {}) => ({
    type: "user",
    user: {
      username,
      email: `${username}.${tag}@example.com`,
      first_name: "",
      last_name: "",
      nickname: "",
      position: "",
      ...more,
    },
  });
  const inTeam = (roles: string) => [
    {
      name: "acme",
      channels: [
        { name: "town-square", roles },
        { name: "ops", roles: "channel_user" },
      ],
    },
    { name: "other", channels: [{ name: "town-square", roles: "channel_user" }] },
  ];
  const lines = [
    { type: "version", version: 1 },
    { type: "team", team: { name: `acme-${tag}`, display_name: "Acme", type: "O" } },
    {
      type: "channel",
      channel: { team: "acme", name: "town-square", display_name: `Town Square ${tag}`, type: "O", header: "Everyone" },
    },
    { type: "channel", channel: { team: "acme", name: "ops", display_name: `Ops ${tag}`, type: "P" } },
    { type: "channel", channel: { team: "other", name: "town-square", display_name: `Town Square ${tag}`, type: "O" } },
    user("ada", { first_name: "Ada", last_name: "L.", teams: inTeam("channel_user channel_admin") }),
    user("grace.h", { nickname: `Grace ${tag}`, delete_at: 1, teams: inTeam("channel_user") }),
    { type: "bot", bot: { username: "ci" } },
    user("ci"),
    {
      type: "post",
      post: {
        team: "acme",
        channel: "town-square",
        user: "ada",
        message: "Second, @grace.h. `@grace.h` stays, @all",
        create_at: 1_500_000_002_000,
        is_pinned: true,
        attachments: [{ path: "20170714/log.txt" }],
        reactions: [
          { user: "grace.h", emoji_name: "+1", create_at: 1_500_000_009_000 },
          { user: "grace.h", emoji_name: "our_logo", create_at: 1_500_000_009_000 },
        ],
        replies: [
          { user: "grace.h", message: "A reply", create_at: 1_500_000_003_000, edit_at: 1_500_000_004_000 },
          { user: "ada", type: "system_join_channel", message: "joined", create_at: 1_500_000_003_500 },
        ],
      },
    },
    {
      type: "post",
      post: {
        team: "acme",
        channel: "town-square",
        user: "ada",
        message: "First",
        create_at: 1_500_000_001_000,
        replies: null,
      },
    },
    {
      type: "post",
      post: {
        team: "acme",
        channel: "town-square",
        user: "ada",
        message: "",
        create_at: 1_500_000_005_000,
        props: {
          from_webhook: "true",
          override_username: "Jenkins",
          attachments: [{ color: "#ff0000", title: "Build failed" }],
        },
      },
    },
    {
      type: "post",
      post: { team: "acme", channel: "ops", user: "ada", message: "Private", create_at: 1_500_000_001_000 },
    },
    {
      type: "post",
      post: { team: "other", channel: "town-square", user: "ada", message: "Elsewhere", create_at: 1_500_000_001_000 },
    },
    { type: "emoji", emoji: { name: `logo_${tag.slice(-8)}`, image: "exported_emoji/1/image" } },
    { type: "emoji", emoji: { name: "rocket", image: "exported_emoji/1/image" } },
    { type: "emoji", emoji: { name: `gone_${tag.slice(-8)}`, image: "exported_emoji/2/image" } },
    { type: "direct_channel", direct_channel: { members: ["ada", "grace.h"] } },
    {
      type: "direct_post",
      direct_post: {
        channel_members: ["grace.h", "ada"],
        user: "grace.h",
        message: "Hi",
        create_at: 1_500_000_001_000,
      },
    },
  ];
  writeFileSync(path.join(directory, "import.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  mkdirSync(path.join(directory, "data", "20170714"), { recursive: true });
  writeFileSync(path.join(directory, "data", "20170714", "log.txt"), "the log");
  mkdirSync(path.join(directory, "data", "exported_emoji", "1"), { recursive: true });
  const image = sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } });
  await image.png().toFile(path.join(directory, "data", "exported_emoji", "1", "image"));
}

const source = async () => openSource(await openArchive(directory), async () => null);
const nothing = () => undefined;
const named = (name: string) => db().channel.findFirstOrThrow({ where: { name }, include: { memberships: true } });

test("channels of several teams, posts in any order, threads, files and direct messages arrive", async () => {
  await putExport();
  const report = await previewImport(await source(), nothing);
  expect(report).toMatchObject({
    tool: "Mattermost",
    people: { matched: 1, accounts: 0, deactivated: 1 },
    channels: { made: 3, direct: 1, continued: [] },
    messages: { all: 7, before: 0, replies: 1 },
    files: 1,
  });
  expect([...report.leftOut.keys()]).toEqual(["lines about joining, leaving and changes of channels"]);
  await runImport(await source(), nothing);
  const grace = await db().user.findUniqueOrThrow({ where: { email: `grace.h.${tag}@example.com` } });
  const square = await named(`Town Square ${tag}`);
  const { messages } = await messagePage(square.id, { at: "latest" });
  expect(messages.map(({ author, content, createdAt }) => [author.name, content, createdAt])).toEqual([
    ["Ada", "First", "2017-07-14T02:40:01.000Z"],
    ["Ada", `Second, <@${grace.id}>. \`@grace.h\` stays, @everyone`, "2017-07-14T02:40:02.000Z"],
    ["Jenkins", "", "2017-07-14T02:40:05.000Z"],
  ]);
  expect(messages[1]).toMatchObject({
    pinned: true,
    thread: { replyCount: 1 },
    reactions: [{ emoji: "👍" }, { emoji: ":our_logo:" }],
    attachments: [{ name: "log.txt", size: 7 }],
  });
  expect(messages[2]?.embeds).toMatchObject([{ title: "Build failed" }]);
  expect(square.topic).toBe("Everyone");
  // The deactivated account isn't a member.
  expect(square.memberships).toMatchObject([{ userId: ada.id, role: "manager" }]);
  expect((await messagePage((await named(`Town Square ${tag} 2`)).id, { at: "latest" })).messages).toMatchObject([
    { content: "Elsewhere" },
  ]);
  expect((await named(`Ops ${tag}`)).kind).toBe("private");
  const direct = await db().channel.findUniqueOrThrow({ where: { directKey: `${ada.id},${grace.id}` } });
  expect((await messagePage(direct.id, { at: "latest" })).messages).toMatchObject([{ content: "Hi" }]);
});

test("posts that show nothing or only a file that isn't there keep no other out, and the dry run says so", async () => {
  const post = (message: string, more: object = {}) => ({
    type: "post",
    post: { team: `a-${tag}`, channel: "c", user: "ada", message, create_at: 1_500_000_000_000, ...more },
  });
  const lines = [
    { type: "version", version: 1 },
    { type: "team", team: { name: `a-${tag}`, display_name: "A", type: "O" } },
    { type: "channel", channel: { team: `a-${tag}`, name: "c", display_name: `c-${tag}`, type: "O" } },
    { type: "user", user: { username: "ada", email: `ada.${tag}@example.com` } },
    post("", { attachments: [{ path: "20240101/photo.png" }] }),
    post("", { attachments: [{ path: "20240101/gone.png" }] }),
    post(""),
    post(" \u200b\n", { props: { attachments: [] } }),
    post("", { props: { attachments: [{ color: "#ff0000" }] } }),
    post("Words", { replies: [{ user: "ada", message: "", create_at: 1_500_000_001_000 }] }),
  ];
  writeFileSync(path.join(directory, "team.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  mkdirSync(path.join(directory, "data", "20240101"), { recursive: true });
  writeFileSync(path.join(directory, "data", "20240101", "photo.png"), "a photo");
  const plain = async () => openSource(await openArchive(path.join(directory, "team.jsonl")), async () => null);

  const left = ({ leftOut }: Awaited<ReturnType<typeof runImport>>) =>
    [...leftOut].map(([what, { count }]) => [what, count]).sort();
  const preview = await previewImport(await plain(), nothing);
  const report = await runImport(await plain(), nothing);
  expect(left(preview)).toEqual([
    ["files that the export doesn't have", 1],
    ["messages that show nothing", 4],
  ]);
  expect(left(report)).toEqual(left(preview));
  expect([preview.messages.all, report.messages.all]).toEqual([3, 3]);
  const { messages } = await messagePage((await named(`c-${tag}`)).id, { at: "latest" });
  expect(messages.map(({ content, attachments }) => [content, attachments.map(({ name }) => name)]).sort()).toEqual([
    ["", ["photo.png"]],
    ["Words", []],
    ["gone\\.png (a file that wasn't imported)", []],
  ]);
});

test("custom emoji arrive, unless their name is taken or their image is missing", async () => {
  await putExport();
  expect((await previewImport(await source(), nothing)).emoji).toBe(3);
  const { emoji, leftOut } = await runImport(await source(), nothing);
  expect([emoji, leftOut.get("emoji with a name or image that Parley can't have")?.count]).toEqual([1, 2]);
  const made = await db().customEmoji.findMany({
    where: { name: { endsWith: tag.slice(-8) } },
    include: { image: true },
  });
  expect(made).toMatchObject([{ name: `logo_${tag.slice(-8)}` }]);
  expect(made[0]?.image).not.toBeNull();
  expect((await runImport(await source(), nothing)).emoji).toBe(0);
});

test("importing again adds nothing", async () => {
  await putExport();
  await runImport(await source(), nothing);
  const counts = () =>
    Promise.all([db().message.count(), db().user.count(), db().channel.count(), db().reaction.count()]);
  const before = await counts();
  expect((await runImport(await source(), nothing)).messages).toMatchObject({ all: 7, before: 7 });
  expect(await counts()).toEqual(before);
});

test("each import is in the audit log with what it made, also one that ended early", async () => {
  await putExport();
  const whole = await source();
  const stopped = {
    ...whole,
    messages: async function* (): AsyncGenerator<SourceMessage> {
      yield* [];
      throw new ImportError("The disk is gone.");
    },
  };
  const before = (await db().auditEntry.findFirst({ orderBy: { id: "desc" } }))?.id ?? 0n;
  await expect(runImport(stopped, nothing)).rejects.toThrow("The disk is gone.");
  // The first one's lock ends with its connection.
  await until(() => runImport(whole, nothing));
  await previewImport(whole, nothing);
  const entries = await db().auditEntry.findMany({
    where: { id: { gt: before }, action: "workspace.imported" },
    orderBy: { id: "asc" },
  });
  const tool = "Mattermost";
  expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
    [null, { imported: { tool, messages: 0, channels: 4, accounts: 1 } }],
    [null, { imported: { tool, messages: 7, channels: 0, accounts: 0 } }],
  ]);
});

test("admins, avatars, starred and muted channels arrive; who is here already stays as they are", async () => {
  const member = (username: string, roles: string, channel: object = {}) => ({
    type: "user",
    user: {
      username,
      email: `${username}.${tag}@example.com`,
      roles,
      profile_image: "profile_pictures/face.png",
      teams: [{ name: "acme", channels: [{ name: "town-square", roles: "channel_user", ...channel }] }],
    },
  });
  const lines = [
    { type: "team", team: { name: `acme-${tag}` } },
    { type: "channel", channel: { team: "acme", name: "town-square", display_name: `Square ${tag}`, type: "O" } },
    member("ada", "system_user"),
    member("lin", "system_admin system_user", { favorite: true }),
    member("max", "system_user system_user_manager", { notify_props: { mark_unread: "mention" } }),
  ];
  writeFileSync(path.join(directory, "import.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  mkdirSync(path.join(directory, "data", "profile_pictures"), { recursive: true });
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } });
  await image.png().toFile(path.join(directory, "data", "profile_pictures", "face.png"));
  const own = `picture:${"0".repeat(64)}`;
  await db().user.update({ where: { id: ada.id }, data: { avatarUrl: own } });
  const people = async () => {
    const where = { email: { endsWith: `.${tag}@example.com` } };
    return db().user.findMany({ where, orderBy: { email: "asc" }, include: { memberships: true } });
  };

  const expected = { people: { admins: [`lin (lin.${tag}@example.com)`] }, avatars: 2 };
  expect(await previewImport(await source(), nothing)).toMatchObject(expected);
  expect(await people()).toMatchObject([{ id: ada.id }]);
  expect(await runImport(await source(), nothing)).toMatchObject(expected);
  const [here, lin, max] = await people();
  expect([here, lin, max].map((person) => person?.role)).toEqual(["owner", "admin", "member"]);
  expect([here?.avatarUrl, max?.avatarUrl]).toEqual([own, expect.stringMatching(/^picture:/)]);
  const { id: channelId } = await named(`Square ${tag}`);
  const inSquare = (person: typeof lin) => person?.memberships.find((each) => each.channelId === channelId);
  expect(inSquare(lin)).toMatchObject({ starred: true, notifications: "mentions" });
  expect(inSquare(max)).toMatchObject({ starred: false, notifications: "none" });
  const made = { actorId: null, memberId: lin?.id ?? 0n, action: "account.role_changed" };
  expect(await db().auditEntry.count({ where: made })).toBe(1);
  expect(await db().avatar.count({ where: { ownerId: max?.id ?? 0n } })).toBe(1);

  // Changed here since: it stays so.
  await db().user.update({ where: { id: lin?.id ?? 0n }, data: { role: "member", avatarUrl: null } });
  expect(await runImport(await source(), nothing)).toMatchObject({ people: { admins: [] }, avatars: 0 });
  expect((await people())[1]).toMatchObject({ role: "member", avatarUrl: null });
});
