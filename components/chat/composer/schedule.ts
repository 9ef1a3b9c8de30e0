import { toast } from "@/components/ui/overlays/toaster";
import { ownTimeZone } from "@/components/ui/time/time-format";
import { ask } from "@/lib/browser/data";
import { makeNonce } from "@/lib/browser/nonce";
import { request } from "@/lib/browser/request";
import type { ChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { contentOf, type Draft } from "./mention-text";
import { sendTimeText } from "./schedule-times";

/** A draft that can be scheduled, and where. */
export type Schedulable = {
  channel: ChannelDto;
  threadId: string | undefined;
  /** Whether a reply also appears in the channel. */
  inChannel: boolean | undefined;
  latest: () => Draft;
  clear: () => void;
  /** The key of its files. */
  tray: string;
};

/**
 * What a dialog does about a draft to schedule: suggest `at` as its time, or, once that's chosen, ask before it notifies
 * many people, or upload its files.
 */
export type ScheduleStart = { at: Date; stage: "choose" | "ask" | "upload" };

const OFFLINE = "The message wasn't scheduled. Check your connection and try again.";

/** Schedules a draft without files and clears it. Returns null, or an error; then the draft stays. */
export async function schedule(draft: Schedulable, at: Date): Promise<string | null> {
  const { text } = draft.latest();
  const answer = await request(paths.api.scheduled, { method: "POST", body: bodyOf(draft, at) });
  if (!answer.ok) return answer.error ?? OFFLINE;
  onScheduled(draft, text, at);
  return null;
}

// An attempt whose answer was lost may have succeeded. The same again has the same nonce, so it isn't scheduled twice.
let attempt = { what: "", nonce: "" };

/** Returns a request that schedules the draft, with the files that have these keys. */
export function bodyOf({ channel, threadId, inChannel, latest }: Schedulable, at: Date, fileKeys: string[] = []) {
  const body = {
    channelId: channel.id,
    threadId,
    inChannel,
    content: contentOf(latest()),
    sendAt: at.toISOString(),
  };
  const what = JSON.stringify([body, fileKeys]);
  if (attempt.what !== what) attempt = { what, nonce: makeNonce() };
  return { ...body, nonce: attempt.nonce };
}

/** Clears a draft that was scheduled with this text, and says so. */
export function onScheduled({ latest, clear }: Schedulable, text: string, at: Date): void {
  attempt = { what: "", nonce: "" };
  // They may have continued to write.
  if (latest().text === text) clear();
  ask(paths.api.sidebar);
  toast.success(`Message scheduled for ${sendTimeText(at, ownTimeZone(), new Date())}`);
}
