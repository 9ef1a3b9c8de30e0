"use client";

import { releaseFiles } from "@/components/composer/files/local-file";
import { late } from "@/components/ui/late";
import { type Answer, request } from "@/lib/browser/request";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Outgoing, UploadAnswer } from "./upload-request";

/**
 * How an attempt to send ended; `offline` says that it may be tried again as it is, and `later` that the server takes it in that many
 * seconds.
 */
type SendOutcome = { message: MessageDto } | { error: string; offline: boolean; later?: number };

/** How sending ends for want of a connection. */
const LOST: SendOutcome = {
  error: "You're offline. It'll be sent when you reconnect.",
  offline: true,
};

/** How an upload ends that somebody stopped. */
export const STOPPED = { error: "You canceled the upload.", offline: false };

// A message that the server asks to send later is sent again this often; after that its author decides.
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

function outcomeOf(answer: Answer<MessageDto>): SendOutcome {
  if (answer.ok) return { message: answer.data };
  const { status, error, retryAfter } = answer;
  if (status === null) return LOST;
  const failed = { error: error ?? "The server didn't accept it. Try again.", offline: status >= 500 };
  return retryAfter === null ? failed : { ...failed, later: retryAfter };
}

type Upload = { outcome: Promise<SendOutcome>; stop: () => void };

// Few messages have files.
const uploadRequest = late(() => import("./upload-request"));

// Uploads go on while another channel is open. Sending a message again joins its upload, or learns how that ended.
const uploads = new Map<string, Upload>();
// Nonces of messages that were stopped before their turn came.
const stopped = new Set<string>();

/** Sends a message with its files once. While that is under way, and after it has arrived, asking again sends nothing. */
export function upload(channelId: string, message: Outgoing): Promise<SendOutcome> {
  const known = uploads.get(message.nonce);
  if (known) return known.outcome;
  if (stopped.has(message.nonce)) return Promise.resolve(STOPPED);
  const request = new XMLHttpRequest();
  let halted = false;
  const begin = async () => {
    const part = await uploadRequest.load();
    if (halted) return STOPPED;
    if (!part) return LOST;
    return uploadOutcome(
      await part.uploadBy(request, channelId, message, (share) => noteProgress(message.nonce, share)),
    );
  };
  const outcome = begin().then((answer) => {
    noteProgress(message.nonce, null);
    if ("message" in answer) releaseFiles(message.files);
    else uploads.delete(message.nonce);
    return answer;
  });
  const stop = () => {
    halted = true;
    request.abort();
  };
  uploads.set(message.nonce, { outcome, stop });
  return outcome;
}

function uploadOutcome(answer: UploadAnswer): SendOutcome {
  if (answer === "lost") return LOST;
  return answer === "aborted" ? STOPPED : outcomeOf(answer);
}

/** Stops the upload of the message with this nonce, or has it not begin before `allowUpload`. Returns whether it had begun. */
export function stopUpload(nonce: string): boolean {
  const known = uploads.get(nonce);
  if (known) known.stop();
  else stopped.add(nonce);
  return known !== undefined;
}

/** Lets a stopped upload be sent after all. */
export function allowUpload(nonce: string): void {
  stopped.delete(nonce);
}

// Kept beside the channel's state: it changes many times a second, and only the progress bar shows it.
const shares = store<ReadonlyMap<string, number>>(new Map());

/** Notes how much of an upload has left, from 0 to 1; null when it is over. */
function noteProgress(nonce: string, share: number | null): void {
  const next = new Map(shares.get());
  if (share === null) next.delete(nonce);
  else next.set(nonce, share);
  shares.set(next);
}

/** How much of the message with this nonce has left, from 0 to 1; null while it waits for its turn. */
export function useProgress(nonce: string): number | null {
  return useStore(shares, (all) => all.get(nonce) ?? null, null);
}
