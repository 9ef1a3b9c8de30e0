import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { incidentKind } from "@/lib/messages/cards/incident-kind";
import { isMadeOfFacts, toneOf } from "@/lib/messages/cards/tones";
import type { WebhookDraft } from "@/lib/messages/draft";
import {
  CARD_SEVERITIES,
  type CardSeverity,
  type Embed,
  type IncidentDto,
  type MessageDto,
  type SenderDto,
  type Tone,
} from "@/lib/messages/dto";

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

/** Returns how bad a payload says it is: the worst of what these cards report as open, or null if none says. */
function levelOf(embeds: readonly Embed[]): CardSeverity | null {
  const open = embeds.filter((embed) => toneOfOpen(embed) !== "neutral");
  return CARD_SEVERITIES.find((level) => open.some(({ card }) => card?.severity === level)) ?? null;
}

type Place = { channelId: bigint; messageId: bigint };

/** The columns that both an incident and its outage take from their cards. */
function factsOf(draft: WebhookDraft, embeds: readonly Embed[]) {
  const name = toolOf(draft, embeds);
  return { tool: name === null ? Prisma.sql`w.name` : Prisma.sql`${name}`, place: placeOf(embeds) };
}

/** The tool's name, or null if it's the webhook's. */
function toolOf({ username }: WebhookDraft, embeds: readonly Embed[]): string | null {
  return embeds.find(({ tool }) => tool)?.tool?.name ?? username;
}

function placeOf(embeds: readonly Embed[]): string {
  return (embeds.find(({ card }) => card?.place)?.card?.place ?? []).join(" · ");
}

// Cards that someone said aren't incidents.
const isCounted = (embeds: readonly Embed[]) => Prisma.sql`NOT EXISTS (
  SELECT FROM not_incidents n WHERE n.webhook_id = w.id AND n.kind = ${incidentKind(embeds)})`;

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
  const { tool, place } = factsOf(draft, draft.embeds);
  await tx.$executeRaw`
    WITH opened AS (
      INSERT INTO incidents (message_id, channel_id, webhook_id, severity, level, tool, opened_at, reopened_at,
        acknowledged_by_id, acknowledged_at, assigned_to_id)
      SELECT ${messageId}, ${channelId}, w.id, ${severity}::incident_severity, ${levelOf(draft.embeds)}, ${tool},
        CASE WHEN ${stillOpen} THEN f.opened_at ELSE now() END,
        CASE WHEN ${stillOpen} AND f.severity >= ${severity}::incident_severity THEN f.reopened_at
          WHEN f.message_id IS NOT NULL THEN now() END,
        f.acknowledged_by_id, f.acknowledged_at, f.assigned_to_id
      FROM webhooks w LEFT JOIN incidents f ON f.message_id = ${formerId}
      WHERE w.id = ${draft.webhookId} AND ${isCounted(draft.embeds)}
      RETURNING message_id, channel_id, webhook_id, tool, opened_at
    ),
    continued AS (
      UPDATE outages o SET message_id = i.message_id, place = ${place} FROM opened i
      WHERE o.message_id = ${formerId} AND o.resolved_at IS NULL RETURNING o.id
    )
    INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at)
    SELECT message_id, channel_id, webhook_id, tool, ${place}, opened_at FROM opened
    WHERE NOT EXISTS (SELECT FROM continued)`;
  if (formerId !== null) await close(tx, formerId);
  return true;
}

