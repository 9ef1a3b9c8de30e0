import { appendFileSync, existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { onOneInstance } from "@/lib/db/one-instance";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { openStream } from "@/lib/live/streams/open-stream";
import { editMessage, setReaction } from "@/lib/messages/change/change-as-member";
import { forwardMessage } from "@/lib/messages/post/forward-message";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, messagePage } from "@/lib/messages/read/queries";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { updateProfile } from "@/lib/people/account/account";
import { reactivate } from "@/lib/people/account/people";
import type { DeletionChoice } from "@/lib/people/deletion-dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countPeople, listPeople } from "@/lib/people/list-people";
import { findProfile } from "@/lib/people/profile";
import { makeFile } from "@/lib/testing/attachments";
import { makeBackup } from "@/lib/testing/backups";
import { longestTurn } from "@/lib/testing/effort";
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
import { isLong } from "@/lib/testing/long";
import { until } from "@/lib/testing/until";
import { deletePerson, previewPersonDeletion } from "./delete-person";
import { erasePeople } from "./erase-people";

const PASSWORD = "a long password";
const NAME = "Zebedee Quuxworth";
let owner: SessionUser;
let zeb: SessionUser;
let ada: SessionUser;

const choice = (more: Partial<DeletionChoice> = {}): DeletionChoice => ({
  messages: "keep",
  files: "keep",
  name: NAME,
  proof: PASSWORD,
  ...more,
});

beforeEach(async () => {
  await makeWorkspace();
  await db().user.deleteMany();
  owner = await makeUser({ role: "owner", password: PASSWORD });
  ada = await makeUser();
  zeb = await makeUser({ name: NAME, email: "zebedee.quuxworth@example.com" });
});

test("a deleted person's row has the default in every column but what says that they were deleted", async () => {
  await db().$executeRaw`
    UPDATE users SET avatar_url = 'https://example.com/z.png', role = 'admin', time_zone = 'Europe/Berlin', keywords = '{zeb}',
      new_channel_notifications = 'all', shows_presence = false, counts_incidents = false, signed_out_at = now(),
      inbox_seen_at = now() - interval '1 day', last_channel_id = 7, first_day_ended_at = now(), title = 'Chief',
      shows_local_time = false, status_emoji = '🏖️', status_text = 'away', status_ends_at = now(), password_hash = 'x'
    WHERE id = ${zeb.id}`;
  await deletePerson(owner, zeb.id, choice());
  const [row] = await db().$queryRaw<{ row: Record<string, unknown> }[]>`
    SELECT to_jsonb(u) - '{id,created_at,inbox_seen_at}'::text[] AS row FROM users u WHERE id = ${zeb.id}`;
  expect(row?.row).toEqual({
    name: "Deleted person",
    email: expect.stringMatching(/^deleted-\d+@deleted\.invalid$/),
    deactivated_at: expect.anything(),
    deleted_at: expect.anything(),
    password_hash: null,
    avatar_url: "emoji:👤",
    role: "member",
    time_zone: null,
    keywords: [],
    keyword_pattern: null,
    new_channel_notifications: "mentions",
    shows_presence: true,
    counts_incidents: true,
    mails_digest: false,
    signed_out_at: null,
    last_channel_id: null,
    first_day_ended_at: null,
    title: "",
    shows_local_time: true,
    status_emoji: null,
    status_text: "",
    status_ends_at: null,
  });
});

