import { type LocalFile, releaseFiles } from "@/components/composer/files/local-file";
import { toAnswer } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { noteProgress } from "./progress";
import { LOST, outcomeOf, type SendOutcome } from "./send-outcome";

/** What is sent: to the channel itself, or as an answer to the message `threadId`. */
export type Outgoing = { content: string; nonce: string; threadId: string | null; files: readonly LocalFile[] };

type Upload = { outcome: Promise<SendOutcome>; stop: () => void };

const SILENCE_MS = 30_000;

// They go on while another channel is open. Who comes back joins what is under way, or learns how it ended.
const uploads = new Map<string, Upload>();
// What was stopped before its turn came.
const stopped = new Set<string>();

/** Sends a message with its files once, telling `noteProgress`. While it is under way, and after it has arrived, asking again sends nothing. */
export function upload(channelId: string, message: Outgoing): Promise<SendOutcome> {
  const known = uploads.get(message.nonce);
  if (known) return known.outcome;
  if (stopped.has(message.nonce)) return Promise.resolve(STOPPED);
  const request = new XMLHttpRequest();
  const outcome = exchange(request, channelId, message).then((answer) => {
    noteProgress(message.nonce, null);
    if ("message" in answer) releaseFiles(message.files);
    else uploads.delete(message.nonce);
    return answer;
  });
  uploads.set(message.nonce, { outcome, stop: () => request.abort() });
  return outcome;
}

/** How an upload ends that somebody stopped. */
export const STOPPED = { error: "You stopped it.", offline: false };

/** Stops the upload of the message with this nonce, or has it not begin before `allowUpload`. Answers whether it had begun. */
export function stopUpload(nonce: string): boolean {
  const known = uploads.get(nonce);
  if (known) known.stop();
  else stopped.add(nonce);
  return known !== undefined;
}

/** Somebody wants it sent after all. */
export function allowUpload(nonce: string): void {
  stopped.delete(nonce);
}

function exchange(request: XMLHttpRequest, channelId: string, message: Outgoing): Promise<SendOutcome> {
  const { content, nonce, threadId, files } = message;
  const form = new FormData();
  form.set("nonce", nonce);
  form.set("content", content);
  if (threadId !== null) form.set("threadId", threadId);
  for (const { file } of files) form.append("files", file);
  return new Promise((resolve) => {
    let silent = false;
    const giveUp = () => {
      silent = true;
      request.abort();
    };
    let timer = setTimeout(giveUp, SILENCE_MS);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
    };
    const end = (answer: SendOutcome) => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      noteProgress(nonce, total > 0 ? loaded / total : 0);
    };
    request.upload.onload = heard;
    request.onload = () => {
      end(outcomeOf(toAnswer(request.status, request.responseText, request.getResponseHeader("Retry-After"))));
    };
    request.onerror = () => end(LOST);
    request.onabort = () => end(silent ? LOST : STOPPED);
    noteProgress(nonce, 0);
    request.open("POST", paths.api.messages(channelId));
    request.send(form);
  });
}
