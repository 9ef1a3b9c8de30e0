import { toast } from "sonner";
import type { ReadPositionDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

/** Marks all channels as read and offers to take it back. The counts follow by the event stream. */
export async function markAllRead(): Promise<void> {
  const response = await request("POST", {});
  if (!response?.ok) {
    toast.error("The channels could not be marked as read. Try again in a moment.");
    return;
  }
  const { positions } = (await response.json()) as { positions: ReadPositionDto[] };
  if (positions.length === 0) toast("Nothing is unread");
  else toast("All channels marked as read", { action: { label: "Undo", onClick: () => void restore(positions) } });
}

async function restore(positions: ReadPositionDto[]): Promise<void> {
  const response = await request("PUT", { positions });
  if (!response?.ok) toast.error("This could not be undone. Try again in a moment.");
}

function request(method: "POST" | "PUT", body: object): Promise<Response | null> {
  const headers = { "Content-Type": "application/json" };
  return fetch(paths.api.allRead, { method, headers, body: JSON.stringify(body) }).catch(() => null);
}
