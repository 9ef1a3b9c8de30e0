import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, noSuchThing } from "@/lib/text/errors";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { type RuleRow, ruleSelect, storedFields } from "@/lib/webhooks/rules/stored-rule";
import { ExportArchive } from "./archive";
import { head, tail } from "./head-and-tail";
import { channelFacts, everyone, inPages, messagesOfChannel, named, type People, readPeople } from "./rows";
import { assertMayExport, recordExport } from "./tickets";
import { writeMessages } from "./write-messages";

// A longer list to choose from wouldn\'t help.
const MOST_LISTED = 1_000;

/**
 * The channels that owners can export, by name: public and private ones, also archived ones and those they aren't in.
 * Throws `not_found` for everyone else.
 */
export async function exportableChannels(
  user: SessionUser,
): Promise<{ id: string; name: string; kind: "public" | "private" }[]> {
  if (user.role !== "owner") throw noSuchThing();
  const rows = await db().channel.findMany({
    where: { kind: { not: "direct" }, deletedAt: null },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST_LISTED,
    select: { id: true, name: true, kind: true },
  });
  return rows.map(({ id, name, kind }) => ({ id: `${id}`, name, kind: kind === "private" ? "private" : "public" }));
}

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
  const channel = await db().channel.findFirst({
    where: { id: channelId, kind: { not: "direct" }, deletedAt: null },
    select: channelFacts,
  });
  if (!channel) throw new AppError("not_found", "This channel doesn't exist.");
  await recordExport(user, { action: "workspace.channel_exported", channel, network });
  return ExportArchive.stream(user, async (archive) => {
    const people = await readPeople();
    const seen = new Set<bigint>(channel.createdById === null ? [] : [channel.createdById]);
    const { createdById, ...facts } = channel;
    await archive.addJson("export.json", {
      ...(await head(user, "channel")),
      channel: { ...facts, id: `${channel.id}`, createdBy: createdById === null ? null : `${createdById}` },
    });
    await writeMembers(archive, channelId, people, seen);
    await writeWebhooks(archive, channelId, seen);
    const messages = await writeMessages(archive, messagesOfChannel(channelId), {
      people,
      name: "messages",
      seen: (id) => seen.add(id),
    });
    await writePeople(archive, seen);
    await archive.addJson("summary.json", tail(archive, messages));
  });
}

async function writeMembers(
  archive: ExportArchive,
  channelId: bigint,
  people: People,
  seen: Set<bigint>,
): Promise<void> {
  const lines = archive.lines("members");
  const select = { userId: true, role: true, joinedAt: true } as const;
  const members = inPages(async (after, take) => {
    const where = { channelId, userId: { gt: after } };
    const rows = await db().membership.findMany({ where, orderBy: { userId: "asc" }, take, select });
    return rows.map(({ userId: id, ...row }) => ({ id, ...row }));
  });
  for await (const { id, role, joinedAt } of members) {
    seen.add(id);
    await lines.add({ person: named(people, id), role, joinedAt });
  }
  await lines.end();
}

/** Adds a channel's webhooks with their rules, without tokens and signing secrets, and those who created them to `seen`. */
export async function writeWebhooks(
  archive: ExportArchive,
  channelId: bigint,
  seen: Set<bigint>,
  name = "webhooks",
): Promise<void> {
  const lines = archive.lines(name);
  const rows = await db().webhook.findMany({
    where: { channelId },
    orderBy: { id: "asc" },
    select: {
      id: true,
      name: true,
      description: true,
      createdById: true,
      createdAt: true,
      deletedAt: true,
      rules: {
        orderBy: [{ position: "asc" }, { id: "asc" }],
        take: RULE_LIMITS.perWebhook,
        select: { ...ruleSelect, createdById: true, createdAt: true },
      },
    },
  });
  for (const { id, createdById, rules, ...webhook } of rows) {
    for (const by of [createdById, ...rules.map((rule) => rule.createdById)]) if (by !== null) seen.add(by);
    await lines.add({ id: `${id}`, ...webhook, createdBy: idOf(createdById), rules: rules.map(toRule) });
  }
  await lines.end();
}

const idOf = (id: bigint | null) => (id === null ? null : `${id}`);

/** A rule in words, and as it's stored. */
function toRule({ createdById, createdAt, ...row }: RuleRow & { createdById: bigint | null; createdAt: Date }) {
  const fields = storedFields(row);
  return { rule: fields && sentenceOf(fields), ...fields, createdBy: idOf(createdById), createdAt };
}

/** The people that the other files name by id, with what identifies them. */
async function writePeople(archive: ExportArchive, seen: ReadonlySet<bigint>): Promise<void> {
  const lines = archive.lines("people");
  for await (const { id, ...person } of everyone()) if (seen.has(id)) await lines.add({ id: `${id}`, ...person });
  await lines.end();
}
