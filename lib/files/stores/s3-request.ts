import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "@/lib/process/env";
import { fullDisk } from "@/lib/process/full-disk";
import { countLimit } from "@/lib/process/limits";
import { log, noticeFullDisk } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

/** A request for an object, or without a `name` for the bucket. */
export type S3Request = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** What to send. `open` is called once per attempt. */
  body?: { open: () => Readable; size: number; sha256: string };
  signal?: AbortSignal | undefined;
};

// A store that doesn't answer, or stops sending or receiving, is given up after this.
const SILENT_SECONDS = 15;
const ATTEMPTS = 3;
const NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const MOST_TEXT = 4 * 1024 * 1024;

/**
 * Sends a request and returns the response if its status is 2xx or one of `accepts`; the caller must read or destroy
 * it. Repeats a request that the store failed to answer twice. Throws `unavailable` otherwise, and logs why, without keys.
 */
export async function sendToS3(settings: S3Settings, request: S3Request, accepts: readonly number[] = []) {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(settings, request).catch((error: unknown) => ({ error }));
    if (!("error" in outcome)) {
      const { statusCode: status = 0 } = outcome;
      if ((status >= 200 && status < 300) || accepts.includes(status)) return outcome;
    }
    const why = "error" in outcome ? { err: outcome.error } : await refusalIn(outcome);
    if (request.signal?.aborted) throw new AppError("unavailable", "The request was canceled.", { retryAfter: 1 });
    const isPassing = "status" in why ? (why.status >= 500 && !isFull(why)) || why.status === 429 : !isTimeout(why.err);
    if (!isPassing || attempt === ATTEMPTS) throw unavailable(settings, request, why);
    await wait(100 * 2 ** attempt);
  }
}

/** Returns the text of a response. */
export async function bodyText(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MOST_TEXT) throw new Error("The response is too long.");
  }
  return text;
}

type Why = { err: unknown } | { status: number; code: string };

// What Ceph and MinIO say, also with other statuses than 507.
const FULL_CODES = /^(QuotaExceeded|XMinio\w*(?:StorageFull|QuotaExceeded)|InsufficientStorage)$/;

/** Returns the error for a person whose file can't be stored or read, and logs its cause for the operator. */
export function unavailable({ endpoint, bucket }: S3Settings, { method, name }: S3Request, why: Why): AppError {
  const cause = "err" in why ? why.err : new Error(`The store answered ${`${why.status} ${why.code}`.trim()}.`);
  if (isFull(why)) {
    // As if it was a disk, so that people, the log and the metrics say the same.
    const full = Object.assign(new Error(`The bucket ${bucket} is full`, { cause }), { code: "ENOSPC" });
    noticeFullDisk(full);
    return fullDisk(full);
  }
  log.error({ ...why, endpoint, bucket, method, name }, "the S3 store failed to answer a request");
  const sentence = "Files can't be stored or read just now. Try again in a few seconds.";
  return new AppError("unavailable", sentence, { retryAfter: 5, cause });
}

async function send(settings: S3Settings, { method, name, query, headers, body, signal }: S3Request) {
  const url = s3Url(settings, name, query);
  const signer = new AwsV4Signer({
    ...settings,
    service: "s3",
    method,
    url: url.href,
    headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? NOTHING },
    cache: processWide("s3-signing-keys", () => new Map<string, ArrayBuffer>()),
  });
  const signed = await signer.sign();
  const isSecure = url.protocol === "https:";
  const length = body ? { "Content-Length": `${body.size}` } : {};
  const outgoing = (isSecure ? https : http).request(url, {
    method,
    headers: { ...Object.fromEntries(signed.headers), ...length },
    agent: agentFor(isSecure),
    timeout: countLimit("bucket-silence", SILENT_SECONDS) * 1000,
    ...(signal && { signal }),
  });
  outgoing.on("timeout", () =>
    outgoing.destroy(Object.assign(new Error("The store fell silent."), { code: "ETIMEDOUT" })),
  );
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
  });
  if (body === undefined) outgoing.end();
  // The store may refuse a body before it has all of it. Then its answer says more than the broken pipe.
  else await Promise.race([response, pipeline(body.open(), outgoing)]);
  const answer = await response;
  if (!outgoing.writableFinished) answer.once("end", () => outgoing.destroy());
  return answer;
}

/** Returns the URL of an object, or without a name of the bucket. */
export function s3Url(
  { endpoint, bucket, prefix, pathStyle }: S3Settings,
  name?: string,
  query?: Record<string, string>,
): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const key = name === undefined ? "" : `/${prefix}${name}`;
  url.pathname = pathStyle ? `/${bucket}${key}` : key;
  for (const [field, value] of Object.entries(query ?? {})) url.searchParams.set(field, value);
  return url;
}

function agentFor(isSecure: boolean): http.Agent {
  return isSecure
    ? processWide("s3-https-agent", () => new https.Agent({ keepAlive: true }))
    : processWide("s3-http-agent", () => new http.Agent({ keepAlive: true }));
}

async function refusalIn(response: http.IncomingMessage): Promise<{ status: number; code: string }> {
  const text = await bodyText(response).catch(() => "");
  return { status: response.statusCode ?? 0, code: /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1] ?? "" };
}

function isFull(why: Why): boolean {
  return "status" in why && (why.status === 507 || FULL_CODES.test(why.code));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ETIMEDOUT";
}
