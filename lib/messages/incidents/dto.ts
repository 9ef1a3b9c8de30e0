import type { ChannelNameDto } from "@/lib/channels/dto";
import type { IncidentDto, MessageDto } from "@/lib/messages/dto";

/** Which open incidents to show. */
export const INCIDENT_VIEWS = ["all", "unacknowledged", "mine"] as const;
export type IncidentView = (typeof INCIDENT_VIEWS)[number];

/** An open incident, with its card and where that was posted. `canAct`: the reader is a member of the channel. */
export type IncidentItemDto = {
  incident: IncidentDto;
  message: MessageDto;
  channel: ChannelNameDto;
  tool: string;
  canAct: boolean;
};

/** The channels and tools of all open incidents, to filter by. */
export type IncidentPlacesDto = { channels: ChannelNameDto[]; tools: string[] };

/** A page of open incidents, the worst first. `next` is the cursor of the following page. */
export type IncidentPageDto = { items: IncidentItemDto[]; next: string | null; places: IncidentPlacesDto };
