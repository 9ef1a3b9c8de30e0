import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { deleteMessage, editMessage, setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import { importEmoji } from "@/lib/messages/emoji/custom/add-emoji";
import { messagePage } from "@/lib/messages/read/queries";
import { exportChannel } from "@/lib/moving/export/export-channel";
import { exportWorkspace } from "@/lib/moving/export/export-workspace";
import { importAvatar } from "@/lib/people/avatars/upload-avatar";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createGroup, deleteGroup } from "@/lib/people/groups";
import { makeFile } from "@/lib/testing/attachments";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import {
  makeChannel,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { openArchive } from "./archive";
import { openSource } from "./open-source";
import { previewImport, runImport } from "./run-import";

let directory: string;
let owner: SessionUser;
let ada: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  directory = temporaryDirectory("parley-import-");
  [owner, ada] = [await makeUser({ role: "owner" }), await makeUser({ name: "Ada" })];
});

afterEach(() => removeDataDir(directory));

/** Downloads an export as a file. */
async function saved(archive: ReadableStream<Uint8Array>): Promise<string> {
  const file = path.join(directory, "export.tar.gz");
  await pipeline(Readable.fromWeb(archive as never), createWriteStream(file));
  return file;
}

async function imported(file: string) {
  const archive = await openArchive(file);
  try {
    return await runImport(await openSource(archive, async () => null), () => undefined);
  } finally {
    await archive.close();
  }
}

/** Makes this database another Parley's: its workspace and people are others, and its channels are gone. */
async function becomeAnother(): Promise<void> {
  await db().$executeRaw`DELETE FROM user_groups`;
  const { id } = await db().workspace.findFirstOrThrow();
  await db().$executeRaw`UPDATE workspaces SET id = ${id + 1n}`;
  await db().$executeRaw`DELETE FROM channels`;
  await db().$executeRaw`DELETE FROM custom_emoji`;
  await db()
    .$executeRaw`UPDATE users SET id = id + 1000, email = CASE WHEN id = ${ada.id} THEN email ELSE 'other.' || email END`;
}

test("the export of a workspace brings everything into another one", async () => {
  const channel = await makeChannel({ members: [owner, ada], topic: "All of it", name: `moving ${Date.now()}` });
  const as = await requireChannel(ada, channel.id);
  const file = await makeFile("the log");
  const attachments = [{ file, name: "log.txt", description: "What happened" }];
  const { messageId: root } = await postedMessage(
    userDraft(ada, channel, { content: `first <@${owner.id}>`, attachments }),
  );
  await editMessage(as, root, `first, edited, <@${owner.id}>`);
  await said(owner, channel, "a reply", root);
  await setReaction(as, root, "👍", true);
  await setPinned(as, root, true);
  const gone = await said(ada, channel, "deleted");
  await deleteMessage(as, gone);
  await postedMessage(
    webhookDraft(await makeWebhook({ channelId: channel.id, name: "CI" }), { embeds: [{ title: "Built" }] }),
  );
  const direct = await openDirect(ada, [owner.id]);
  await said(ada, direct, "between us");
  const icon = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const emoji = `moved_${Date.now() % 1e6}`;
  await importEmoji(emoji, { by: ada.id, bytes: Readable.from([icon]) });
  const shown = (await messagePage(channel.id, { at: "latest" })).messages;
  const download = await saved(await exportWorkspace(owner, true, "192.0.2.1"));
  await becomeAnother();

  const report = await imported(download);
  expect(report).toMatchObject({ tool: "Parley", people: { matched: 1 }, emoji: 1 });
  expect(await db().customEmoji.count({ where: { name: emoji, createdById: { not: null } } })).toBe(1);
  const made = await db().channel.findFirstOrThrow({ where: { name: channel.name }, include: { memberships: true } });
  expect(made).toMatchObject({ topic: "All of it", kind: "public" });
  expect(made.memberships).toHaveLength(2);
  const { messages } = await messagePage(made.id, { at: "latest" });
  expect(messages.map(({ author, createdAt }) => [author.name, createdAt])).toEqual(
    shown.map(({ author, createdAt }) => [author.name, createdAt]),
  );
  const stranger = await db().user.findUniqueOrThrow({ where: { email: owner.email } });
  const [first, card] = messages;
  expect(first).toMatchObject({
    content: `first, edited, <@${stranger.id}>`,
    editedAt: expect.any(String),
    pinned: true,
    reactions: [{ emoji: "👍" }],
    attachments: [{ name: "log.txt", description: "What happened" }],
    thread: { replyCount: 1 },
  });
  expect(card?.embeds).toMatchObject([{ title: "Built" }]);
  const edits = await db().messageEdit.findMany({ where: { messageId: BigInt(first?.id ?? 0) } });
  expect(edits.map(({ content }) => content)).toEqual([`first <@${stranger.id}>`]);
  expect(await db().message.count({ where: { content: "between us", channel: { kind: "direct" } } })).toBe(1);
  // And once more.
  expect((await imported(download)).messages).toMatchObject({ all: report.messages.all, before: report.messages.all });
});

