import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import type { Pause } from "@/lib/people/notifications/dto";
import { paths } from "@/lib/text/paths";

/** The durations of do not disturb. */
export const PAUSE_CHOICES: readonly { pause: Pause; label: string }[] = [
  { pause: "30m", label: "For 30 minutes" },
  { pause: "1h", label: "For an hour" },
  { pause: "tomorrow", label: "Until tomorrow, 8:00" },
  { pause: "on", label: "Until I turn it off" },
];

/** Pauses notifications on all devices. Returns whether it was saved, and shows a toast if it wasn't. */
export async function changePause(pause: Pause): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { ok } = await request(paths.api.pause, { method: "PUT", body: { pause, timeZone } });
  if (!ok) toast.error("Do not disturb wasn't changed. Try again in a moment.");
  return ok;
}
