import { paths } from "@/lib/paths";

const EVENT = "parley:read";

/** Tells the server how far one has read, then whoever shows counts. */
export async function markRead(channelId: string, seq: number): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ seq });
  const response = await fetch(paths.api.read(channelId), { method: "POST", headers, body }).catch(() => null);
  if (response?.ok) window.dispatchEvent(new Event(EVENT));
}

/** Calls `listener` whenever this tab has marked something as read. */
export function onRead(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
