import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { processWide } from "@/lib/process/process-wide";
import { requestId } from "@/lib/process/request-id";
import { errorAnswer } from "@/server/http/answer";

const SENTENCES: Record<number, string> = {
  400: "The request isn't valid. Check its path, headers and body.",
  404: "There's nothing at this URL. Check the path.",
  405: "This method isn't allowed.",
  413: "The request body is too large. Send less.",
};

/** Replaces the framework's empty and HTML error responses with JSON. Responses of handlers stay as they are. */
export function answerErrorsAsJson(response: ServerResponse, isHead: boolean): void {
  const original = { writeHead: response.writeHead, write: response.write, end: response.end };
  let replacement: Uint8Array | null = null;

  response.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.at(-1);
    if (typeof given === "object" && given !== null) setHeaders(response, given);
    response.statusCode = status;
    if (status >= 400 && isFrameworks(response)) {
      const answer = errorAnswer(status, SENTENCES[status] ?? "Something went wrong on our side. Try again.");
      for (const name of ["content-encoding", "transfer-encoding", "etag", "vary", "link"]) response.removeHeader(name);
      for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
      response.setHeader("content-length", answer.body.byteLength);
      replacement = answer.body;
    }
    return Reflect.apply(original.writeHead, response, [status]);
  };

  response.write = (...args: unknown[]) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return replacement === null ? Reflect.apply(original.write, response, args) : true;
  };

  response.end = (...args: unknown[]) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return Reflect.apply(original.end, response, replacement === null ? args : isHead ? [] : [replacement]);
  };
}

function isFrameworks(response: ServerResponse): boolean {
  const type = response.getHeader("content-type");
  return type === undefined || String(type).startsWith("text/html");
}

function setHeaders(response: ServerResponse, given: object): void {
  if (Array.isArray(given)) {
    for (let i = 0; i + 1 < given.length; i += 2) response.appendHeader(String(given[i]), String(given[i + 1]));
    return;
  }
  for (const [name, value] of Object.entries(given as OutgoingHttpHeaders)) {
    if (value !== undefined) response.setHeader(name, value);
  }
}

/**
 * Makes the framework show the request's id as the error code on error pages: it shows an error's `digest`, and makes
 * one only for errors that have none.
 */
export function digestErrorsByRequest(): void {
  processWide("digest", () => {
    Object.defineProperty(Error.prototype, "digest", {
      configurable: true,
      get: requestId,
      set(this: Error, value: unknown) {
        Object.defineProperty(this, "digest", { value, configurable: true, enumerable: true, writable: true });
      },
    });
    return true;
  });
}
