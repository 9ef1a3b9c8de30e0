import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { deleteMessage, editMessage, setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import type { SessionUser } from "@/lib/people/find-session-user";
import { PROVEN_MS } from "@/lib/people/prove-again";
import { log } from "@/lib/process/log";
import { makeFile } from "@/lib/testing/attachments";
import { entriesOf, type Json, jsonIn, linesIn } from "@/lib/testing/export-archive";
import {
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { ExportArchive } from "./archive";
import { exportableChannels, exportChannel } from "./export-channel";
import { exportPerson } from "./export-person";

let owner: SessionUser;
let ada: SessionUser;
let grace: SessionUser;

afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  await makeWorkspace();
  owner = await makeUser({ role: "owner" });
  ada = await makeUser({ name: "Ada", passwordHash: "hash-of-ada", title: "Engineer" });
  grace = await makeUser({ name: "Grace" });
});

/** A channel with 2,000 messages, whose export has several parts. */
async function makeLongHistory(): Promise<{ id: bigint }> {
  const channel = await makeChannel({ members: [ada] });
  await db().$executeRaw`
    INSERT INTO messages (channel_id, seq, rev, author_kind, user_id, content, thread_root_id)
    SELECT ${channel.id}, i, i, 'user', ${ada.id}, repeat(md5(i::text), 250), NULL FROM generate_series(1, 2000) i`;
  return channel;
}

const person = ({ id, name }: SessionUser) => ({ id: `${id}`, name });

