import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/images/signed-url";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

type Row = { id: bigint; name: string; avatar_url: string | null; deleted: boolean; here: boolean; muted: boolean };

/**
 * The webhooks that belong to the channel or have messages in it, by name: deleted ones only with messages. One that has moved to
 * another channel goes by the name of its last message here, because what it is called there is for the readers there.
 */
export async function channelWebhooks({ user, channel }: AccessibleChannel): Promise<ChannelWebhookDto[]> {
  // The index is asked for the next webhook and the next: reading every message to find a few webhooks would take long.
  const rows = await db().$queryRaw<Row[]>`
    WITH RECURSIVE posted AS (
      SELECT (SELECT min(webhook_id) FROM messages WHERE channel_id = ${channel.id}) AS id
      UNION ALL
      SELECT (SELECT min(webhook_id) FROM messages WHERE channel_id = ${channel.id} AND webhook_id > p.id)
      FROM posted p WHERE p.id IS NOT NULL
    ), last AS MATERIALIZED (
      SELECT p.id, m.author_name, m.author_avatar_url FROM posted p CROSS JOIN LATERAL (
        SELECT author_name, author_avatar_url FROM messages
        WHERE channel_id = ${channel.id} AND webhook_id = p.id AND deleted_at IS NULL ORDER BY seq DESC LIMIT 1) m
    ), ids AS (
      SELECT id FROM last UNION SELECT id FROM webhooks WHERE channel_id = ${channel.id} AND deleted_at IS NULL
    )
    SELECT w.id, w.deleted_at IS NOT NULL AS deleted,
      w.deleted_at IS NULL AND w.channel_id = ${channel.id} AS here,
      CASE WHEN w.channel_id = ${channel.id} THEN w.name ELSE coalesce(l.author_name, 'Unknown') END AS name,
      CASE WHEN w.channel_id = ${channel.id} THEN w.avatar_url ELSE l.author_avatar_url END AS avatar_url,
      EXISTS (SELECT FROM webhook_mutes u WHERE u.user_id = ${user.id} AND u.webhook_id = w.id) AS muted
    FROM ids JOIN webhooks w USING (id) LEFT JOIN last l USING (id)
    ORDER BY 2, lower(CASE WHEN w.channel_id = ${channel.id} THEN w.name ELSE l.author_name END), w.id`;
  return rows.map(({ id, avatar_url, ...row }) => ({ ...row, id: `${id}`, avatarUrl: shownImage(avatar_url, id) }));
}
