import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";

/** Which saved items to show. */
export const LATER_VIEWS = ["open", "done"] as const;
export type LaterView = (typeof LATER_VIEWS)[number];

/**
 * A message saved for later, or a reminder with a text of its own. `message` is null without a message, and `gone` is
 * true if the person can't see it anymore. Times are ISO 8601, UTC; `remindedAt` is when they were last reminded.
 */
export type LaterItemDto = {
  id: string;
  text: string;
  message: { message: MessageDto; channel: ChannelNameDto } | null;
  gone: boolean;
  remindAt: string | null;
  remindedAt: string | null;
  done: boolean;
};

/** A page of them, the latest first, and the cursor of the next one. */
export type LaterPageDto = { items: LaterItemDto[]; next: string | null };

/** What every page needs to know: which messages are saved, and how many reminders came that aren't done. */
export type LaterMarksDto = { messageIds: string[]; due: number };
