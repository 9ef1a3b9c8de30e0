import type { PendingMessage } from "@/components/composer/pending";

const unsent = new Map<string, PendingMessage[]>();

/** Keeps what is on its way in a channel while another one is open. It lasts as long as the page does. */
export function keepUnsent(channelId: string, pending: PendingMessage[]): void {
  if (pending.length > 0) unsent.set(channelId, pending);
  else unsent.delete(channelId);
}

/**
 * What was on its way when the channel was left. What has not failed may have arrived meanwhile, or not: it counts as waiting for
 * a connection, because sending it again with its nonce is safe.
 */
export function takeUnsent(channelId: string): PendingMessage[] {
  const error = "Not sent yet. It is sent again when the connection is there.";
  return (unsent.get(channelId) ?? []).map((each) => (each.error === null ? { ...each, error, offline: true } : each));
}
