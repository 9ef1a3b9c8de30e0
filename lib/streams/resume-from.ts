/**
 * The revision after which a reader of `channelId` is missing changes: the later of what its page was rendered with and what
 * it says, on reconnecting, that it last received. Null when it says neither: it wants what changes from now on.
 */
export function resumeFrom(channelId: bigint | null, rev: string | null, lastEventId: string | null): number | null {
  const [lastChannel, lastRev = ""] = (lastEventId ?? "").split(":", 2);
  const known = [toRev(rev ?? ""), lastChannel === `${channelId}` ? toRev(lastRev) : null].filter(
    (each) => each !== null,
  );
  return known.length > 0 ? Math.max(...known) : null;
}

function toRev(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
