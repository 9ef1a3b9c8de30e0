import { type AccessibleChannel, assertCanChangeRetention } from "@/lib/channels/access";
import type { RetentionPreviewDto } from "@/lib/channels/dto";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { INSTALL } from "@/lib/files/uploads/quota";
import type { SessionUser } from "@/lib/people/find-session-user";
import { isAppError } from "@/lib/text/errors";

/**
 * Counts the messages that a retention of so many days would delete now, in the channel or, with null, in all channels
 * and direct messages that follow the workspace, and the files that only they use. If counting takes too long, returns
 * PostgreSQL's estimate. Throws `forbidden` unless the user is an owner.
 */
export async function previewRetention(
  user: SessionUser,
  days: number,
  accessible: AccessibleChannel | null,
): Promise<RetentionPreviewDto> {
  assertCanChangeRetention(user);
  const before = new Date(Date.now() - days * 24 * 3_600_000);
  const inScope = accessible
    ? Prisma.sql`x.channel_id = ${accessible.channel.id}`
    : Prisma.sql`x.channel_id IN (SELECT id FROM channels WHERE retention_days IS NULL)`;
  try {
    return await heavyRead(user.id, (client) => count(client, inScope, before));
  } catch (error) {
    if (!isAppError(error) || error.code !== "unavailable") throw error;
    return heavyRead(user.id, (client) => estimate(client, inScope, before));
  }
}

const doomed = (inScope: Prisma.Sql, before: Date) => Prisma.sql`
  SELECT FROM messages x WHERE ${inScope} AND x.created_at < ${before} AND x.deleted_at IS NULL AND x.event IS NULL`;

async function count(client: ReadingClient, inScope: Prisma.Sql, before: Date): Promise<RetentionPreviewDto> {
  const [messages, files] = await Promise.all([
    client.$queryRaw<[{ count: bigint }]>`SELECT count(*) FROM (${doomed(inScope, before)}) d`,
    client.$queryRaw<[{ files: bigint; bytes: bigint }]>`
      SELECT count(*) AS files, coalesce(sum(d.size), 0)::bigint AS bytes
      FROM (
        SELECT x.hash, max(x.size) AS size, count(*) AS uses FROM attachments x
        WHERE ${inScope} AND x.created_at < ${before} GROUP BY x.hash
      ) d
      JOIN file_uses f ON f.owner_id = ${INSTALL} AND f.hash = d.hash AND f.uses <= d.uses`,
  ]);
  return {
    messages: Number(messages[0].count),
    files: Number(files[0].files),
    bytes: Number(files[0].bytes),
    isExact: true,
  };
}

async function estimate(client: ReadingClient, inScope: Prisma.Sql, before: Date): Promise<RetentionPreviewDto> {
  const [plan] = await client.$queryRaw<[{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }]>`
    EXPLAIN (FORMAT JSON) ${doomed(inScope, before)}`;
  return { messages: plan["QUERY PLAN"][0].Plan["Plan Rows"], files: 0, bytes: 0, isExact: false };
}
