import type { Answer } from "@/lib/browser/request";
import type { MessageDto } from "@/lib/messages/dto";

/**
 * How an attempt to send ended; `offline` says that it may be tried again as it is, and `later` that the server takes it in that many
 * seconds.
 */
export type SendOutcome = { message: MessageDto } | { error: string; offline: boolean; later?: number };

/** For want of a connection. */
export const LOST: SendOutcome = {
  error: "Not sent: the connection is lost. It will be sent when it is back.",
  offline: true,
};

/** What the server's answer means. */
export function outcomeOf(answer: Answer<MessageDto>): SendOutcome {
  if (answer.ok) return { message: answer.data };
  const { status, error, retryAfter } = answer;
  if (status === null) return LOST;
  const failed = { error: error ?? "The server could not take it. Try again.", offline: status >= 500 };
  return retryAfter === null ? failed : { ...failed, later: retryAfter };
}

/** How an upload ends that somebody stopped. */
export const STOPPED = { error: "You stopped it.", offline: false };