test("admins, avatars, user groups and announcement channels arrive, and those that are here win", async () => {
  const lin = await makeUser({ name: `Lin ${Date.now()}`, role: "admin" });
  const channel = await makeChannel({ members: [owner, ada], name: `news ${Date.now()}`, whoPosts: "managers" });
  const handle = (name: string) => `${name}-${channel.id}`;
  const face = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  expect(await importAvatar(lin.id, Readable.from([face]))).toBe(true);
  const group = (name: string, memberIds: bigint[]) =>
    createGroup(owner, { handle: handle(name), description: "Who helps", memberIds });
  await group("oncall", [ada.id, lin.id]);
  await group("taken", [lin.id]);
  const [oncall, taken] = await db().userGroup.findMany({ where: { deletedAt: null }, orderBy: { id: "asc" } });
  await said(owner, channel, `<@&${oncall?.id}> and <@&${taken?.id}>`);
  const download = await saved(await exportWorkspace(owner, false, "192.0.2.1"));
  await becomeAnother();
  const here = await makeUser({ role: "owner" });
  await createGroup(here, { handle: handle("taken"), description: "Ours", memberIds: [here.id] });

  const file = await openArchive(download);
  const preview = await previewImport(await openSource(file, async () => null), () => undefined);
  await file.close();
  const report = await imported(download);
  for (const each of [preview, report]) {
    expect(each).toMatchObject({ groups: [handle("oncall")], avatars: 1 });
    expect(each.people.admins).toContain(`${lin.name} (${lin.email})`);
  }
  const arrived = await db().user.findUniqueOrThrow({ where: { email: lin.email } });
  expect(arrived).toMatchObject({ role: "admin", avatarUrl: expect.stringMatching(/^picture:/) });
  expect((await db().user.findUniqueOrThrow({ where: { email: owner.email } })).role).toBe("admin");
  const groups = await db().userGroup.findMany({ where: { deletedAt: null }, include: { members: true } });
  const [made, kept] = ["oncall", "taken"].map((name) => groups.find((each) => each.handle === handle(name)));
  expect(made).toMatchObject({ description: "Who helps" });
  expect(made?.members.map(({ userId }) => userId)).toContain(arrived.id);
  expect(kept).toMatchObject({ description: "Ours", members: [{ userId: here.id }] });
  const news = await db().channel.findFirstOrThrow({ where: { name: channel.name }, include: { messages: true } });
  expect(news.whoPosts).toBe("managers");
  expect(news.messages.map(({ content }) => content)).toEqual([`<@&${made?.id}> and <@&${kept?.id}>`]);

  // A group that was deleted since stays deleted.
  await deleteGroup(here, made?.id ?? 0n);
  expect(await imported(download)).toMatchObject({ groups: [], avatars: 0 });
});

test("direct messages are only in an export that asks for them", async () => {
  const direct = await openDirect(ada, [owner.id]);
  await said(ada, direct, "between us");
  const download = await saved(await exportWorkspace(owner, false, "192.0.2.1"));
  const archive = await openArchive(download);
  expect(archive.names.filter((name) => name.startsWith(`channels/${direct.id}/`))).toEqual([]);
  await archive.close();
});

test("an export of this workspace, of a channel, or an incomplete one is refused", async () => {
  const channel = await makeChannel({ members: [owner] });
  const whole = await saved(await exportWorkspace(owner, false, "192.0.2.1"));
  await expect(imported(whole)).rejects.toThrow("This export is of this workspace.");
  const part = await saved(await exportChannel(owner, channel.id, "192.0.2.1"));
  await expect(imported(part)).rejects.toThrow("This is the export of a channel. Export the workspace");
});

test("an earlier version's export is read; cards that Parley can't have made are left out, and so are links to the other Parley's messages", async () => {
  const put = (name: string, value: unknown) => writeFileSync(path.join(directory, name), JSON.stringify(value));
  const createdAt = "2024-01-01T00:00:00.000Z";
  mkdirSync(path.join(directory, "channels/1"), { recursive: true });
  put("export.json", { format: "parley-export", version: 1, kind: "workspace", workspaceId: "5" });
  put("summary.json", {});
  const name = `made by hand ${Date.now()}`;
  const members: unknown[] = [];
  // As earlier versions export people and channels: without avatars, and without who posts.
  const email = `old.${Date.now()}@example.com`;
  put("people-00001.jsonl", { id: "7", name: "Old", email, role: "member", title: "", deactivatedAt: null });
  put("channels-00001.jsonl", {
    id: "1",
    name,
    topic: "",
    kind: "public",
    createdAt,
    archivedAt: null,
    createdBy: null,
    members,
  });
  const embeds = [
    { title: "Script", url: "javascript:alert(1)" },
    { title: "Button", buttons: [{ label: "Press", url: "data:text/html,x" }] },
    {
      title: "Kept",
      url: "https://example.com",
      image: { url: "https://example.com/a.png", proxy_url: "/api/images/x" },
    },
    { description: "Quoted", quote: { channelId: "1", channel: "secret", seq: 1 } },
  ];
  const nothing = {
    threadRootId: null,
    attachments: [],
    reactions: [],
    pinned: null,
    editedAt: null,
    deletedAt: null,
    edits: [],
  };
  const author = { kind: "webhook", id: null, name: "CI" };
  put("channels/1/messages-00001.jsonl", { id: "1", author, content: "", embeds, createdAt, ...nothing });
  await imported(directory);
  const message = await db().message.findFirstOrThrow({ where: { channel: { name } } });
  expect(message.embeds).toEqual([
    { title: "Kept", url: "https://example.com", image: { url: "https://example.com/a.png" } },
    { description: "Quoted" },
  ]);
  expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({ role: "member", avatarUrl: null });
});

test("only owners export the workspace, and it's in the audit log", async () => {
  const admin = await makeUser({ role: "admin" });
  await expect(exportWorkspace(admin, false, "192.0.2.1")).rejects.toMatchObject({ code: "forbidden" });
  await (await exportWorkspace(owner, true, "192.0.2.1")).cancel();
  expect(await db().auditEntry.count({ where: { actorId: owner.id, action: "workspace.exported_with_direct" } })).toBe(
    1,
  );
});
