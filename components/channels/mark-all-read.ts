import { toast } from "@/components/ui/toaster";
import type { ReadPositionDto } from "@/lib/channels/dto";
import type { ThreadPositionDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

type Positions = { positions: ReadPositionDto[]; threads: ThreadPositionDto[] };

/** Marks all channels and threads as read and offers to take it back. The counts follow by the event stream. */
export async function markAllRead(): Promise<void> {
  const response = await request("POST", {});
  if (!response?.ok) {
    toast.error("Not everything could be marked as read. Try again in a moment.");
    return;
  }
  const before = (await response.json()) as Positions;
  if (before.positions.length + before.threads.length === 0) toast("Nothing is unread");
  else toast("Everything marked as read", { action: { label: "Undo", onClick: () => void restore(before) } });
}

async function restore(before: Positions): Promise<void> {
  const response = await request("PUT", before);
  if (!response?.ok) toast.error("This could not be undone. Try again in a moment.");
}

function request(method: "POST" | "PUT", body: object): Promise<Response | null> {
  const headers = { "Content-Type": "application/json" };
  return fetch(paths.api.allRead, { method, headers, body: JSON.stringify(body) }).catch(() => null);
}
