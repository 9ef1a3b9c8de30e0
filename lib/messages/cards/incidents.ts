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

/** The tool's name, or null if it's the webhook's. */
function toolOf({ username }: WebhookDraft, embeds: readonly Embed[]): string | null {
  return embeds.find(({ tool }) => tool)?.tool?.name ?? username;
}

function placeOf(embeds: readonly Embed[]): string {
  return (embeds.find(({ card }) => card?.place)?.card?.place ?? []).join(" · ");
}

/** The columns of `carded` that a card says. `severity` is null for a card that is no incident. */
export const CARD_COLUMNS = "severity incident_severity, level text, tool text, place text, kind text";

/** Returns what a card says about its incident, by the names of its columns. */
export function saidOfIncident(draft: WebhookDraft, embeds: readonly Embed[]) {
  const severity = severityOf(embeds);
  if (severity === null) return { severity };
  const facts = { level: levelOf(embeds), tool: toolOf(draft, embeds), place: placeOf(embeds) };
  return { severity, ...facts, kind: incidentKind(embeds) };
}

/**
 * The parts of a statement that open, change and close the incidents of `carded`. These are cards that were posted (`is_new`)
 * or changed, with their `message_id`, `channel_id` and `webhook_id`. A new one replaces that of `former_id`, the message
 * that the same key referred to, and takes over who acknowledged it. `closed` has the messages of those that were closed.
 */
export const incidentParts = `
opened AS (
  INSERT INTO incidents AS i (message_id, channel_id, webhook_id, severity, level, tool, opened_at, reopened_at,
    acknowledged_by_id, acknowledged_at, assigned_to_id)
  SELECT g.message_id, g.channel_id, w.id, g.severity, g.level, coalesce(g.tool, w.name),
    CASE WHEN f.closed_at IS NULL THEN coalesce(f.opened_at, now()) ELSE now() END,
    CASE WHEN f.closed_at IS NULL AND f.severity >= g.severity THEN f.reopened_at WHEN f.message_id IS NOT NULL THEN now() END,
    f.acknowledged_by_id, f.acknowledged_at, f.assigned_to_id
  FROM carded g JOIN webhooks w ON w.id = g.webhook_id LEFT JOIN incidents f ON f.message_id = g.former_id
  -- Cards that someone said aren't incidents.
  WHERE g.severity IS NOT NULL AND NOT EXISTS (SELECT FROM not_incidents n WHERE n.webhook_id = w.id AND n.kind = g.kind)
  ON CONFLICT (message_id) DO UPDATE SET severity = excluded.severity, level = excluded.level, active_at = now(),
    closed_at = NULL, closed_by_id = NULL,
    opened_at = CASE WHEN i.closed_at IS NULL THEN i.opened_at ELSE now() END,
    reopened_at = CASE WHEN i.closed_at IS NOT NULL OR excluded.severity > i.severity THEN now() ELSE i.reopened_at END
  RETURNING message_id, channel_id, webhook_id, tool, opened_at
),
continued AS (
  UPDATE outages o SET message_id = g.message_id, place = g.place FROM carded g JOIN opened i ON i.message_id = g.message_id
  WHERE o.message_id = g.former_id AND o.resolved_at IS NULL RETURNING g.message_id, g.former_id
),
begun AS (
  INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at)
  SELECT i.message_id, i.channel_id, i.webhook_id, i.tool, g.place, i.opened_at
  FROM opened i JOIN carded g ON g.message_id = i.message_id WHERE i.message_id NOT IN (SELECT message_id FROM continued)
  ON CONFLICT (message_id) WHERE resolved_at IS NULL DO UPDATE SET place = excluded.place
),
over AS MATERIALIZED (
  SELECT CASE WHEN is_new THEN former_id ELSE message_id END AS message_id FROM carded
  WHERE CASE WHEN is_new THEN former_id IS NOT NULL ELSE severity IS NULL END
),
resolved AS (
  UPDATE outages SET resolved_at = now() WHERE message_id = ANY(ARRAY(SELECT message_id FROM over)) AND resolved_at IS NULL
    AND message_id NOT IN (SELECT former_id FROM continued)
),
-- For good if a person had closed it.
closed AS (
  UPDATE incidents SET closed_at = now(), closed_by_id = NULL
  WHERE message_id = ANY(ARRAY(SELECT message_id FROM over)) AND (closed_at IS NULL OR closed_by_id IS NOT NULL)
  RETURNING message_id
)`;

const incidentStatement = `
WITH carded AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(message_id bigint, channel_id bigint, webhook_id bigint, is_new boolean,
    former_id bigint, ${CARD_COLUMNS})
),${incidentParts}
SELECT message_id FROM closed`;

type Carded = Place & { embeds: readonly Embed[]; isNew: boolean; formerId: bigint | null };

/** Opens, changes or closes a card's incident. Returns whether anything changed. */
async function writeIncident(
  tx: Transaction,
  draft: WebhookDraft,
  { channelId, messageId, embeds, isNew, formerId }: Carded,
): Promise<boolean> {
  const said = saidOfIncident(draft, embeds);
  if (said.severity === null && isNew && formerId === null) return false;
  const ids = { message_id: `${messageId}`, channel_id: `${channelId}`, webhook_id: `${draft.webhookId}` };
  const row = { ...ids, is_new: isNew, former_id: formerId === null ? null : `${formerId}`, ...said };
  const closed = await tx.$queryRawUnsafe<unknown[]>(incidentStatement, JSON.stringify([row]));
  return closed.length > 0 || said.severity !== null;
}

/** Opens an incident if a new card is bad, or goes on with the one of `formerId`. Returns whether anything changed. */
export function openIncident(
  tx: Transaction,
  draft: WebhookDraft,
  place: Place,
  formerId: bigint | null,
): Promise<boolean> {
  return writeIncident(tx, draft, { ...place, embeds: draft.embeds, isNew: true, formerId });
}

/** Opens, changes or closes a card's incident after an update. Returns whether anything changed. */
export function updateIncident(
  tx: Transaction,
  draft: WebhookDraft,
  place: Place,
  embeds: readonly Embed[],
): Promise<boolean> {
  return writeIncident(tx, draft, { ...place, embeds, isNew: false, formerId: null });
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
