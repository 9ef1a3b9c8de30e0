import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/images/signed-url";
import type { SessionUser } from "@/lib/users/find-session-user";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { stateOf } from "@/lib/webhooks/queries";

type Row = {
  id: bigint;
  name: string;
  description: string;
  avatarUrl: string | null;
  pausedAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastErrorAt: Date | null;
  lastError: string | null;
  failing: boolean;
  channelId: bigint;
  channelName: string;
  channelKind: WorkspaceWebhookDto["channelKind"];
  channelArchived: boolean;
  isMember: boolean;
  canManage: boolean;
  creatorName: string | null;
  creatorDeactivated: boolean;
};

/**
 * The webhooks that this person may manage, over all channels, newest first. Owners and admins see that every other webhook
 * exists too, so that a failing or leaked one can be found; to manage one they must be in its channel like everybody.
 */
export async function allWebhooks(user: SessionUser): Promise<WorkspaceWebhookDto[]> {
  const overseer = user.role !== "member";
  const rows = await db().$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT w.id, w.name, w.description, w.avatar_url AS "avatarUrl", w.paused_at AS "pausedAt",
        w.created_at AS "createdAt", w.last_used_at AS "lastUsedAt", w.last_error_at AS "lastErrorAt",
        w.last_error AS "lastError", w.failing, c.id AS "channelId", c.name AS "channelName", c.kind::text AS "channelKind",
        c.archived_at IS NOT NULL AS "channelArchived", m.user_id IS NOT NULL AS "isMember",
        m.user_id IS NOT NULL AND (${overseer} OR m.role = 'manager' OR c.webhook_managers = 'members') AS "canManage",
        u.name AS "creatorName", u.deactivated_at IS NOT NULL AS "creatorDeactivated"
      FROM webhooks w
      JOIN channels c ON c.id = w.channel_id
      LEFT JOIN memberships m ON m.channel_id = c.id AND m.user_id = ${user.id}
      LEFT JOIN users u ON u.id = w.created_by_id
      WHERE w.deleted_at IS NULL
    ) seen
    WHERE "canManage" OR ${overseer}
    ORDER BY id DESC`;
  return rows.map(toDto);
}

function toDto({ isMember, pausedAt, failing, ...row }: Row): WorkspaceWebhookDto {
  return {
    ...row,
    id: `${row.id}`,
    avatarUrl: shownImage(row.avatarUrl),
    state: stateOf({ pausedAt, failing }),
    channelId: `${row.channelId}`,
    channelName: row.channelKind === "direct" && !isMember ? null : row.channelName,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
  };
}
