import { paths } from "@/lib/paths";
import { ask } from "./data";
import { request } from "./request";
import { afterRead, changeSidebar, type ReadMove } from "./sidebar";
import { emitter } from "./store";

const moves = emitter<ReadMove>();

/** Calls `listener` with every move of this person's read position, made here or in another tab, until the returned function is called. */
export const onRead = moves.subscribe;

/** The read position in a channel has moved: shows that at once, then asks for the server's count. */
export function moveRead(move: ReadMove): void {
  changeSidebar((sidebar) => ({ ...sidebar, channels: afterRead(sidebar.channels, move) }));
  ask(paths.api.sidebar, move.back ? "now" : "settled");
  moves.emit(move);
}

// How far each channel has been read without the server knowing yet.
const unsaved = new Map<string, number>();
const underWay = new Map<string, Promise<void>>();

/** Tells the server how far one has read, then whoever shows counts. What can't be told now is kept for `tellReads`. */
export async function markRead(channelId: string, seq: number): Promise<void> {
  unsaved.set(channelId, Math.max(seq, unsaved.get(channelId) ?? 0));
  await tell(channelId);
}

/** Tells the server again what it couldn't be told: for when the connection is back. */
export function tellReads(): void {
  for (const channelId of unsaved.keys()) void tell(channelId);
}

/** Resolves when nothing more of this channel is on its way; what was still waiting is forgotten. */
export async function forgetReads(channelId: string): Promise<void> {
  unsaved.delete(channelId);
  await underWay.get(channelId);
}

/** One request at a time for each channel: while it is out, only the furthest position is kept. */
function tell(channelId: string): Promise<void> {
  const running = underWay.get(channelId);
  if (running) return running;
  const run = tellAll(channelId).finally(() => underWay.delete(channelId));
  underWay.set(channelId, run);
  return run;
}

async function tellAll(channelId: string): Promise<void> {
  for (let seq = unsaved.get(channelId); seq !== undefined; seq = unsaved.get(channelId)) {
    // The request must outlive the tab: whoever reads and closes it at once has still read.
    const answer = await request(paths.api.read(channelId), { method: "POST", body: { seq }, keepalive: true });
    const { ok, status } = answer;
    if (status === null || status >= 500) return;
    const retryAfter = answer.ok ? null : answer.retryAfter;
    if (retryAfter !== null) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      continue;
    }
    if (unsaved.get(channelId) === seq) unsaved.delete(channelId);
    if (ok) moveRead({ channelId, lastReadSeq: seq, back: false });
  }
}
