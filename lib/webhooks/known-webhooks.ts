import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/users/find-session-user";
import type { KnownWebhooksDto } from "@/lib/webhooks/dto";

/**
 * The webhooks whose URLs somebody knows, because they created them or were the last to regenerate their token: a URL works whoever has left.
 * Those that the viewer may manage, as `requireWebhookManager` decides; the others are only counted. Members are told of none.
 */
export async function knownWebhooks(viewer: SessionUser, userId: bigint): Promise<KnownWebhooksDto> {
  if (viewer.role === "member") return { webhooks: [], elsewhere: 0 };
  const rows = await db().$queryRaw<
    { id: bigint; name: string; channelId: bigint; channelName: string; manages: boolean }[]
  >`
    SELECT w.id, w.name, c.id AS "channelId", c.name AS "channelName", EXISTS (
      SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${viewer.id}) AS manages
    FROM (
      SELECT id FROM webhooks WHERE created_by_id = ${userId}
      UNION
      SELECT webhook_id FROM audit_entries
      WHERE actor_id = ${userId} AND kind = 'webhooks' AND action = 'webhook.token_regenerated'
    ) touched JOIN webhooks w ON w.id = touched.id JOIN channels c ON c.id = w.channel_id
    WHERE w.deleted_at IS NULL AND c.archived_at IS NULL AND coalesce((
      SELECT a.actor_id FROM audit_entries a WHERE a.webhook_id = w.id AND a.action = 'webhook.token_regenerated'
      ORDER BY a.id DESC LIMIT 1), w.created_by_id) = ${userId}
    ORDER BY c.name, c.id, w.name, w.id`;
  const webhooks = rows
    .filter(({ manages }) => manages)
    .map(({ id, name, channelId, channelName }) => ({ id: `${id}`, name, channelId: `${channelId}`, channelName }));
  return { webhooks, elsewhere: rows.length - webhooks.length };
}
