import { paths } from "@/lib/paths";

const EVENT = "parley:read";

/** Tells the server how far one has read, then whoever shows counts. */
export async function markRead(channelId: string, seq: number): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ seq });
  const response = await fetch(paths.api.read(channelId), { method: "POST", headers, body }).catch(() => null);
  if (response?.ok) window.dispatchEvent(new CustomEvent(EVENT, { detail: channelId }));
}

/** Calls `listener` with the channel's id whenever this tab has marked one as read. */
export function onRead(listener: (channelId: string) => void): () => void {
  const heard = (event: Event) => event instanceof CustomEvent && listener(String(event.detail));
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
