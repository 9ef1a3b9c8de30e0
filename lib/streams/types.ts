import type { MessageDto } from "@/lib/messages/dto";
import type { PersonFaceDto } from "@/lib/users/dto";

/**
 * What a browser's event stream carries. A new event is one more member here and one more case in the reducer.
 * `changes` are idempotent upserts of the open channel; `activity` says only that another channel moved, `deliveries` that a webhook of the open channel was called,
 * `read` how far this person has read in any of their tabs, `back` that they marked messages as unread, `unread` that
 * what is unread in this person's threads, or matches their keywords, is to be asked for again, `person` how somebody looks to everybody from now on. After `displaced` the stream ends, because this person has opened
 * too many others since: only they themselves should open it again. Only pages, which name themselves, are told who is there: `presence`
 * says whose state has changed, by `presenceKey` with spaces between, or with `off` null of all who are there, `here` how many of the open channel's
 * members are, and `typing` who writes in it, or to one of its threads, by id and name, and how many milliseconds ago it was
 * said: for a few seconds, unless it is said again.
 */
export type StreamEvent =
  | { type: "ready"; channelId: string | null; rev: number }
  | { type: "changes"; channelId: string; rev: number; messages: MessageDto[] }
  | { type: "reset"; channelId: string; rev: number }
  | { type: "activity"; channelId: string; msgSeq: number }
  | { type: "read"; channelId: string; lastReadSeq: number; back: boolean }
  | { type: "unread" }
  | ({ type: "person" } & PersonFaceDto)
  | { type: "presence"; here: string; away: string; off: string | null }
  | { type: "here"; channelId: string; count: number }
  | { type: "typing"; channelId: string; threadId: string | null; people: [id: string, name: string, ago: number][] }
  | { type: "deliveries"; channelId: string; webhookId: string }
  | { type: "channels" }
  | { type: "gone"; channelId: string }
  | { type: "signed-out" }
  | { type: "displaced" };
