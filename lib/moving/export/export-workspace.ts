import { db } from "@/lib/db/client";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import type { SessionUser } from "@/lib/people/find-session-user";
import { ExportArchive } from "./archive";
import { writeWebhooks } from "./export-channel";
import { head, tail } from "./head-and-tail";
import { channelFacts, everyone, inPages, messagesOfChannel, readPeople } from "./rows";
import { assertMayExport, recordExport } from "./tickets";
import { writeMessages } from "./write-messages";

const select = {
  ...channelFacts,
  memberships: { orderBy: { userId: "asc" }, select: { userId: true, role: true, joinedAt: true } },
} as const;

/**
 * Returns an archive of the workspace that another Parley can import: its people, channels, messages and files, with
 * `direct` also direct messages. Records it in the audit log first. For owners. Throws `forbidden`.
 */
export async function exportWorkspace(
  user: SessionUser,
  direct: boolean,
  network: string,
): Promise<ReadableStream<Uint8Array>> {
  assertMayExport(user);
  const action = direct ? "workspace.exported_with_direct" : "workspace.exported";
  await recordExport(user, { action, network });
  return ExportArchive.stream(user, async (archive) => {
    const people = await readPeople();
    await archive.addJson("export.json", { ...(await head(user, "workspace")), direct });
    await writePeople(archive);
    await writeGroups(archive);
    await writeEmoji(archive);
    const ids = await writeChannels(archive, direct);
    let messages = 0;
    for (const id of ids) {
      await writeWebhooks(archive, id, new Set(), `channels/${id}/webhooks`);
      messages += await writeMessages(archive, messagesOfChannel(id), { people, name: `channels/${id}/messages` });
    }
    await archive.addJson("summary.json", { ...tail(archive, messages), channels: ids.length });
  });
}

async function writePeople(archive: ExportArchive): Promise<void> {
  const lines = archive.lines("people");
  const avatars = new Map<bigint, string>();
  const uploaded = await db().user.findMany({
    where: { avatarUrl: { not: null } },
    select: { id: true, avatarUrl: true },
  });
  for (const { id, avatarUrl } of uploaded) {
    const hash = avatarHashOf(avatarUrl);
    if (hash !== null) avatars.set(id, hash);
  }
  for await (const { id, ...person } of everyone()) {
    const hash = avatars.get(id);
    const avatarFile = hash ? await archive.addFile(`files/avatars/${id}.webp`, Buffer.from(hash, "hex")) : null;
    await lines.add({ id: `${id}`, ...person, avatarFile });
  }
  await lines.end();
}

async function writeGroups(archive: ExportArchive): Promise<void> {
  const lines = archive.lines("groups");
  const rows = await db().userGroup.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, handle: true, description: true, createdAt: true, members: { select: { userId: true } } },
  });
  for (const { id, members, ...group } of rows)
    await lines.add({ id: `${id}`, ...group, members: members.map(({ userId }) => `${userId}`) });
  await lines.end();
}

async function writeEmoji(archive: ExportArchive): Promise<void> {
  const lines = archive.lines("emoji");
  const rows = await db().customEmoji.findMany({
    orderBy: { name: "asc" },
    select: { name: true, createdById: true, createdAt: true, image: { select: { hash: true } } },
  });
  for (const { name, createdById, createdAt, image } of rows) {
    const file = image && (await archive.addFile(`files/emoji/${name}.webp`, image.hash));
    await lines.add({ name, createdBy: createdById === null ? null : `${createdById}`, createdAt, file });
  }
  await lines.end();
}

/** Returns the ids of the channels. */
async function writeChannels(archive: ExportArchive, direct: boolean): Promise<bigint[]> {
  const lines = archive.lines("channels");
  const ids: bigint[] = [];
  const channels = inPages((after, take) =>
    db().channel.findMany({
      where: { id: { gt: after }, deletedAt: null, ...(!direct && { kind: { not: "direct" } }) },
      orderBy: { id: "asc" },
      take,
      select,
    }),
  );
  for await (const { id, name, createdById, memberships, ...channel } of channels) {
    ids.push(id);
    await lines.add({
      id: `${id}`,
      name: channel.kind === "direct" ? null : name,
      ...channel,
      createdBy: createdById === null ? null : `${createdById}`,
      members: memberships.map(({ userId, ...membership }) => ({ person: `${userId}`, ...membership })),
    });
  }
  await lines.end();
  return ids;
}
