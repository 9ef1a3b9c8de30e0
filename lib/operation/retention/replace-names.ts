import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { changeTogether, type RemovedParts } from "@/lib/messages/change/delete-together";
import type { Embed } from "@/lib/messages/dto";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { DELETED_NAME, deletedKey, isDeletedKey } from "@/lib/people/deleted-people";
import { inTurns } from "@/lib/process/repeat";

// Why: docs/decisions/retention.md

const PORTION = 1_000;

/** The names and addresses that a deleted person had, and the keys by which imports knew them. */
export const formerSchema = z.object({
  names: z.array(z.string()).default([]),
  emails: z.array(z.string()).default([]),
  keys: z.array(z.string()).default([]),
});

export type Former = z.output<typeof formerSchema>;

type Entry = { id: bigint; kind: string; own: boolean; details: Record<string, unknown> };

/** Replaces a person in the audit log by `name`, and clears the networks of what they did. What happened stays. */
export async function replaceInLog(
  { userId, name, former }: { userId: bigint; name: string; former: Former },
  goOn: () => boolean,
): Promise<void> {
  let after = 0n;
  await inTurns(async () => {
    const rows = await db().$queryRaw<Entry[]>`
      SELECT id, kind, actor_id = ${userId} OR member_id = ${userId} IS TRUE AS own, details FROM audit_entries
      WHERE id > ${after} ORDER BY id LIMIT ${PORTION}`;
    const last = rows.at(-1);
    if (!last) return false;
    const changed = rows.flatMap((row) => {
      const details = withoutPerson(row, name, former);
      return JSON.stringify(details) === JSON.stringify(row.details) ? [] : [{ id: `${row.id}`, details }];
    });
    await db().$executeRaw`
      UPDATE audit_entries SET network = NULL, tally_key = NULL,
        actor_name = CASE WHEN actor_id = ${userId} THEN ${name} ELSE actor_name END,
        member_name = CASE WHEN member_id = ${userId} THEN ${name} ELSE member_name END
      WHERE id > ${after} AND id <= ${last.id} AND (actor_id = ${userId} OR member_id = ${userId})`;
    if (changed.length > 0) {
      await db().$executeRaw`
        UPDATE audit_entries a SET details = x.details
        FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS x(id bigint, details jsonb) WHERE a.id = x.id`;
    }
    after = last.id;
    return true;
  }, goOn);
}

// The fields that say something about the account itself.
const OWN = new Set(["name", "email", "title", "avatarUrl", "reason"]);

function withoutPerson({ kind, own, details }: Entry, name: string, { names, emails }: Former): unknown {
  const about = own && (kind === "accounts" || kind === "sign-ins");
  const kept = Object.entries(details).filter(([field]) => !(about && OWN.has(field)));
  const inField = (field: string, value: unknown): unknown => {
    if (typeof value === "string") {
      const found = field === "members" ? [...names, ...emails] : emails;
      return found.reduce((text, each) => replaceWord(text, each, name), value);
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inField(field, inner)]));
  };
  return Object.fromEntries(kept.map(([field, value]) => [field, inField(field, value)]));
}

/** Replaces a name that isn't part of a longer word. */
function replaceWord(text: string, word: string, by: string): string {
  if (word === "") return text;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu"), () => by);
}

type QuotingRow = { id: bigint; channel_id: bigint };

/**
 * Replaces a person's name in forwarded messages and reminders, which copy it, and also removes the copies of what is removed of their
 * messages. A source that is gone is recognized by the name.
 */
