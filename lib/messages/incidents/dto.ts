import type { ChannelNameDto } from "@/lib/channels/dto";
import type { IncidentDto, MessageDto, SenderDto } from "@/lib/messages/dto";

/** Which open incidents to show. */
export const INCIDENT_VIEWS = ["all", "unacknowledged", "mine"] as const;
export type IncidentView = (typeof INCIDENT_VIEWS)[number];

/**
 * An incident with its card and where that was posted. `canAct`: the reader is a member of the channel. `canMark`: they
 * may say that such cards aren't incidents.
 */
export type IncidentItemDto = {
  incident: IncidentDto;
  message: MessageDto;
  channel: ChannelNameDto;
  tool: string;
  canAct: boolean;
  /** Missing from an older server during an upgrade. */
  canMark?: boolean | undefined;
};

/** An outage of the last 24 hours that is over. `closedBy` is set while closing it can be undone. Times are ISO 8601, UTC. */
export type ResolvedItemDto = {
  /** The outage's. A card can have had several. */
  id: string;
  openedAt: string;
  resolvedAt: string;
  closedBy: SenderDto | null;
  message: MessageDto;
  channel: ChannelNameDto;
  tool: string;
  canAct: boolean;
};

/** How many incidents need someone or are taken, and for how many seconds they've been open together. */
export type IncidentCountDto = { count: number; seconds: number };

/** The channels and tools of all open incidents, to filter by. */
export type IncidentPlacesDto = { channels: ChannelNameDto[]; tools: string[] };

/**
 * A page of open incidents: first those that need someone, the worst and newest first. `next` is the cursor of the
 * following page. The other keys are missing from an older server during an upgrade.
 */
export type IncidentPageDto = {
  items: IncidentItemDto[];
  next: string | null;
  places: IncidentPlacesDto;
  needing?: IncidentCountDto | undefined;
  taken?: IncidentCountDto | undefined;
  resolved?: ResolvedItemDto[] | undefined;
};

/** An outage of the last 30 days. Its card may have been bad again since. */
export type OutageDto = {
  id: string;
  tool: string;
  /** Where it was, in a line; may be empty. */
  place: string;
  openedAt: string;
  acknowledgedAt: string | null;
  /** Null while it goes on, and if it lapsed. */
  resolvedAt: string | null;
  message: MessageDto;
  channel: ChannelNameDto;
};

/** What broke in a place, as one tool says: how often, and in seconds, how long acknowledging and resolving took: the median. */
export type OutageGroupDto = {
  tool: string;
  place: string;
  count: number;
  toAcknowledge: number | null;
  toResolve: number | null;
};

/** A page of outages, the latest first, with what the first page sums up. */
export type HistoryPageDto = { items: OutageDto[]; next: string | null; groups: OutageGroupDto[] };
