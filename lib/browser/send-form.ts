import { type Answer, toAnswer } from "./request";

const SILENCE_MS = 30_000;

/**
 * Sends a form with files and reports progress from 0 to 1. Resolves to the server's answer, or that the connection was
 * lost or the request aborted. Aborting `request` cancels it. Never rejects.
 */
export function sendForm<T>(
  request: XMLHttpRequest,
  address: string,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Answer<T> | "lost" | "aborted"> {
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
    const end = (answer: Answer<T> | "lost" | "aborted") => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = heard;
    request.onload = () =>
      end(toAnswer(request.status, request.responseText, request.getResponseHeader("Retry-After")));
    request.onerror = () => end("lost");
    request.onabort = () => end(silent ? "lost" : "aborted");
    onProgress(0);
    request.open("POST", address);
    request.send(form);
  });
}
