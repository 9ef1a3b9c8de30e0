import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { AppError, noSuchThing } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";
import { ExportArchive } from "./archive";
import { head, tail } from "./head-and-tail";
import { messagesOfChannel } from "./message-rows";
import { assertMayExport } from "./tickets";
import { readPeople, writeMessages } from "./write-messages";

/**
 * The channels that owners can export, by name: public and private ones, also archived ones and those they aren't in.
 * Throws `not_found` for everyone else.
 */
export async function exportableChannels(
  user: SessionUser,
): Promise<{ id: string; name: string; kind: "public" | "private" }[]> {
  if (user.role !== "owner") throw noSuchThing();
  const rows = await db().channel.findMany({
    where: { kind: { not: "direct" } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, kind: true },
  });
  return rows.map(({ id, name, kind }) => ({ id: `${id}`, name, kind: kind === "private" ? "private" : "public" }));
}

const select = {
  id: true,
  name: true,
  topic: true,
  kind: true,
  createdAt: true,
  archivedAt: true,
  createdById: true,
} as const;

/**
 * Returns an archive of a channel: its facts, members, webhooks, messages and files. Records it in the audit log first.
 * For owners, who don't have to be members. Throws `forbidden`, or `not_found` for a direct message.
 */
export async function exportChannel(
  user: SessionUser,
  channelId: bigint,
  network: string,
): Promise<ReadableStream<Uint8Array>> {
  assertMayExport(user);
  const channel = await db().channel.findFirst({ where: { id: channelId, kind: { not: "direct" } }, select });
  if (!channel) throw new AppError("not_found", "This channel doesn't exist.");
  await recordAudit(db(), { actor: user, action: "workspace.channel_exported", channel, network });
  return ExportArchive.stream(async (archive) => {
    const names = await readPeople();
    const seen = new Set<bigint>(channel.createdById === null ? [] : [channel.createdById]);
    const { createdById, ...facts } = channel;
    await archive.addJson("export.json", {
      ...(await head(user, "channel")),
      channel: { ...facts, id: `${channel.id}`, createdBy: createdById === null ? null : `${createdById}` },
    });
    await writeMembers(archive, channelId, seen);
    await writeWebhooks(archive, channelId, seen);
    const messages = await writeMessages(archive, messagesOfChannel(channelId), {
      people: names,
      name: "messages",
      seen: (id) => seen.add(id),
    });
    await writePeople(archive, seen);
    await archive.addJson("summary.json", tail(archive, messages));
  });
}

async function writeMembers(archive: ExportArchive, channelId: bigint, seen: Set<bigint>): Promise<void> {
  const lines = archive.lines("members");
  const rows = await db().membership.findMany({
    where: { channelId },
    orderBy: { joinedAt: "asc" },
    select: { userId: true, role: true, joinedAt: true, user: { select: { name: true } } },
  });
  for (const { userId, role, joinedAt, user } of rows) {
    seen.add(userId);
    await lines.add({ person: { id: `${userId}`, name: user.name }, role, joinedAt });
  }
  await lines.end();
}

/** Without tokens and signing secrets. */
async function writeWebhooks(archive: ExportArchive, channelId: bigint, seen: Set<bigint>): Promise<void> {
  const lines = archive.lines("webhooks");
  const rows = await db().webhook.findMany({
    where: { channelId },
    orderBy: { id: "asc" },
    select: { id: true, name: true, description: true, createdById: true, createdAt: true, deletedAt: true },
  });
  for (const { id, createdById, ...webhook } of rows) {
    if (createdById !== null) seen.add(createdById);
    await lines.add({ id: `${id}`, ...webhook, createdBy: createdById === null ? null : `${createdById}` });
  }
  await lines.end();
}

/** The people that the other files name by id, with what identifies them. */
async function writePeople(archive: ExportArchive, seen: ReadonlySet<bigint>): Promise<void> {
  const lines = archive.lines("people");
  const rows = await db().user.findMany({
    where: { id: { in: [...seen] } },
    orderBy: { id: "asc" },
    select: { id: true, name: true, email: true, role: true, deactivatedAt: true },
  });
  for (const { id, ...person } of rows) await lines.add({ id: `${id}`, ...person });
  await lines.end();
}
