import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** How an attempt to send ended; `offline` says that it may be tried again as it is. */
export type SendOutcome = { message: MessageDto } | { error: string; offline: boolean };

type Outgoing = { content: string; nonce: string; threadId: string | null };

/** Sends a message once. The nonce makes it safe to call this again, whatever became of the first attempt. */
export async function send(channelId: string, { content, nonce, threadId }: Outgoing): Promise<SendOutcome> {
  try {
    const response = await fetch(paths.api.messages(channelId), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content, nonce, ...(threadId !== null && { threadId }) }),
      signal: AbortSignal.timeout(15_000),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { message: answer as MessageDto };
    const { error } = answer as { error?: string };
    return { error: error ?? "The message was not sent. Try again.", offline: response.status >= 500 };
  } catch {
    return { error: "Not sent: the connection is lost. It will be sent when it is back.", offline: true };
  }
}

/** A nonce for a new message: 128 random bits. `crypto.randomUUID` is missing on plain http, this isn't. */
export function makeNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