/** Opens the incidents of new cards whose keys referred to no message before, with one statement. */
export async function openIncidents(
  tx: Transaction,
  posted: readonly (Place & { draft: WebhookDraft })[],
): Promise<void> {
  const rows = posted.flatMap(({ draft, channelId, messageId }) => {
    const { embeds, webhookId } = draft;
    const severity = severityOf(embeds);
    const ids = { message_id: `${messageId}`, channel_id: `${channelId}`, webhook_id: `${webhookId}` };
    const facts = {
      level: levelOf(embeds),
      tool: toolOf(draft, embeds),
      place: placeOf(embeds),
      kind: incidentKind(embeds),
    };
    return severity === null ? [] : [{ ...ids, severity, ...facts }];
  });
  if (rows.length === 0) return;
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(message_id bigint, channel_id bigint, webhook_id bigint,
        severity incident_severity, level text, tool text, place text, kind text)
    ),
    opened AS (
      INSERT INTO incidents (message_id, channel_id, webhook_id, severity, level, tool)
      SELECT g.message_id, g.channel_id, w.id, g.severity, g.level, coalesce(g.tool, w.name)
      FROM given g JOIN webhooks w ON w.id = g.webhook_id
      WHERE NOT EXISTS (SELECT FROM not_incidents n WHERE n.webhook_id = w.id AND n.kind = g.kind)
      RETURNING message_id, channel_id, webhook_id, tool, opened_at
    )
    INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at)
    SELECT o.message_id, o.channel_id, o.webhook_id, o.tool, g.place, o.opened_at
    FROM opened o JOIN given g ON g.message_id = o.message_id`;
}

const stillOpen = Prisma.sql`(f.message_id IS NOT NULL AND f.closed_at IS NULL)`;

/** Opens, changes or closes a card's incident after an update. Returns whether anything changed. */
export async function updateIncident(
  tx: Transaction,
  draft: WebhookDraft,
  { channelId, messageId }: Place,
  embeds: readonly Embed[],
): Promise<boolean> {
  const severity = severityOf(embeds);
  if (severity === null) return close(tx, messageId);
  const { tool, place } = factsOf(draft, embeds);
  await tx.$executeRaw`
    WITH changed AS (
      INSERT INTO incidents AS i (message_id, channel_id, webhook_id, severity, level, tool)
      SELECT ${messageId}, ${channelId}, w.id, ${severity}::incident_severity, ${levelOf(embeds)}, ${tool}
      FROM webhooks w WHERE w.id = ${draft.webhookId} AND ${isCounted(embeds)}
      ON CONFLICT (message_id) DO UPDATE SET severity = excluded.severity, level = excluded.level, active_at = now(),
        closed_at = NULL, closed_by_id = NULL,
        opened_at = CASE WHEN i.closed_at IS NULL THEN i.opened_at ELSE now() END,
        reopened_at = CASE WHEN i.closed_at IS NOT NULL OR excluded.severity > i.severity THEN now() ELSE i.reopened_at END
      RETURNING message_id, channel_id, webhook_id, tool, opened_at
    )
    INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at)
    SELECT message_id, channel_id, webhook_id, tool, ${place}, opened_at FROM changed
    ON CONFLICT (message_id) WHERE resolved_at IS NULL DO UPDATE SET place = excluded.place`;
  return true;
}

/**
 * Lets an incident that was just opened go on with one that turns out to be the same: who acknowledged that and has it, and
 * since when it's open. The former is closed by the caller.
 */
export async function takeOverIncident(tx: Transaction, fromId: bigint, toId: bigint): Promise<void> {
  const taken = await tx.$executeRaw`
    UPDATE incidents i SET acknowledged_by_id = f.acknowledged_by_id, acknowledged_at = f.acknowledged_at,
      assigned_to_id = f.assigned_to_id, opened_at = f.opened_at, reopened_at = f.reopened_at
    FROM incidents f WHERE i.message_id = ${toId} AND f.message_id = ${fromId} AND f.closed_at IS NULL`;
  if (taken === 0) return;
  await tx.$executeRaw`
    DELETE FROM outages WHERE message_id = ${toId} AND resolved_at IS NULL
      AND EXISTS (SELECT FROM outages f WHERE f.message_id = ${fromId} AND f.resolved_at IS NULL)`;
  await tx.$executeRaw`UPDATE outages SET message_id = ${toId} WHERE message_id = ${fromId} AND resolved_at IS NULL`;
}

/** Closes a card's incident, for good if a person had closed it. Returns whether anything changed. */
async function close(tx: Transaction, messageId: bigint): Promise<boolean> {
  const closed = await tx.$executeRaw`
    WITH resolved AS (
      UPDATE outages SET resolved_at = now() WHERE message_id = ${messageId} AND resolved_at IS NULL
    )
    UPDATE incidents SET closed_at = now(), closed_by_id = NULL
    WHERE message_id = ${messageId} AND (closed_at IS NULL OR closed_by_id IS NOT NULL)`;
  return closed > 0;
}

/** Closes all incidents of a webhook that can no longer update their cards, or only those with one of these cards. */
export async function closeIncidentsOf(tx: Transaction, webhookId: bigint, only?: readonly bigint[]): Promise<void> {
  const among = only ? Prisma.sql`message_id = ANY(${[...only]}::bigint[])` : Prisma.sql`true`;
  await tx.$executeRaw`
    WITH closed AS (
      UPDATE incidents SET closed_at = now() WHERE webhook_id = ${webhookId} AND closed_at IS NULL AND ${among}
      RETURNING message_id
    )
    UPDATE outages o SET resolved_at = now() FROM closed c WHERE o.message_id = c.message_id AND o.resolved_at IS NULL`;
}

const person = { select: { id: true, name: true } } as const;

/** The columns of a message's incident that readers see. */
export const incidentSelect = {
  severity: true,
  level: true,
  openedAt: true,
  reopenedAt: true,
  activeAt: true,
  closedAt: true,
  acknowledgedAt: true,
  acknowledgedBy: person,
  assignedTo: person,
  closedBy: person,
} satisfies Prisma.IncidentSelect;

export type IncidentRow = Prisma.IncidentGetPayload<{ select: typeof incidentSelect }>;

/** Returns the incident for readers, or null if it isn't open. */
export function toIncidentDto(row: IncidentRow | null): IncidentDto | null {
  if (!row || !isOpen(row)) return null;
  const { severity, level, openedAt, reopenedAt, acknowledgedAt } = row;
  return {
    severity,
    level: CARD_SEVERITIES.find((known) => known === level) ?? null,
    openedAt: openedAt.toISOString(),
    acknowledgedBy: named(row.acknowledgedBy),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    assignedTo: named(row.assignedTo),
    again: reopenedAt !== null && (acknowledgedAt === null || reopenedAt > acknowledgedAt),
  };
}

/** Returns who closed the incident by hand, for a message's readers. */
export function closedIncidentOf(row: IncidentRow | null): Pick<MessageDto, "closedIncident"> {
  if (!row?.closedAt || !row.closedBy) return {};
  return { closedIncident: { by: named(row.closedBy), at: row.closedAt.toISOString() } };
}

/** Returns a person for readers. */
function named<P extends { id: bigint; name: string } | null>(who: P): P extends null ? null : SenderDto;
function named(who: { id: bigint; name: string } | null): SenderDto | null {
  return who && { id: `${who.id}`, name: who.name };
}

/** Returns whether it is neither closed nor lapsed. */
export function isOpen({ closedAt, activeAt }: Pick<IncidentRow, "closedAt" | "activeAt">): boolean {
  return closedAt === null && Date.now() - activeAt.getTime() < INCIDENT_DAYS * 24 * 3_600_000;
}