describe("the export of a channel", () => {
  test("has its messages with everything that belongs to them, also if the owner isn't a member", async () => {
    const channel = await makeChannel({ kind: "private", name: "plans", topic: "What next", members: [ada, grace] });
    const made = await makeWebhook({ channelId: channel.id, createdById: ada.id, name: "CI" });
    const file = await makeFile("the bytes of the file");
    const root = (
      await postedMessage(
        userDraft(ada, channel, {
          content: `hello <@${grace.id}>`,
          attachments: [{ file, name: "a/b.txt", description: "notes" }],
        }),
      )
    ).messageId;
    const draft = userDraft(grace, channel, { content: "a reply", threadRootId: root, inChannel: true });
    const reply = (await postedMessage(draft)).messageId;
    const card = (
      await postedMessage(
        webhookDraft(made, { content: "", embeds: [{ title: "Build", color: 0xcf222e }], updateKey: "build" }),
      )
    ).messageId;
    const deleted = await said(ada, channel, "deleted later");
    const accessible = await requireChannel(ada, channel.id);
    await editMessage(accessible, root, "hello, edited");
    await setReaction(await requireChannel(grace, channel.id), root, "👍", true);
    await setPinned(accessible, card, true);
    await deleteMessage(accessible, deleted);

    const entries = await entriesOf(await exportChannel(owner, channel.id, "192.0.2.0/24"));
    expect([...entries.keys()].at(0)).toBe("export.json");
    expect([...entries.keys()].at(-1)).toBe("summary.json");
    expect(jsonIn(entries, "export.json")).toMatchObject({
      format: "parley-export",
      version: 1,
      kind: "channel",
      workspace: "Acme",
      exportedBy: person(owner),
      channel: { id: `${channel.id}`, name: "plans", topic: "What next", kind: "private" },
    });
    expect(linesIn(entries, "members").map((member) => member.person)).toEqual([person(ada), person(grace)]);
    expect(linesIn(entries, "people")).toMatchObject([
      { id: `${ada.id}`, email: ada.email },
      { id: `${grace.id}`, email: grace.email },
    ]);
    expect(linesIn(entries, "webhooks")).toMatchObject([
      { id: `${made.webhook.id}`, name: "CI", createdBy: `${ada.id}` },
    ]);
    const messages = linesIn(entries, "messages");
    expect(messages).toMatchObject([
      {
        id: `${root}`,
        seq: 1,
        author: { kind: "person", ...person(ada) },
        content: "hello, edited",
        edits: [{ content: `hello <@${grace.id}>`, embeds: [] }],
        mentions: { people: [person(grace)], everyone: false },
        reactions: [{ emoji: "👍", person: person(grace) }],
        pinned: null,
      },
      { id: `${reply}`, threadRootId: `${root}`, inChannel: true, author: person(grace), content: "a reply" },
      {
        id: `${card}`,
        author: { kind: "webhook", id: `${made.webhook.id}` },
        embeds: [{ title: "Build", color: 0xcf222e }],
        outages: [
          { tool: expect.any(String), place: "", openedAt: expect.any(String), acknowledgedAt: null, resolvedAt: null },
        ],
        pinned: { by: person(ada) },
      },
      { id: `${deleted}`, content: "", deletedAt: expect.stringMatching(/^2\d{3}-.*Z$/) },
    ]);
    const [attachment] = (messages[0]?.attachments ?? []) as Json[];
    expect(attachment).toMatchObject({ size: 21, description: "notes", sha256: file.hash.toString("hex") });
    expect(entries.get(`${attachment?.file}`)).toBe("the bytes of the file");
    expect(`${attachment?.file}`).toMatch(/^files\/\d+\/[^/]+$/);
    expect(jsonIn(entries, "summary.json")).toEqual({
      complete: true,
      messages: 4,
      files: 1,
      fileBytes: 21,
      missingFiles: 0,
    });
  });

  test("is recorded with who, what and from where before it starts", async () => {
    const channel = await makeChannel({ kind: "private", name: "secret" });
    const archive = await exportChannel(owner, channel.id, "192.0.2.0/24");
    const { items } = await auditPage(requireAuditReader(owner), { kind: "workspace" }, 1);
    expect(items).toMatchObject([
      { action: "workspace.channel_exported", actorId: `${owner.id}`, channelName: "secret", network: "192.0.2.0/24" },
    ]);
    await archive.cancel();
  });

  test("names files that are missing instead of failing", async () => {
    const channel = await makeChannel({ members: [ada] });
    const file = await makeFile("soon gone");
    await postedMessage(userDraft(ada, channel, { attachments: [{ file, name: "gone.txt", description: "" }] }));
    rmSync(filePathOf(file.hash));
    const entries = await entriesOf(await exportChannel(owner, channel.id, ""));
    expect(linesIn(entries, "messages")).toMatchObject([{ attachments: [{ name: "gone.txt", file: null }] }]);
    expect(jsonIn(entries, "summary.json")).toMatchObject({ files: 0, missingFiles: 1 });
  });

  test("has long histories in several parts, in order", async () => {
    const channel = await makeLongHistory();
    const archive = await exportChannel(owner, channel.id, "");
    const entries = await entriesOf(archive);
    expect([...entries.keys()].filter((name) => name.startsWith("messages-")).length).toBeGreaterThan(3);
    expect(linesIn(entries, "messages").map(({ seq }) => seq)).toEqual(Array.from({ length: 2000 }, (_, i) => i + 1));
  });

  test("is written as fast as it's read, and no further once its reader has left", async () => {
    const reported = vi.spyOn(log, "error");
    const gone: unknown[] = [];
    let written = 0;
    const archive = ExportArchive.stream(owner, async (to) => {
      // Compresses to about a mebibyte.
      const noise = randomBytes(2 ** 20).toString("hex");
      for (; written < 100; written += 1)
        await to.addJson(`${written}.json`, { noise }).catch((error) => gone.push(error));
    });
    const reader = archive.getReader();
    let read = 0;
    let ahead = 0;
    while (read < 50 * 2 ** 20) {
      read += (await reader.read()).value?.byteLength ?? Number.NaN;
      ahead = Math.max(ahead, written - read / 2 ** 20);
    }
    expect(ahead).toBeLessThan(20);
    expect(gone).toEqual([]);
    await reader.cancel();
    await vi.waitFor(() => expect(written).toBe(100));
    expect(gone.length).toBeGreaterThan(20);
    expect(reported).not.toHaveBeenCalled();
  });

  test.each([
    ["isn't an owner anymore", () => db().user.update({ where: { id: owner.id }, data: { role: "admin" } })],
    ["was signed out", () => db().session.deleteMany({ where: { userId: owner.id } })],
    ["was deactivated", () => db().user.update({ where: { id: owner.id }, data: { deactivatedAt: new Date() } })],
  ])("breaks off once the person who downloads it %s", async (_, lose) => {
    const channel = await makeLongHistory();
    const reader = (await exportChannel(owner, channel.id, "")).getReader();
    await reader.read();
    await lose();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + PROVEN_MS });
    const readAll = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toThrow();
  });

  test("is for owners, and not of direct messages", async () => {
    const channel = await makeChannel({ members: [ada] });
    const direct = await makeChannel({ kind: "direct", members: [owner, ada] });
    const admin = await makeUser({ role: "admin" });
    await makeMember(channel, admin, "manager");
    for (const user of [admin, ada]) {
      await expect(exportChannel(user, channel.id, "")).rejects.toMatchObject({ code: "forbidden" });
      await expect(exportPerson(user, { id: user.id, direct: false }, "")).rejects.toMatchObject({ code: "forbidden" });
      await expect(exportableChannels(user)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(exportChannel(owner, direct.id, "")).rejects.toMatchObject({ code: "not_found" });
    await expect(exportPerson(owner, { id: 1n, direct: false }, "")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the export of a person", () => {
  async function talk() {
    const channel = await makeChannel({ name: "talk", members: [ada, grace] });
    const direct = await makeChannel({ kind: "direct", members: [ada, grace] });
    const hers = await said(ada, channel, "by ada");
    const theirs = await said(grace, channel, "by grace");
    await said(ada, direct, "ada in private");
    await said(grace, direct, "grace in private");
    await setReaction(await requireChannel(ada, channel.id), theirs, "🎉", true);
    return { channel, direct, hers, theirs };
  }

  test("has what they wrote and did, and no one else's messages", async () => {
    const { channel, direct, theirs } = await talk();
    await db()
      .$executeRaw`INSERT INTO audit_entries (kind, action, actor_id, actor_name) VALUES ('sign-ins', 'session.started', ${ada.id}, 'Ada')`;
    const later = { userId: ada.id, channelId: channel.id, content: "ada later", nonce: "later", sendAt: new Date() };
    const waiting = await makeFile("sent later");
    const file = { hash: new Uint8Array(waiting.hash), name: "plan.txt", size: 10, contentType: waiting.contentType };
    await db().scheduledMessage.create({ data: { ...later, files: { create: { ...file, userId: ada.id } } } });
    const unsent = { userId: ada.id, channelId: channel.id, conversationId: channel.id, text: "ada unsent" };
    await db().draft.create({ data: { ...unsent, marks: {}, writtenAt: new Date() } });
    const image = { hash: new Uint8Array((await makeFile("an image")).hash), size: 8, userId: ada.id };
    await db().customEmoji.create({ data: { name: "ada_ship", createdById: ada.id, image: { create: image } } });
    const entries = await entriesOf(await exportPerson(owner, { id: ada.id, direct: false }, ""));
    expect(linesIn(entries, "drafts")).toMatchObject([{ text: "ada unsent", threadId: null }]);
    const [scheduled] = linesIn(entries, "scheduled");
    expect(scheduled).toMatchObject({ content: "ada later", channel: { id: `${channel.id}` } });
    expect(scheduled).toMatchObject({ files: [{ name: "plan.txt", file: expect.stringMatching(/plan\.txt$/) }] });
    expect(jsonIn(entries, "export.json")).toMatchObject({
      format: "parley-export",
      version: 1,
      kind: "person",
      person: {
        id: `${ada.id}`,
        name: "Ada",
        email: ada.email,
        title: "Engineer",
        customEmoji: [{ name: "ada_ship", file: "files/emoji/ada_ship.webp" }],
      },
    });
    expect(linesIn(entries, "messages")).toMatchObject([
      { content: "by ada", channel: { id: `${channel.id}`, name: "talk", kind: "public" } },
      { content: "ada in private", channel: { id: `${direct.id}`, name: null, kind: "direct" } },
    ]);
    expect(linesIn(entries, "reactions")).toMatchObject([{ messageId: `${theirs}`, emoji: "🎉" }]);
    expect(linesIn(entries, "memberships")).toMatchObject([
      { channel: { name: "talk" }, role: "member" },
      { channel: { kind: "direct" }, people: [person(ada), person(grace)] },
    ]);
    expect(linesIn(entries, "sessions")).toMatchObject([{ network: "192.0.2.1" }]);
    expect(linesIn(entries, "audit-log")).toMatchObject([
      { action: "session.started" },
      { action: "workspace.person_exported", actorName: owner.name },
    ]);
    expect(jsonIn(entries, "summary.json")).toMatchObject({ complete: true, messages: 2, directMessages: null });
    const all = [...entries.values()].join();
    for (const hidden of ["by grace", "grace in private", "hash-of-ada"]) expect(all).not.toContain(hidden);
  });

  test("has each of their reactions once, among however many", async () => {
    const channel = await makeChannel();
    await db().$executeRaw`
      WITH made AS (
        INSERT INTO messages (channel_id, seq, rev, author_kind, user_id, content)
        SELECT ${channel.id}, i, i, 'user', ${grace.id}, 'hello' FROM generate_series(1, 3000) i RETURNING id
      )
      INSERT INTO reactions (message_id, user_id, emoji)
      SELECT id, who, emoji FROM made, unnest(${[ada.id, grace.id]}::bigint[]) who, unnest('{👍,🎉}'::text[]) emoji`;
    const reactions = linesIn(
      await entriesOf(await exportPerson(owner, { id: ada.id, direct: false }, "")),
      "reactions",
    );
    expect(reactions).toHaveLength(6_000);
    expect(new Set(reactions.map(({ messageId, emoji }) => `${messageId} ${emoji}`)).size).toBe(6_000);
  });

  test("has both sides of their direct messages if asked for, which the audit log says", async () => {
    const { direct } = await talk();
    const entries = await entriesOf(await exportPerson(owner, { id: ada.id, direct: true }, ""));
    expect(linesIn(entries, `direct/${direct.id}/messages`).map(({ content }) => content)).toEqual([
      "ada in private",
      "grace in private",
    ]);
    expect(jsonIn(entries, "summary.json")).toMatchObject({ messages: 2, directMessages: 2 });
    const { items } = await auditPage(requireAuditReader(owner), { kind: "workspace" }, 1);
    expect(items).toMatchObject([{ action: "workspace.person_exported_with_direct", memberId: `${ada.id}` }]);
  });
});

test("docs/export.md names every field", async () => {
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id, createdById: ada.id });
  const file = await makeFile("a file for the documentation");
  const { messageId } = await postedMessage(
    userDraft(ada, channel, { attachments: [{ file, name: "a.txt", description: "" }] }),
  );
  await postedMessage(webhookDraft(made));
  const accessible = await requireChannel(ada, channel.id);
  await editMessage(accessible, messageId, "edited");
  await setReaction(accessible, messageId, "👍", true);
  await setPinned(accessible, messageId, true);
  const documented = readFileSync("docs/export.md", "utf8");
  for (const archive of [
    await exportChannel(owner, channel.id, ""),
    await exportPerson(owner, { id: ada.id, direct: true }, ""),
  ]) {
    for (const [name, text] of await entriesOf(archive)) {
      if (name.startsWith("files/")) continue;
      expect.soft(documented, name).toContain(`\`${name.replace(/-\d{5}\./, "-*.")}\``);
      if (name.startsWith("audit-log")) continue;
      const values: Json[] = name.endsWith(".jsonl")
        ? text
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [JSON.parse(text)];
      for (const key of new Set(values.flatMap(keysOf)))
        expect.soft(documented, `${name}: ${key}`).toContain(`\`${key}\``);
    }
  }
});

/** All keys, also of objects within; what is within cards is documented elsewhere. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => (key === "embeds" ? [key] : [key, ...keysOf(inside)]));
}

// The last one, because the others would take longer with so many people.
test("a channel's export names more people than a statement takes values", { timeout: 60_000 }, async () => {
  const channel = await makeChannel();
  await db().$executeRaw`
    WITH made AS (
      INSERT INTO users (name, email, password_hash)
      SELECT 'Member', 'member-' || i || '@example.com', 'none' FROM generate_series(1, 33000) i RETURNING id
    )
    INSERT INTO memberships (channel_id, user_id) SELECT ${channel.id}, id FROM made`;
  const entries = await entriesOf(await exportChannel(owner, channel.id, ""));
  expect([linesIn(entries, "members").length, linesIn(entries, "people").length]).toEqual([33_000, 33_000]);
});
