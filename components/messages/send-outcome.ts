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

/** What the server's answer means; `answer` is its JSON, or null where it had none, `retryAfter` the header of that name. */
export function outcomeOf(status: number, answer: unknown, retryAfter: string | null = null): SendOutcome {
  if (status >= 200 && status < 300) return answer === null ? LOST : { message: answer as MessageDto };
  const { error } = (answer ?? {}) as { error?: string };
  const failed = { error: error ?? "The server could not take it. Try again.", offline: status >= 500 };
  return status === 429 ? { ...failed, later: Math.max(1, Number(retryAfter) || 1) } : failed;
}
