import { emitter } from "@/lib/browser/store";

/** Where somebody's read position in a channel went; `back`: they marked messages as unread. */
export type ReadMove = { channelId: string; lastReadSeq: number; back: boolean };

const moves = emitter<ReadMove>();

/** Tells this tab about a move that it has made itself, without the way over the event stream. */
export const announceRead = moves.emit;

/** Calls `listener` with every move that this tab makes, until the returned function is called. */
export const onRead = moves.subscribe;