export async function replaceInQuotes(
  { userId, former, removed }: { userId: bigint; former: Former; removed: RemovedParts },
  goOn: () => boolean,
): Promise<void> {
  let after = -(2n ** 63n);
  await inTurns(async () => {
    // In windows of the primary key, because most messages quote nothing and there is no index for those that do.
    const [window] = await db().$queryRaw<{ last: bigint | null }[]>`
      SELECT max(id) AS last FROM (SELECT id FROM messages WHERE id > ${after} ORDER BY id LIMIT ${PORTION}) w`;
    const last = window?.last;
    if (last === null || last === undefined) return false;
    const rows = await db().$queryRaw<QuotingRow[]>`
      SELECT id, channel_id FROM messages
      WHERE id > ${after} AND id <= ${last} AND webhook_id IS NULL AND embeds @? '$[*].quote'`;
    for (const { id, channel_id: channelId } of rows) {
      let files = false;
      await changeTogether(channelId, async (tx) => {
        const found = await tx.message.findUnique({ where: { id }, select: { embeds: true, attachmentCount: true } });
        if (!found) return [];
        const embeds = storedEmbeds(found.embeds);
        const changed: Embed[] = [];
        let isTheirs = false;
        for (const embed of embeds) {
          const source = embed.quote && (await sourceOf(tx, embed.quote));
          const quotes = source ? source.userId === userId : former.names.includes(embed.author?.name ?? "");
          if (!embed.quote || !quotes) changed.push(embed);
          else {
            const { description, ...rest } = embed;
            const text = description !== undefined && !removed.text && { description };
            changed.push({ ...rest, ...text, author: { name: DELETED_NAME } });
            isTheirs = true;
          }
        }
        // A forwarded message's files are all copies.
        files = isTheirs && removed.files && found.attachmentCount > 0;
        if (!files && isDeepStrictEqual(changed, embeds)) return [];
        if (files) await tx.attachment.deleteMany({ where: { messageId: id } });
        await tx.message.update({
          where: { id },
          data: { embeds: changed as unknown as Prisma.InputJsonValue, ...(files && { attachmentCount: 0 }) },
          select: { id: true },
        });
        return [id];
      });
      if (files) publish({ kind: "files", channelId });
    }
    after = last;
    return true;
  }, goOn);
}

function sourceOf(tx: Transaction, { channelId, seq }: { channelId: string; seq: number }) {
  return tx.message.findFirst({
    where: { channelId: BigInt(channelId), seq: BigInt(seq) },
    select: { userId: true },
  });
}

type Imported = { channelId: bigint; source: string; key: string; theirs: boolean };

/** Hashes the keys by which imports recognize a person's messages, because Mattermost's have their username. */
export async function replaceInImports(
  { userId, former }: { userId: bigint; former: Former },
  goOn: () => boolean,
): Promise<void> {
  let last: Pick<Imported, "channelId" | "source" | "key"> = { channelId: 0n, source: "", key: "" };
  await inTurns(async () => {
    const rows = await db().$queryRaw<Imported[]>`
      SELECT i.channel_id AS "channelId", i.source, i.key, m.user_id = ${userId} IS TRUE AS theirs FROM (
        SELECT * FROM imported_messages WHERE (channel_id, source, key) > (${last.channelId}, ${last.source}, ${last.key})
        ORDER BY channel_id, source, key LIMIT ${PORTION}) i
      LEFT JOIN messages m ON m.id = i.message_id ORDER BY i.channel_id, i.source, i.key`;
    const end = rows.at(-1);
    if (!end) return false;
    // Of a message that retention deleted, only the key tells who wrote it.
    const isTheirs = ({ key, theirs }: Imported) => theirs || former.keys.some((each) => key.includes(`:${each}:`));
    const changed = rows.filter((row) => isTheirs(row) && !isDeletedKey(row.key));
    await db().$executeRaw`
      UPDATE imported_messages i SET key = x.hashed FROM unnest(
        ${changed.map(({ channelId }) => channelId)}::bigint[], ${changed.map(({ source }) => source)}::text[],
        ${changed.map(({ key }) => key)}::text[], ${changed.map(({ source, key }) => deletedKey(source, key))}::text[]
      ) AS x (channel_id, source, key, hashed)
      WHERE i.channel_id = x.channel_id AND i.source = x.source AND i.key = x.key`;
    last = end;
    return true;
  }, goOn);
}
