import type { MessageDto } from "@/lib/messages/dto";
import type { PersonFaceDto } from "@/lib/people/dto";

/** The events on a browser's stream. A new event needs one more member here and one more case in the reducer. */
export type StreamEvent =
  /** `full` as below; without it, there is room. */
  | { type: "ready"; channelId: string | null; rev: number; full?: string | undefined }
  /** The server's disk is full, which the page says with this sentence; undefined when there is room again. */
  | { type: "disk"; full?: string | undefined }
  /** Idempotent upserts in the open channel. */
  | { type: "changes"; channelId: string; rev: number; messages: MessageDto[] }
  | { type: "reset"; channelId: string; rev: number }
  /** Retention has deleted the open channel's messages up to this number. Tombstones that are left come as changes. */
  | { type: "expired"; channelId: string; seq: number }
  /** Another channel has a new message. */
  | { type: "activity"; channelId: string; msgSeq: number }
  /** How far this person has read, in any of their tabs. `back` is true if they marked messages as unread. */
  | { type: "read"; channelId: string; lastReadSeq: number; back: boolean }
  /** The person's unread threads, keyword matches or sidebar sections changed and have to be fetched again. */
  | { type: "unread" }
  /** The person's drafts changed on one of their devices. */
  | { type: "drafts" }
  /** How a person appears to everyone from now on. */
  | ({ type: "person" } & PersonFaceDto)
  /**
   * Who is here, away or offline, by `presenceKey`, separated by spaces. Only the changes, or everyone if `off` is null.
   * Presence, counts and typing are sent only to streams that name their page.
   */
  | { type: "presence"; here: string; away: string; off: string | null }
  /** How many of the open channel's members are here. */
  | { type: "here"; channelId: string; count: number }
  /**
   * Who is typing in the open channel or in one of its threads. `ago` is in milliseconds. Expires after a few seconds
   * unless it's sent again.
   */
  | { type: "typing"; channelId: string; threadId: string | null; people: [id: string, name: string, ago: number][] }
  /** A webhook of the open channel received a request or changed. */
  | { type: "deliveries"; channelId: string; webhookId: string }
  | { type: "channels" }
  /** Incidents were opened, closed or acted on, in any channel. */
  | { type: "incidents" }
  /** Files were posted or deleted, in any channel. */
  | { type: "files" }
  /** A custom emoji was added or deleted. */
  | { type: "emoji" }
  | { type: "gone"; channelId: string }
  | { type: "signed-out" }
  /** The person opened too many newer streams. The stream ends and reopens only when they ask for it. */
  | { type: "displaced" };
