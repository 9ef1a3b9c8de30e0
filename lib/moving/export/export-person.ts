import { auditEntries } from "@/lib/audit/queries";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import { cleanFileName } from "@/lib/files/uploads/read-multipart";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";
import { ExportArchive } from "./archive";
import { head, tail } from "./head-and-tail";
import {
  type ExportedPerson,
  inPages,
  messagesOfChannel,
  messagesOfPerson,
  named,
  type People,
  readPeople,
} from "./rows";
import { assertMayExport, recordExport } from "./tickets";
import { writeMessages } from "./write-messages";

const PAGE = 1_000;
const REACTIONS = 5_000;

// Everything about the account but secrets: no password's hash, no keys, no codes.
const select = {
  id: true,
  name: true,
  email: true,
  role: true,
  title: true,
  avatarUrl: true,
  timeZone: true,
  lastChannelId: true,
  keywords: true,
  newChannelNotifications: true,
  showsPresence: true,
  showsLocalTime: true,
  mailsDigest: true,
  statusEmoji: true,
  statusText: true,
  statusEndsAt: true,
  createdAt: true,
  deactivatedAt: true,
  signedOutAt: true,
  notificationSettings: { omit: { userId: true } },
  identities: { select: { issuer: true, subject: true, email: true, createdAt: true } },
  passkeys: { select: { name: true, domain: true, createdAt: true, lastUsedAt: true } },
  authenticatorApp: { select: { createdAt: true } },
  mutes: { select: { mutedId: true, createdAt: true } },
  countsIncidents: true,
  groups: { select: { group: { select: { handle: true, deletedAt: true } } } },
  customEmoji: { select: { name: true, createdAt: true, image: { select: { hash: true } } } },
  webhookMutes: { select: { webhookId: true, createdAt: true } },
} as const;

/**
 * Returns an archive of a person's data: account, memberships, sessions, webhooks, reactions, entries of the audit log,
 * messages and files. With `direct`, also everything that others wrote in their direct messages. Records it in the audit
 * log first. For owners. Throws `forbidden`, or `not_found` for an unknown person.
 */
export async function exportPerson(
  user: SessionUser,
  { id: userId, direct }: { id: bigint; direct: boolean },
  network: string,
): Promise<ReadableStream<Uint8Array>> {
  assertMayExport(user);
  const person = await db().user.findUnique({ where: { id: userId }, select });
  if (!person) throw new AppError("not_found", "This person doesn't exist.");
  const action = direct ? "workspace.person_exported_with_direct" : "workspace.person_exported";
  await recordExport(user, { action, member: person, network });
  return ExportArchive.stream(user, async (archive) => {
    const people = await readPeople();
    const { mutes, webhookMutes, groups, customEmoji, ...account } = person;
    const avatar = avatarHashOf(person.avatarUrl);
    const addedEmoji: { name: string; createdAt: Date; file: string | null }[] = [];
    for (const { name, createdAt, image } of customEmoji) {
      const file = image && (await archive.addFile(`files/emoji/${name}.webp`, image.hash));
      addedEmoji.push({ name, createdAt, file });
    }
    await archive.addJson("export.json", {
      ...(await head(user, "person")),
      person: {
        ...account,
        id: `${person.id}`,
        avatarFile: avatar === null ? null : await archive.addFile("files/avatar.webp", Buffer.from(avatar, "hex")),
        groups: groups.flatMap(({ group }) => (group.deletedAt ? [] : group.handle)),
        customEmoji: addedEmoji,
        mutedPeople: mutes.map(({ mutedId, createdAt }) => ({ ...named(people, mutedId), createdAt })),
        mutedWebhooks: webhookMutes.map(({ webhookId, createdAt }) => ({ id: `${webhookId}`, createdAt })),
      },
    });
    const channels = await readChannels();
    const inDirect = await writeMemberships(archive, userId, channels, people);
    await writeSessions(archive, userId);
    await writeLater(archive, userId);
    await writeSavedSearches(archive, userId);
    await writeWebhooks(archive, userId, channels);
    await writeReactions(archive, userId, channels);
    await writeDrafts(archive, userId, channels);
    await writeScheduled(archive, userId, channels);
    await writeAudit(archive, userId);
    const messages = await writeMessages(archive, messagesOfPerson(userId), {
      people,
      name: "messages",
      more: ({ channelId }) => ({ channel: channels(channelId) }),
    });
    let directMessages = 0;
    for (const id of direct ? inDirect : []) {
      directMessages += await writeMessages(archive, messagesOfChannel(id), { people, name: `direct/${id}/messages` });
    }
    await archive.addJson("summary.json", {
      ...tail(archive, messages),
      directMessages: direct ? directMessages : null,
    });
  });
}

