import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import type { ReadPositionDto } from "@/lib/channels/dto";
import type { ThreadPositionDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

type Positions = { positions: ReadPositionDto[]; threads: ThreadPositionDto[] };

/** Marks all channels and threads as read and offers Undo. The event stream updates the counts. */
export function markAllRead(): Promise<void> {
  return markRead(paths.api.allRead);
}

/** Marks everything in the inbox as read and offers Undo, for channels and threads. */
export function markInboxRead(): Promise<void> {
  return markRead(paths.api.inboxRead);
}

async function markRead(address: string): Promise<void> {
  const answer = await request<Positions>(address, { method: "POST", body: {} });
  if (!answer.ok) {
    toast.error("Couldn't mark everything as read. Try again in a moment.");
    return;
  }
  const before = answer.data;
  if (before.positions.length + before.threads.length === 0) toast("You're all caught up");
  else toast("Everything marked as read", { action: { label: "Undo", onClick: () => void restore(before) } });
}

async function restore(before: Positions): Promise<void> {
  const { ok } = await request(paths.api.allRead, { method: "PUT", body: before });
  if (!ok) toast.error("Couldn't undo that. Try again in a moment.");
}