/** Every table whose rows contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT count(*) AS n FROM "${name}" t WHERE t::text ILIKE '%' || $1 || '%'`,
      text,
    );
    if (rows[0]?.n) found.push(name);
  }
  return found;
}

async function furnished() {
  const channel = await makeChannel({ members: [owner, ada, zeb] });
  const made = await makeWebhook({ channelId: channel.id, createdById: zeb.id });
  const file = await makeFile("quuxworth's notes");
  const attachments = [{ file, name: "notes.txt", description: "" }];
  const root = await said(zeb, channel, "the secret of the lamp");
  const reply = await said(ada, channel, "a reply", root);
  const { messageId: withFile } = await postedMessage(userDraft(zeb, channel, { content: "with a file", attachments }));
  const { messageId: onlyFile } = await postedMessage(userDraft(zeb, channel, { content: "", attachments }));
  const as = await requireChannel(zeb, channel.id);
  await editMessage(as, root, "the secret of the lamp, edited");
  await setReaction(as, reply, "👍", true);
  const other = await makeChannel({ members: [ada] });
  const forwarded = await forwardMessage(
    await requireChannel(ada, channel.id),
    root,
    await requireChannel(ada, other.id),
    { content: "", nonce: "forwarded" },
  );
  await updateProfile(zeb, { name: `${NAME} II` });
  await updateProfile(zeb, { name: NAME });
  const network = "198.51.100.7";
  await recordAudit(db(), { actor: zeb, action: "session.started", network });
  await recordAudit(db(), { actor: owner, action: "account.reset_link_made", member: zeb });
  await recordAudit(db(), {
    actor: owner,
    action: "group.updated",
    details: { members: { from: `Ada, ${NAME}`, to: "Ada" }, group: "oncall" },
  });
  const direct = await makeChannel({ kind: "direct", members: [zeb, ada] });
  const notes = await makeChannel({ kind: "direct", members: [zeb] });
  await said(zeb, direct, "just between us");
  await said(zeb, notes, "a note to myself about the lamp");
  await db().identity.create({
    data: { userId: zeb.id, issuer: "https://sso", subject: "zeb-quuxworth", email: zeb.email },
  });
  await db().savedSearch.create({ data: { userId: zeb.id, name: "mine", query: "from:quuxworth" } });
  await db().draft.create({
    data: {
      userId: zeb.id,
      conversationId: channel.id,
      channelId: channel.id,
      text: "quuxworth",
      marks: [],
      writtenAt: new Date(),
    },
  });
  return { channel, made, root, reply, withFile, onlyFile, forwarded, direct, notes };
}

describe("a deleted person", () => {
  test("is found nowhere in the database by name, address, network or login, and their acts stay under a number", async () => {
    await furnished();
    expect(await tablesWith("quuxworth")).toContain("audit_entries");
    await deletePerson(owner, zeb.id, choice());
    await erasePeople();
    for (const trace of ["quuxworth", "198.51.100.7"]) expect(await tablesWith(trace), trace).toEqual([]);
    const { number } = await db().personDeletion.findUniqueOrThrow({ where: { userId: zeb.id } });
    const acts = await db().auditEntry.findMany({ where: { actorId: zeb.id }, select: { actorName: true } });
    expect(acts.length).toBeGreaterThan(2);
    expect(new Set(acts.map(({ actorName }) => actorName))).toEqual(new Set([`Deleted person ${number}`]));
    const group = await db().auditEntry.findFirstOrThrow({ where: { action: "group.updated" } });
    expect(group.details).toMatchObject({ members: { from: `Ada, Deleted person ${number}`, to: "Ada" } });
    expect(await db().auditEntry.findFirstOrThrow({ where: { action: "account.deleted" } })).toMatchObject({
      actorId: owner.id,
      memberName: `Deleted person ${number}`,
    });
  });

  test("is signed out with the first step, can't post anymore, and can't be reactivated", async () => {
    const { channel } = await furnished();
    const reader = (
      await openStream({
        userId: zeb.id,
        sessionId: zeb.sessionId,
        memberOf: new Set([channel.id]),
        channelId: channel.id,
        rev: 0,
      })
    ).getReader();
    await deletePerson(owner, zeb.id, choice());
    expect(await postMessages([userDraft(zeb, channel)])).toEqual([{ refused: "not_a_member" }]);
    for (let ended = false; !ended; ) ended = (await reader.read()).done;
    await expect(reactivate(owner, zeb.id)).rejects.toMatchObject({ code: "not_found" });
    // As an instance of an earlier version would.
    await expect(db().user.update({ where: { id: zeb.id }, data: { deactivatedAt: null } })).rejects.toThrow();
  });

  test("keeps messages and files as Deleted person if they're kept, and webhooks work", async () => {
    const { channel, made, root, onlyFile, forwarded, notes, direct } = await furnished();
    await deletePerson(owner, zeb.id, choice());
    await erasePeople();
    const { messages } = await messagePage(channel.id, { at: "latest" });
    const shown = messages.find(({ id }) => id === `${root}`);
    // Without an id, their name opens nothing.
    const author = { kind: "user", id: null, name: "Deleted person", avatarUrl: "emoji:👤" };
    expect(shown).toMatchObject({ content: "the secret of the lamp, edited", author });
    const changed = (await changesSince(channel.id, 0, 100)).messages.find(({ id }) => id === `${root}`);
    expect(changed).toMatchObject({ author });
    await expect(findProfile(ada, zeb.id)).rejects.toMatchObject({ code: "not_found" });
    expect(messages.find(({ id }) => id === `${onlyFile}`)?.attachments).toHaveLength(1);
    const copy = await db().message.findUniqueOrThrow({ where: { id: BigInt(forwarded.id) } });
    expect(copy.embeds).toMatchObject([
      { author: { name: "Deleted person" }, description: expect.stringContaining("lamp") },
    ]);
    expect(await postMessages([webhookDraft(made)])).toEqual([
      expect.objectContaining({ messageId: expect.anything() }),
    ]);
    expect(await db().channel.findUniqueOrThrow({ where: { id: notes.id } })).toMatchObject({
      deletedAt: expect.anything(),
    });
    expect(await db().membership.count({ where: { userId: zeb.id } })).toBe(1);
    await requireChannel(ada, direct.id);
  });

  test("takes messages and files along if they're removed, and open pages learn of it", async () => {
    const { channel, root, reply, withFile, onlyFile, forwarded } = await furnished();
    while ((await indexBatch())?.more) {}
    const before = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
    const hash = Buffer.from((await db().attachment.findFirstOrThrow({ where: { channelId: channel.id } })).hash);
    await deletePerson(owner, zeb.id, choice({ messages: "remove", files: "remove" }));
    await erasePeople();
    while ((await indexBatch())?.more) {}
    expect(await db().messageSearch.count({ where: { messageId: { in: [root, withFile, onlyFile] } } })).toBe(0);
    await discardUnused();
    expect(existsSync(filePathOf(hash))).toBe(false);
    expect(await tablesWith("the lamp")).toEqual([]);
    const rows = await db().message.findMany({ where: { id: { in: [root, withFile, onlyFile] } } });
    expect(rows.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    expect(await db().attachment.count({ where: { channelId: channel.id } })).toBe(0);
    expect(await db().message.findUniqueOrThrow({ where: { id: root } })).toMatchObject({ replyCount: 1, content: "" });
    expect(await db().reaction.count({ where: { messageId: reply } })).toBe(0);
    const changed = await changesSince(channel.id, Number(before.rev), 100);
    const ids = JSON.stringify(changed, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    for (const id of [root, reply, withFile, onlyFile]) expect(ids).toContain(`${id}`);
    const copy = await db().message.findUniqueOrThrow({ where: { id: BigInt(forwarded.id) } });
    expect(copy.deletedAt).toBeNull();
  });

  test("leaves texts when only files are removed, and files when only texts are", async () => {
    const first = await furnished();
    await deletePerson(owner, zeb.id, choice({ files: "remove" }));
    await erasePeople();
    const find = (id: bigint) => db().message.findUniqueOrThrow({ where: { id }, include: { attachments: true } });
    expect(await find(first.withFile)).toMatchObject({
      content: "with a file",
      attachmentCount: 0,
      attachments: [],
      deletedAt: null,
    });
    expect((await find(first.onlyFile)).deletedAt).not.toBeNull();
    zeb = await makeUser({ name: NAME, email: "zebedee.quuxworth@example.com" });
    const second = await furnished();
    await deletePerson(owner, zeb.id, choice({ messages: "remove" }));
    await erasePeople();
    expect(await find(second.withFile)).toMatchObject({ content: "", attachmentCount: 1, deletedAt: null });
    expect((await find(second.root)).deletedAt).not.toBeNull();
  });

  test("is shown to owners as being deleted until everything is gone, also after an interruption", async () => {
    const channel = await makeChannel({ members: [zeb] });
    await postMessages(Array.from({ length: 250 }, () => userDraft(zeb, channel)));
    await deletePerson(owner, zeb.id, choice({ messages: "remove" }));
    const listed = async () => (await listPeople(owner, { deactivated: true })).items.map(({ deleting }) => deleting);
    expect(await listed()).toEqual([true]);
    // Stops in the middle of the messages.
    const some = async () => (await db().message.count({ where: { channelId: channel.id, deletedAt: null } })) < 250;
    let stop = false;
    const running = erasePeople(() => !stop);
    await until(async () => expect(await some()).toBe(true));
    stop = true;
    await running;
    expect(await previewPersonDeletion(owner, zeb.id)).toMatchObject({ deleting: true, reason: expect.any(String) });
    await erasePeople();
    expect(await db().message.count({ where: { channelId: channel.id, deletedAt: null } })).toBe(0);
    // A minute later, nothing can be under way anymore.
    expect(await listed()).toEqual([true]);
    await db().$executeRaw`UPDATE users SET deleted_at = deleted_at - interval '1 minute' WHERE id = ${zeb.id}`;
    await erasePeople();
    expect([await listed(), (await countPeople(owner, {})).deactivated]).toEqual([[], 0]);
    await expect(previewPersonDeletion(owner, zeb.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("posts nothing that survives, however many posts are under way", async () => {
    const channel = await makeChannel({ members: [zeb] });
    const posts = Array.from({ length: 40 }, () => postMessages([userDraft(zeb, channel)]));
    await Promise.all([deletePerson(owner, zeb.id, choice({ messages: "remove" })), ...posts]);
    await erasePeople();
    expect(await db().message.count({ where: { userId: zeb.id, deletedAt: null } })).toBe(0);
  });
});

describe("the preview says which backups still have a person's data", () => {
  const heldBackups = async () => (await previewPersonDeletion(owner, zeb.id)).backups;
  let folder: string;

  beforeEach(async () => {
    await db().backup.deleteMany();
    folder = mkdtempSync(path.join(tmpdir(), "parley-held-"));
    vi.stubEnv("BACKUP_DIR", folder);
    vi.stubEnv("BACKUP_SCHEDULE", "0 3 * * *");
    vi.stubEnv("BACKUP_KEEP", "2");
    return () => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    };
  });

  test("those that the schedule deletes, until the day on which it deletes the last", async () => {
    expect(await heldBackups()).toEqual({ count: 0, until: null });
    for (const day of [2, 1]) await makeBackup(folder, { startedAt: new Date(Date.now() - day * 86_400_000) });
    const { count, until: last } = await heldBackups();
    expect([count, last]).toEqual([2, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    const days = (Date.parse(`${last}`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(2);
  });

  test("also a damaged one, which the schedule leaves alone, but none that is gone or empty", async () => {
    const [damaged = "", gone = "", empty = ""] = await Promise.all(
      [3, 2, 1].map((day) => makeBackup(folder, { startedAt: new Date(Date.now() - day * 86_400_000) })),
    );
    appendFileSync(damaged, "more");
    rmSync(gone);
    truncateSync(empty);
    expect(await heldBackups()).toEqual({ count: 1, until: null });
  });

  test("also one that someone made or that is elsewhere, until it's deleted by hand", async () => {
    await makeBackup(folder, { scheduled: false });
    expect(await heldBackups()).toEqual({ count: 1, until: null });
  });
});

describe("a deletion is refused", () => {
  const forbidden = { code: "forbidden", message: "Only owners can delete a person. Ask one of them." };

  test("to everyone but owners, also to one who lost the right a moment ago", async () => {
    const admin = await makeUser({ role: "admin", password: PASSWORD });
    await expect(deletePerson(admin, zeb.id, choice())).rejects.toMatchObject(forbidden);
    await expect(previewPersonDeletion(ada, zeb.id)).rejects.toMatchObject(forbidden);
    await db().user.update({ where: { id: owner.id }, data: { role: "admin" } });
    await expect(deletePerson(owner, zeb.id, choice())).rejects.toMatchObject(forbidden);
    await db().user.update({ where: { id: owner.id }, data: { role: "owner", deactivatedAt: new Date() } });
    await expect(deletePerson(owner, zeb.id, choice())).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await db().user.findUniqueOrThrow({ where: { id: zeb.id } })).toMatchObject({ name: NAME });
  });

  test("of yourself, of no one, with another name, without proof, and while an import runs", async () => {
    expect(await previewPersonDeletion(owner, owner.id)).toMatchObject({ reason: expect.stringContaining("yourself") });
    await expect(deletePerson(owner, owner.id, choice({ name: owner.name }))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(deletePerson(owner, 7n, choice())).rejects.toMatchObject({ code: "not_found" });
    await expect(deletePerson(owner, zeb.id, choice({ name: "Zebedee" }))).rejects.toMatchObject({ field: "name" });
    await expect(deletePerson(owner, zeb.id, choice({ proof: "wrong" }))).rejects.toMatchObject({ field: "proof" });
    await onOneInstance("parley_import", async () => {
      await expect(deletePerson(owner, zeb.id, choice())).rejects.toMatchObject({ code: "conflict" });
    });
    expect((await previewPersonDeletion(owner, zeb.id)).reason).toBeNull();
  });

  test("the second time, and two owners can't delete each other", async () => {
    const [first, second] = await Promise.allSettled([0, 1].map(() => deletePerson(owner, zeb.id, choice())));
    expect([first?.status, second?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const other = await makeUser({ role: "owner", password: PASSWORD });
    const both = await Promise.allSettled([
      deletePerson(owner, other.id, choice({ name: other.name })),
      deletePerson(other, owner.id, choice({ name: owner.name })),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

test.runIf(isLong)("100,000 messages are deleted in turns that keep no one waiting", { timeout: 900_000 }, async () => {
  const author = await writer(100_000);
  await deletePerson(owner, author.id, choice({ messages: "remove", name: author.name }));
  expect(await longestTurn(() => erasePeople(), { runs: 1 })).toBeLessThan(10);
  expect(await db().message.count({ where: { deletedAt: null, userId: author.id } })).toBe(0);
});

/** A person with this many messages in two channels. */
async function writer(count: number): Promise<SessionUser> {
  const author = await makeUser();
  for (const { id } of [await makeChannel({ members: [author] }), await makeChannel({ members: [author] })]) {
    await db().$executeRaw`
      INSERT INTO messages (channel_id, seq, rev, author_kind, user_id, content)
      SELECT ${id}, n, n, 'user', ${author.id}, 'Message ' || n FROM generate_series(1, ${count / 2}) n`;
    await db().$executeRaw`UPDATE channels SET msg_seq = ${count / 2}, rev = ${count / 2} WHERE id = ${id}`;
  }
  return author;
}
