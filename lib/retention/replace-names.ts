import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { changeTogether } from "@/lib/messages/delete-together";
import type { Embed } from "@/lib/messages/dto";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { DELETED_NAME } from "@/lib/users/deleted-people";

// Why: docs/decisions/deleted-people.md

const PORTION = 1_000;
const REST = 2;

/** The names and addresses that a deleted person had. */
export const formerSchema = z.object({
  names: z.array(z.string()).default([]),
  emails: z.array(z.string()).default([]),
});

export type Former = z.output<typeof formerSchema>;

type Entry = { id: bigint; kind: string; own: boolean; details: Record<string, unknown> };

/** Replaces a person in the audit log by `name`, and clears the networks of what they did. What happened stays. */
export async function replaceInLog(
  { userId, name, former }: { userId: bigint; name: string; former: Former },
  goOn: () => boolean,
): Promise<void> {
  for (let after = 0n; ; ) {
    const began = performance.now();
    if (!goOn()) return;
    const rows = await db().$queryRaw<Entry[]>`
      SELECT id, kind, actor_id = ${userId} OR member_id = ${userId} IS TRUE AS own, details FROM audit_entries
      WHERE id > ${after} ORDER BY id LIMIT ${PORTION}`;
    const last = rows.at(-1);
    if (!last) return;
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
    await sleep(REST * (performance.now() - began));
  }
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

type Quoting = { id: bigint; channel_id: bigint; embeds: Prisma.JsonValue };

/**
 * Replaces a person's name in forwarded messages and reminders, which copy it, and with `textToo` also removes the copy of their text.
 * A source that is gone is recognized by the name.
 */
export async function replaceInQuotes(
  { userId, former, textToo }: { userId: bigint; former: Former; textToo: boolean },
  goOn: () => boolean,
): Promise<void> {
  for (let after = -(2n ** 63n); ; ) {
    const began = performance.now();
    if (!goOn()) return;
    // In windows of the primary key, because most messages quote nothing and there is no index for those that do.
    const [window] = await db().$queryRaw<{ last: bigint | null }[]>`
      SELECT max(id) AS last FROM (SELECT id FROM messages WHERE id > ${after} ORDER BY id LIMIT ${PORTION}) w`;
    const last = window?.last;
    if (last === null || last === undefined) return;
    const rows = await db().$queryRaw<Quoting[]>`
      SELECT id, channel_id, embeds FROM messages
      WHERE id > ${after} AND id <= ${last} AND webhook_id IS NULL AND embeds @? '$[*].quote'`;
    for (const { id, channel_id: channelId } of rows) {
      await changeTogether(channelId, async (tx) => {
        const found = await tx.message.findUnique({ where: { id }, select: { embeds: true } });
        const embeds = storedEmbeds(found?.embeds ?? null);
        const changed: Embed[] = [];
        let any = false;
        for (const embed of embeds) {
          const source = embed.quote && (await sourceOf(tx, embed.quote));
          const isTheirs = source ? source.userId === userId : former.names.includes(embed.author?.name ?? "");
          if (!embed.quote || !isTheirs) changed.push(embed);
          else {
            const { description, ...rest } = embed;
            changed.push({ ...rest, ...(description && !textToo && { description }), author: { name: DELETED_NAME } });
            any = true;
          }
        }
        if (!any) return [];
        await tx.message.update({
          where: { id },
          data: { embeds: changed as unknown as Prisma.InputJsonValue },
          select: { id: true },
        });
        return [id];
      });
    }
    after = last;
    await sleep(REST * (performance.now() - began));
  }
}

function sourceOf(tx: Transaction, { channelId, seq }: { channelId: string; seq: number }) {
  return tx.message.findFirst({
    where: { channelId: BigInt(channelId), seq: BigInt(seq) },
    select: { userId: true },
  });
}
