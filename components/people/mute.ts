import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { cleanText } from "@/lib/text/text";
import { webhookPaths } from "@/lib/text/webhook-paths";

// Requests are sent one after the other, so that an undo can't overtake what it undoes.
let queue: Promise<unknown> = Promise.resolve();

/** How long, in milliseconds after the server has stored a choice, a page may arrive that was rendered before. */
const LATE_MS = 10_000;

// What the user chose last, by URL, and until when that outranks what pages say.
const chosen = new Map<string, { muted: boolean; until: number }>();

/** Returns a channel's webhooks as rendered, with what the user has chosen since. */
export function asChosen<Each extends { id: string; muted: boolean }>(rendered: Each[], channelId: string): Each[] {
  return rendered.map((each) => {
    const choice = chosen.get(webhookPaths.mute(channelId, each.id));
    return choice && choice.until > Date.now() ? { ...each, muted: choice.muted } : each;
  });
}

/**
 * Mutes or unmutes a person or webhook: calls `set` immediately, then sends the request to `url`. Shows a toast with
 * Undo.
 */
export function mute(author: { name: string; url: string }, muted: boolean, set: (muted: boolean) => void): void {
  const name = cleanText(author.name);
  const choice = { muted, until: Number.POSITIVE_INFINITY };
  chosen.set(author.url, choice);
  set(muted);
  queue = queue.then(async () => {
    const { ok } = await request(author.url, { method: muted ? "PUT" : "DELETE" });
    choice.until = Date.now() + LATE_MS;
    if (ok) return;
    choice.muted = !muted;
    set(!muted);
    toast.error(`${name} wasn't ${muted ? "muted" : "unmuted"}. Try again in a moment.`);
  });
  if (!muted) toast(`${name} is unmuted`);
  else toast(`${name} is muted`, { action: { label: "Undo", onClick: () => mute(author, false, set) } });
}

/** Does the same with a channel's webhook. */
export function muteWebhook(
  channelId: string,
  { id, name }: { id: string; name: string },
  muted: boolean,
  set: (muted: boolean) => void,
): void {
  mute({ name, url: webhookPaths.mute(channelId, id) }, muted, set);
}
