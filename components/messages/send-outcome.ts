import type { MessageDto } from "@/lib/messages/dto";

/** How an attempt to send ended; `offline` says that it may be tried again as it is. */
export type SendOutcome = { message: MessageDto } | { error: string; offline: boolean };

/** For want of a connection. */
export const LOST: SendOutcome = {
  error: "Not sent: the connection is lost. It will be sent when it is back.",
  offline: true,
};

/** What the server's answer means; `answer` is its JSON, or null where it had none. */
export function outcomeOf(status: number, answer: unknown): SendOutcome {
  if (status >= 200 && status < 300) return answer === null ? LOST : { message: answer as MessageDto };
  const { error } = (answer ?? {}) as { error?: string };
  return { error: error ?? "The server could not take it. Try again.", offline: status >= 500 };
}
