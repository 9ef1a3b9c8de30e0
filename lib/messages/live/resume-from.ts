/**
 * The revision after which a reader of `channelId` is missing changes: the later of what its page was rendered with and what
 * it says, on reconnecting, that it last received. 0 when neither can be read.
 */
export function resumeFrom(channelId: bigint | null, rev: string | null, lastEventId: string | null): number {
  const [lastChannel, lastRev = ""] = (lastEventId ?? "").split(":", 2);
  const resumed = lastChannel === `${channelId}` ? toRev(lastRev) : 0;
  return Math.max(toRev(rev ?? ""), resumed);
}

function toRev(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
