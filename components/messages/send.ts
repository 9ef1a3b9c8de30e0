import { paths } from "@/lib/paths";
import { LOST, outcomeOf, type SendOutcome } from "./send-outcome";
import { type Outgoing, upload } from "./upload/upload";

/** Sends a message once. The nonce makes it safe to call this again, whatever became of the first attempt. Never throws. */
export function send(channelId: string, message: Outgoing): Promise<SendOutcome> {
  return message.files.length > 0 ? upload(channelId, message) : sendText(channelId, message);
}

async function sendText(channelId: string, { content, nonce, threadId }: Outgoing): Promise<SendOutcome> {
  try {
    const response = await fetch(paths.api.messages(channelId), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content, nonce, ...(threadId !== null && { threadId }) }),
      signal: AbortSignal.timeout(15_000),
    });
    return outcomeOf(response.status, await response.json());
  } catch {
    return LOST;
  }
}