type ChannelOf = (id: bigint) => { id: string; name: string | null; kind: string | null };

/** Direct messages have no name. */
async function readChannels(): Promise<ChannelOf> {
  const select = { id: true, name: true, kind: true } as const;
  const channels = inPages((after, take) =>
    db().channel.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" }, take, select }),
  );
  const found = new Map<bigint, { name: string | null; kind: string }>();
  for await (const { id, name, kind } of channels) found.set(id, { name: kind === "direct" ? null : name, kind });
  return (id) => ({ id: `${id}`, ...(found.get(id) ?? { name: null, kind: null }) });
}

/** Returns the ids of their direct messages. */
async function writeMemberships(
  archive: ExportArchive,
  userId: bigint,
  channels: ChannelOf,
  people: People,
): Promise<bigint[]> {
  const lines = archive.lines("memberships");
  const direct: bigint[] = [];
  const rows = await db().membership.findMany({
    where: { userId },
    orderBy: { joinedAt: "asc" },
    omit: { userId: true, sectionKey: true },
    include: { section: { select: { name: true } } },
  });
  for (const { channelId, lastReadSeq, section, ...membership } of rows) {
    const channel = channels(channelId);
    let others: ExportedPerson[] | undefined;
    if (channel.kind === "direct") {
      direct.push(channelId);
      const with_ = await db().membership.findMany({ where: { channelId }, select: { userId: true } });
      others = with_.map((other) => named(people, other.userId));
    }
    await lines.add({
      channel,
      people: others,
      ...membership,
      lastReadSeq: Number(lastReadSeq),
      section: section?.name,
    });
  }
  await lines.end();
  return direct;
}

async function writeSavedSearches(archive: ExportArchive, userId: bigint): Promise<void> {
  const lines = archive.lines("saved-searches");
  const select = { name: true, query: true, createdAt: true } as const;
  for (const row of await db().savedSearch.findMany({ where: { userId }, orderBy: { id: "asc" }, select }))
    await lines.add(row);
  await lines.end();
}

/** What they saved for later, and their reminders. */
async function writeLater(archive: ExportArchive, userId: bigint): Promise<void> {
  const lines = archive.lines("later");
  const rows = await db().laterItem.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    omit: { id: true, userId: true },
  });
  for (const { messageId, ...item } of rows) await lines.add({ messageId: messageId && `${messageId}`, ...item });
  await lines.end();
}

/** Where they're signed in. Earlier sign-ins are in the audit log. */
async function writeSessions(archive: ExportArchive, userId: bigint): Promise<void> {
  const lines = archive.lines("sessions");
  const rows = await db().session.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: { userAgent: true, address: true, createdAt: true, lastSeenAt: true },
  });
  for (const { address, ...session } of rows) await lines.add({ ...session, network: address });
  await lines.end();
}

/** Those that they created, without tokens and signing secrets. */
async function writeWebhooks(archive: ExportArchive, userId: bigint, channels: ChannelOf): Promise<void> {
  const lines = archive.lines("webhooks");
  const rows = await db().webhook.findMany({
    where: { createdById: userId },
    orderBy: { id: "asc" },
    select: { id: true, channelId: true, name: true, description: true, createdAt: true, deletedAt: true },
  });
  for (const { id, channelId, ...webhook } of rows) {
    await lines.add({ id: `${id}`, channel: channels(channelId), ...webhook });
  }
  await lines.end();
}

