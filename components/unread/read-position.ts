/** Where somebody's read position in a channel went; `back`: they marked messages as unread. */
export type ReadMove = { channelId: string; lastReadSeq: number; back: boolean };

const EVENT = "parley:read";

/** Tells this tab about a move that it has made itself, without the way over the event stream. */
export function announceRead(move: ReadMove): void {
  window.dispatchEvent(new CustomEvent<ReadMove>(EVENT, { detail: move }));
}

/** Calls `listener` with every move that this tab makes, until the returned function is called. */
export function onRead(listener: (move: ReadMove) => void): () => void {
  const heard = (event: Event) => event instanceof CustomEvent && listener(event.detail as ReadMove);
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
