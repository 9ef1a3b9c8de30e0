import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { Outgoing } from "./exchange";
import { outcomeOf, type SendOutcome } from "./send-outcome";
import { upload } from "./upload";

// Who is told to wait waits this often; after that somebody decides.
const MOST_WAITS = 5;
const LONGEST_WAIT_SECONDS = 10;

/**
 * Sends a message once, and again when the server says that it was too much at once and takes it in a moment. The nonce makes it
 * safe to call this again, whatever became of the first attempt. Never throws.
 */
export async function send(channelId: string, message: Outgoing): Promise<SendOutcome> {
  for (let waits = 0; ; waits += 1) {
    const outcome = await (message.files.length > 0 ? upload(channelId, message) : sendText(channelId, message));
    if ("message" in outcome || outcome.later === undefined) return outcome;
    const { later } = outcome;
    if (waits === MOST_WAITS || later > LONGEST_WAIT_SECONDS) return outcome;
    await new Promise((resolve) => setTimeout(resolve, later * 1000));
  }
}

async function sendText(channelId: string, { content, nonce, threadId }: Outgoing): Promise<SendOutcome> {
  const body = { content, nonce, ...(threadId !== null && { threadId }) };
  return outcomeOf(await request(paths.api.messages(channelId), { method: "POST", body }));
}
