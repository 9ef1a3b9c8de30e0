"use client";

import { releaseFiles } from "@/components/chat/composer/files/local-file";
import { deferred } from "@/components/ui/deferred/deferred";
import { type Answer, type RequestOptions, request } from "@/lib/browser/request";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import type { Change } from "./local-change";
import { LOST, UNREACHED } from "./unsent";
import type { OutgoingMessage, UploadAnswer } from "./upload-request";

/** The outcome of a send. `offline`: it can be retried as it is. `later`: the server asks to wait this many seconds. */
type SendOutcome = { message: MessageDto } | { error: string; offline: boolean; later?: number };

/** The outcome of an upload that the user canceled. */
export const STOPPED = { error: "You canceled the upload.", offline: false };

// How often a rate-limited message is retried before its author has to decide.
const MOST_WAITS = 5;
const LONGEST_WAIT_SECONDS = 10;

/**
 * Sends a message, retrying while the server is rate-limiting. The nonce makes repeated calls safe, whatever happened
 * to the first. Never throws.
 */
export async function send(channelId: string, message: OutgoingMessage): Promise<SendOutcome> {
  for (let waits = 0; ; waits += 1) {
    const outcome = await (message.files.length > 0 ? upload(channelId, message) : sendText(channelId, message));
    if ("message" in outcome || outcome.later === undefined) return outcome;
    const { later } = outcome;
    if (waits === MOST_WAITS || later > LONGEST_WAIT_SECONDS) return outcome;
    await new Promise((resolve) => setTimeout(resolve, later * 1000));
  }
}

async function sendText(
  channelId: string,
  { content, nonce, threadId, inChannel }: OutgoingMessage,
): Promise<SendOutcome> {
  const body = { content, nonce, ...(threadId !== null && { threadId, inChannel }) };
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
const uploadRequest = deferred(() => import("./upload-request"));

// Uploads continue while another channel is open. Sending a message again joins its upload or returns its outcome.
const uploads = new Map<string, Upload>();
// Nonces of messages canceled before their upload started.
const stopped = new Set<string>();

/** Sends a message with its files. Calling it again while this runs, or after it succeeded, sends nothing. */
export function upload(channelId: string, message: OutgoingMessage): Promise<SendOutcome> {
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

/**
 * Cancels the upload of the message with this nonce, or keeps it from starting until `allowUpload`. Returns whether it
 * had started.
 */
export function stopUpload(nonce: string): boolean {
  const known = uploads.get(nonce);
  if (known) known.stop();
  else stopped.add(nonce);
  return known !== undefined;
}

/** Lets a canceled upload be sent again. */
export function allowUpload(nonce: string): void {
  stopped.delete(nonce);
}

// Separate from the channel's state: it changes many times a second, and only the progress bar shows it.
const shares = store<ReadonlyMap<string, number>>(new Map());

/** Records an upload's progress, from 0 to 1; null when it has ended. */
function noteProgress(nonce: string, share: number | null): void {
  const next = new Map(shares.get());
  if (share === null) next.delete(nonce);
  else next.set(nonce, share);
  shares.set(next);
}

/** Returns the upload progress of the message with this nonce, from 0 to 1; null while it waits. */
export function useProgress(nonce: string): number | null {
  return useStore(shares, null, (all) => all.get(nonce) ?? null);
}

/** The message as the server has it now, null if deleted; or an error. */
type ChangeOutcome = { message: MessageDto | null } | { error: string };

/** Sends a change to the server. Never throws. */
export async function requestChange(channelId: string, messageId: string, change: Change): Promise<ChangeOutcome> {
  const { url, ...options } = requestOf(channelId, messageId, change);
  const answer = await request<MessageDto | null>(url, options);
  if (answer.ok) return { message: answer.data };
  // The message was already deleted.
  if (change.type === "delete" && answer.status === 404) return { message: null };
  return { error: answer.error ?? UNREACHED };
}

function requestOf(channelId: string, messageId: string, change: Change): { url: string } & RequestOptions {
  switch (change.type) {
    case "edit":
      return { url: paths.api.message(channelId, messageId), method: "PATCH", body: { content: change.content } };
    case "delete":
      return { url: paths.api.message(channelId, messageId), method: "DELETE" };
    case "react":
      return {
        url: paths.api.reaction(channelId, messageId, change.emoji),
        method: change.on ? "PUT" : "DELETE",
      };
    case "pin":
      return { url: paths.api.pin(channelId, messageId), method: change.on ? "PUT" : "DELETE" };
    case "preview":
      return { url: paths.api.preview(channelId, messageId), method: "DELETE" };
    case "incident":
      return {
        url: paths.api.incident(channelId, messageId),
        method: "PATCH",
        body: { act: change.act, to: change.to?.id },
      };
  }
}
