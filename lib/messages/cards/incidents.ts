import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { isMadeOfFacts, toneOf } from "@/lib/messages/cards/tones";
import type { WebhookDraft } from "@/lib/messages/draft";
import type { Embed, IncidentDto, Tone } from "@/lib/messages/dto";

// Why: docs/decisions/incidents.md

/** For how many days after its last post or act an incident stays open. Its card can't be updated for longer. */
export const INCIDENT_DAYS = 7;

type Severity = IncidentDto["severity"];

/** Returns how bad the matter is that these cards report: by the worst of them, or null if none is red or amber. */
export function severityOf(embeds: readonly Embed[]): Severity | null {
  const tones = embeds.map(toneOfOpen);
  return tones.find((tone) => tone === "danger") ?? tones.find((tone) => tone === "warning") ?? null;
}

// A color alone counts on a sender's own card, and on one stored without facts.
function toneOfOpen(embed: Embed): Tone {
  const state = embed.card?.state;
  if (!state) return isMadeOfFacts(embed) ? "neutral" : toneOf(embed.color);
  if (!state.open) return "neutral";
  return state.tone === "bad" ? "danger" : state.tone === "warning" ? "warning" : "neutral";
}

type Place = { channelId: bigint; messageId: bigint };

/**
 * Opens an incident if a new card is bad. It replaces the one of `formerId`, the message that the same key referred to,
 * and takes over who acknowledged it. Returns whether anything changed.
 */
export async function openIncident(
  tx: Transaction,
  draft: WebhookDraft,
  { channelId, messageId }: Place,
  formerId: bigint | null,
): Promise<boolean> {
  const severity = severityOf(draft.embeds);
  if (severity === null) return formerId !== null && (await close(tx, formerId));
  await tx.$executeRaw`
    INSERT INTO incidents (message_id, channel_id, webhook_id, severity, tool, opened_at, reopened_at,
      acknowledged_by_id, acknowledged_at, assigned_to_id)
    SELECT ${messageId}, ${channelId}, w.id, ${severity}::incident_severity, ${toolOf(draft)},
      CASE WHEN ${stillOpen} THEN f.opened_at ELSE now() END,
      CASE WHEN ${stillOpen} AND f.severity >= ${severity}::incident_severity THEN f.reopened_at
        WHEN f.message_id IS NOT NULL THEN now() END,
      f.acknowledged_by_id, f.acknowledged_at, f.assigned_to_id
    FROM webhooks w LEFT JOIN incidents f ON f.message_id = ${formerId} WHERE w.id = ${draft.webhookId}`;
  if (formerId !== null) await close(tx, formerId);
  return true;
}

const stillOpen = Prisma.sql`(f.message_id IS NOT NULL AND f.closed_at IS NULL)`;

function toolOf({ embeds, username }: WebhookDraft): Prisma.Sql {
  const name = embeds.find(({ tool }) => tool)?.tool?.name ?? username;
  return name === null ? Prisma.sql`w.name` : Prisma.sql`${name}`;
}

/** Opens, changes or closes a card's incident after an update. Returns whether anything changed. */
export async function updateIncident(
  tx: Transaction,
  draft: WebhookDraft,
  { channelId, messageId }: Place,
  embeds: readonly Embed[],
): Promise<boolean> {
  const severity = severityOf(embeds);
  if (severity === null) return close(tx, messageId);
  await tx.$executeRaw`
    INSERT INTO incidents AS i (message_id, channel_id, webhook_id, severity, tool)
    SELECT ${messageId}, ${channelId}, w.id, ${severity}::incident_severity, ${toolOf(draft)}
    FROM webhooks w WHERE w.id = ${draft.webhookId}
    ON CONFLICT (message_id) DO UPDATE SET severity = excluded.severity, active_at = now(), closed_at = NULL,
      opened_at = CASE WHEN i.closed_at IS NULL THEN i.opened_at ELSE now() END,
      reopened_at = CASE WHEN i.closed_at IS NOT NULL OR excluded.severity > i.severity THEN now() ELSE i.reopened_at END`;
  return true;
}

async function close(tx: Transaction, messageId: bigint): Promise<boolean> {
  const closed = await tx.incident.updateMany({ where: { messageId, closedAt: null }, data: { closedAt: new Date() } });
  return closed.count > 0;
}

/** Closes all incidents of a webhook that can no longer update their cards. */
export async function closeIncidentsOf(tx: Transaction, webhookId: bigint): Promise<void> {
  await tx.incident.updateMany({ where: { webhookId, closedAt: null }, data: { closedAt: new Date() } });
}

const person = { select: { id: true, name: true } } as const;

/** The columns of a message's incident that readers see. */
export const incidentSelect = {
  severity: true,
  openedAt: true,
  reopenedAt: true,
  activeAt: true,
  closedAt: true,
  acknowledgedAt: true,
  acknowledgedBy: person,
  assignedTo: person,
} satisfies Prisma.IncidentSelect;

export type IncidentRow = Prisma.IncidentGetPayload<{ select: typeof incidentSelect }>;

/** Returns the incident for readers, or null if it isn't open. */
export function toIncidentDto(row: IncidentRow | null): IncidentDto | null {
  if (!row || !isOpen(row)) return null;
  const { severity, openedAt, reopenedAt, acknowledgedAt, acknowledgedBy, assignedTo } = row;
  const dto = (who: typeof acknowledgedBy) => who && { id: `${who.id}`, name: who.name };
  return {
    severity,
    openedAt: openedAt.toISOString(),
    acknowledgedBy: dto(acknowledgedBy),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    assignedTo: dto(assignedTo),
    again: reopenedAt !== null && (acknowledgedAt === null || reopenedAt > acknowledgedAt),
  };
}

/** Returns whether it is neither closed nor lapsed. */
export function isOpen({ closedAt, activeAt }: Pick<IncidentRow, "closedAt" | "activeAt">): boolean {
  return closedAt === null && Date.now() - activeAt.getTime() < INCIDENT_DAYS * 24 * 3_600_000;
}
