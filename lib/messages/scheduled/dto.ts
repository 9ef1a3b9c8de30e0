import type { ChannelNameDto } from "@/lib/channels/dto";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import type { SenderDto } from "@/lib/messages/dto";

// How far ahead a message can be scheduled, in days.
const MOST_DAYS = 120;

/** Returns why a message can't be scheduled for that time, as a sentence; null if it can. */
export function whyNotThen(at: Date, now: Date): string | null {
  const ahead = at.getTime() - now.getTime();
  if (ahead <= 0) return "Choose a time in the future.";
  return ahead > MOST_DAYS * 24 * 3_600_000 ? `Choose a time within the next ${MOST_DAYS} days.` : null;
}

/** A message that is sent later. */
export type ScheduledDto = {
  id: string;
  channelId: string;
  /** Null for a channel that its author can't see now. */
  channel: ChannelNameDto | null;
  threadId: string | null;
  /** Whether the reply also appears in the channel. */
  inChannel?: boolean;
  /** Markdown, with `<@id>` for people and `<@&id>` for user groups. */
  content: string;
  /** The names of the people and groups in it. */
  people: SenderDto[];
  /** ISO 8601, UTC. */
  sendAt: string;
  /** The files that are sent with it, which only its author can see. */
  files?: AttachmentDto[];
  /** Why it couldn't be sent then, as a sentence. Null while it waits. */
  problem: string | null;
};

/**
 * How many messages of a person wait to be sent in each channel or thread, by its id, and how many couldn't be sent.
 */
export type ScheduledCountDto = { waiting: Record<string, number>; failed: number };
