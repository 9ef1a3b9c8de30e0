import { toast } from "@/components/ui/toaster";
import { forgetReads, moveRead } from "@/lib/browser/reading";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

/** Marks the message with this `seq` and all later ones as unread; shows a toast on failure. */
export async function markUnreadFrom(channelId: string, seq: number): Promise<void> {
  await forgetReads(channelId);
  const { ok } = await request(paths.api.unread(channelId), { method: "POST", body: { seq } });
  if (ok) moveRead({ channelId, lastReadSeq: seq - 1, back: true });
  else toast.error("Couldn't mark the messages as unread. Try again in a moment.");
}
