import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { cleanText } from "@/lib/text/text";

// Requests are sent one after the other, so that an undo can't overtake what it undoes.
let queue: Promise<unknown> = Promise.resolve();

/**
 * Mutes or unmutes a person or webhook: calls `set` immediately, then sends the request to `url`. Shows a toast with
 * Undo.
 */
export function mute(author: { name: string; url: string }, muted: boolean, set: (muted: boolean) => void): void {
  const name = cleanText(author.name);
  set(muted);
  queue = queue.then(async () => {
    const { ok } = await request(author.url, { method: muted ? "PUT" : "DELETE" });
    if (ok) return;
    set(!muted);
    toast.error(`${name} wasn't ${muted ? "muted" : "unmuted"}. Try again in a moment.`);
  });
  if (!muted) toast(`${name} is unmuted`);
  else toast(`${name} is muted`, { action: { label: "Undo", onClick: () => mute(author, false, set) } });
}
