import { paths } from "@/lib/text/paths";
import { ask } from "./data";
import { request } from "./request";
import { afterRead, changeSidebar, type ReadMove } from "./sidebar";
import { emitter } from "./store";

const moves = emitter<ReadMove>();

/** Calls `listener` with every change of this person's read position, in any tab. Call the returned function to stop. */
export const onRead = moves.subscribe;

/** Moves the read position in a channel: shows it immediately, then asks the server for the counts. */
export function moveRead(move: ReadMove): void {
  changeSidebar((sidebar) => ({ ...sidebar, channels: afterRead(sidebar.channels, move) }));
  ask(paths.api.sidebar, move.back ? "now" : "settled");
  moves.emit(move);
}

// By channel, read positions the server doesn't know yet.
const unsaved = new Map<string, number>();
const underWay = new Map<string, Promise<void>>();

/** Reports a read position to the server, then updates the counts. What fails is kept for `tellReads`. */
export async function markRead(channelId: string, seq: number): Promise<void> {
  unsaved.set(channelId, Math.max(seq, unsaved.get(channelId) ?? 0));
  await tell(channelId);
}

/** Reports read positions that failed before, once the connection is back. */
export function tellReads(): void {
  for (const channelId of unsaved.keys()) void tell(channelId);
}

/** Resolves when no request for this channel is under way; drops positions still waiting. */
export async function forgetReads(channelId: string): Promise<void> {
  unsaved.delete(channelId);
  await underWay.get(channelId);
}

/** One request at a time per channel: meanwhile only the furthest position is kept. */
function tell(channelId: string): Promise<void> {
  const running = underWay.get(channelId);
  if (running) return running;
  const run = tellAll(channelId);
  underWay.set(channelId, run);
  return run;
}

async function tellAll(channelId: string): Promise<void> {
  try {
    for (let seq = unsaved.get(channelId); seq !== undefined; seq = unsaved.get(channelId)) {
      const answer = await request(paths.api.read(channelId), { method: "POST", body: { seq } });
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
  } finally {
    // Right after the last look for a position: one that comes in between would wait for the next message.
    underWay.delete(channelId);
  }
}
