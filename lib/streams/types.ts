import type { MessageDto } from "@/lib/messages/dto";

/**
 * What a browser's event stream carries. A new event is one more member here and one more case in the reducer.
 * `changes` are idempotent upserts of the open channel; `activity` says only that another channel moved, `deliveries` that a webhook of the open channel was called,
 * `read` how far this person has read in any of their tabs, `back` that they marked messages as unread, `threads` that
 * what is unread in this person's threads is to be asked for again. After `displaced` the stream ends, because this person has opened
 * too many others since: only they themselves should open it again.
 */
export type StreamEvent =
  | { type: "ready"; channelId: string | null; rev: number }
  | { type: "changes"; channelId: string; rev: number; messages: MessageDto[] }
  | { type: "reset"; channelId: string; rev: number }
  | { type: "activity"; channelId: string; msgSeq: number }
  | { type: "read"; channelId: string; lastReadSeq: number; back: boolean }
  | { type: "threads" }
  | { type: "deliveries"; channelId: string; webhookId: string }
  | { type: "channels" }
  | { type: "gone"; channelId: string }
  | { type: "signed-out" }
  | { type: "displaced" };
