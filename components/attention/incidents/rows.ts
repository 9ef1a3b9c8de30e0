import { dayKey } from "@/components/ui/time/time-format";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { type IncidentDto, isTaken, type MessageDto, type SenderDto } from "@/lib/messages/dto";
import type { IncidentItemDto, ResolvedItemDto } from "@/lib/messages/incidents/dto";

export const GROUPS = ["needing", "taken", "resolved"] as const;
export type Group = (typeof GROUPS)[number];

/** An incident as a row of the list. */
export type IncidentRow = {
  key: string;
  group: Group;
  message: MessageDto;
  channel: ChannelNameDto;
  tool: string;
  canAct: boolean;
  canMark: boolean;
  openedAt: string;
  /** Null once it's over. */
  incident: IncidentDto | null;
  resolvedAt: string | null;
  /** Who closed it, while that can be undone. */
  closedBy: SenderDto | null;
};

/** The first moment of "today", which only the reader's time zone says. */
export type Today = { now: Date; timeZone: string };

/** Returns the rows of all groups in order. What was resolved before today is left out. */
export function toRows(
  items: readonly IncidentItemDto[],
  resolved: readonly ResolvedItemDto[],
  { now, timeZone }: Today,
): IncidentRow[] {
  const open = items.map(({ incident, canMark = false, ...item }) => ({
    ...item,
    key: item.message.id,
    group: isTaken(incident) ? ("taken" as const) : ("needing" as const),
    canMark,
    openedAt: incident.openedAt,
    incident,
    resolvedAt: null,
    closedBy: null,
  }));
  const today = dayKey(now, timeZone);
  const over = resolved
    .filter(({ resolvedAt }) => dayKey(new Date(resolvedAt), timeZone) === today)
    .map(({ id, ...item }) => ({
      ...item,
      key: `over-${id}`,
      group: "resolved" as const,
      canMark: false,
      incident: null,
    }));
  return [...open.filter(isIn("needing")), ...open.filter(isIn("taken")), ...over];
}

function isIn(group: Group): (row: { group: Group }) => boolean {
  return (row) => row.group === group;
}

/** Returns for how many seconds an incident has been open, or was. */
export function secondsOf({ openedAt, resolvedAt }: Pick<IncidentRow, "openedAt" | "resolvedAt">, now: Date): number {
  return Math.max(0, ((resolvedAt === null ? now.getTime() : Date.parse(resolvedAt)) - Date.parse(openedAt)) / 1_000);
}

/** Returns the row to go to once these have been acted on: the next one that stays, or else the one before. */
export function rowAfter<R extends { key: string }>(rows: readonly R[], gone: ReadonlySet<string>): R | null {
  const last = rows.findLastIndex(({ key }) => gone.has(key));
  const stays = ({ key }: R) => !gone.has(key);
  return rows.slice(last + 1).find(stays) ?? rows.slice(0, Math.max(0, last)).findLast(stays) ?? null;
}
