import { ownTimeZone } from "@/components/ui/time-format";
import { toast } from "@/components/ui/toaster";
import { ask } from "@/lib/browser/data";
import { makeNonce } from "@/lib/browser/nonce";
import { request } from "@/lib/browser/request";
import type { ChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { type Draft, toSent } from "./mention-text";
import { sendTimeText } from "./schedule-times";

/** A draft that can be scheduled, and where. */
export type Schedulable = {
  channel: ChannelDto;
  threadId: string | undefined;
  /** Whether a reply also appears in the channel. */
  inChannel: boolean | undefined;
  latest: () => Draft;
  clear: () => void;
  /** How many files it has. */
  files: number;
};

/** A time to schedule a draft for, or with `isChosen` false one to suggest. */
export type ScheduleStart = { at: Date; isChosen: boolean };

const OFFLINE = "The message wasn't scheduled. Check your connection and try again.";

/** Schedules the draft and clears it. Returns null, or an error; then the draft stays. */
export async function schedule(draft: Schedulable, at: Date): Promise<string | null> {
  const { channel, threadId, inChannel, latest, clear } = draft;
  const { text } = latest();
  const content = toSent(latest()).trim();
  const body = { channelId: channel.id, threadId, inChannel, content, nonce: makeNonce(), sendAt: at.toISOString() };
  const answer = await request(paths.api.scheduled, { method: "POST", body });
  if (!answer.ok) return answer.error ?? OFFLINE;
  // They may have continued to write.
  if (latest().text === text) clear();
  ask(paths.api.sidebar);
  toast.success(`Message scheduled for ${sendTimeText(at, ownTimeZone(), new Date())}`);
  return null;
}
