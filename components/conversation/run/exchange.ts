import type { LocalFile } from "@/components/composer/files/local-file";
import { toAnswer } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { noteProgress } from "./progress";
import { LOST, outcomeOf, type SendOutcome, STOPPED } from "./send-outcome";

/** What is sent: to the channel itself, or as an answer to the message `threadId`. */
export type Outgoing = { content: string; nonce: string; threadId: string | null; files: readonly LocalFile[] };

const SILENCE_MS = 30_000;

/** Sends a message with its files by this request, telling `noteProgress`. Aborting it stops that. Never rejects. */
export function exchange(request: XMLHttpRequest, channelId: string, message: Outgoing): Promise<SendOutcome> {
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