async function writeReactions(archive: ExportArchive, userId: bigint, channels: ChannelOf): Promise<void> {
  const lines = archive.lines("reactions");
  for (let after: bigint | null = 0n; after !== null; ) {
    // No index has a person's reactions, so each statement looks at the next few thousand of everyone's.
    const next: { messageId: bigint }[] = await db().reaction.findMany({
      where: { messageId: { gt: after } },
      orderBy: { messageId: "asc" },
      skip: REACTIONS,
      take: 1,
      select: { messageId: true },
    });
    const last = next[0]?.messageId ?? null;
    const rows = await db().reaction.findMany({
      where: { userId, messageId: { gt: after, ...(last !== null && { lte: last }) } },
      orderBy: [{ messageId: "asc" }, { emoji: "asc" }],
      select: { messageId: true, emoji: true, createdAt: true, message: { select: { channelId: true } } },
    });
    for (const { messageId, emoji, createdAt, message } of rows) {
      await lines.add({ messageId: `${messageId}`, channel: channels(message.channelId), emoji, createdAt });
    }
    after = last;
  }
  await lines.end();
}

async function writeDrafts(archive: ExportArchive, userId: bigint, channels: ChannelOf): Promise<void> {
  const lines = archive.lines("drafts");
  for (const { conversationId, channelId, text, inChannel, writtenAt } of await db().draft.findMany({
    where: { userId },
  })) {
    const threadId = conversationId === channelId ? null : `${conversationId}`;
    await lines.add({ channel: channels(channelId), threadId, ...(inChannel && { inChannel }), text, writtenAt });
  }
  await lines.end();
}

/** What they scheduled and wasn't sent yet. */
async function writeScheduled(archive: ExportArchive, userId: bigint, channels: ChannelOf): Promise<void> {
  const lines = archive.lines("scheduled");
  const include = { files: { orderBy: { id: "asc" } } } as const;
  const rows = await db().scheduledMessage.findMany({ where: { userId }, orderBy: { id: "asc" }, include });
  for (const { id, channelId, threadRootId, inChannel, content, sendAt, problem, createdAt, ...row } of rows) {
    const threadId = threadRootId === null ? null : `${threadRootId}`;
    const files = [];
    for (const { id: fileId, hash, name, size, contentType } of row.files) {
      const file = await archive.addFile(`files/scheduled/${fileId}/${cleanFileName(name)}`, hash);
      files.push({ name, size, contentType, file });
    }
    const place = { channel: channels(channelId), threadId, ...(inChannel && { inChannel }) };
    const facts = { ...place, content, files, sendAt, problem, createdAt };
    await lines.add({ id: `${id}`, ...facts });
  }
  await lines.end();
}

/** What they did, and what was done to them. */
async function writeAudit(archive: ExportArchive, userId: bigint): Promise<void> {
  const lines = archive.lines("audit-log");
  for (let after = 0n; ; ) {
    // Both columns have an index.
    const part = (column: Prisma.Sql) => Prisma.sql`
      (SELECT id FROM audit_entries WHERE ${column} = ${userId} AND id > ${after} ORDER BY id LIMIT ${PAGE})`;
    const rows = await db().$queryRaw<{ id: bigint }[]>`
      ${part(Prisma.sql`actor_id`)} UNION ${part(Prisma.sql`member_id`)} ORDER BY id LIMIT ${PAGE}`;
    const ids = rows.map(({ id }) => id);
    for (const { actorAvatarUrl: _, ...entry } of (await auditEntries(ids)).reverse()) await lines.add(entry);
    if (rows.length < PAGE) break;
    after = ids.at(-1) ?? after;
  }
  await lines.end();
}
