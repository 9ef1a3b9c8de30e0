import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { isUpload } from "@/lib/files/uploads/read-upload";
import { isLoopback } from "@/lib/network/client-address";
import { AVATAR_LIMITS } from "@/lib/people/avatars/dto";
import { env } from "@/lib/process/env";
import { type RequestKind, record } from "@/lib/process/recorder";
import { errorAnswer, type PlainAnswer } from "@/server/http/answer";

const MIB = 1024 * 1024;
const MAX_BODY_BYTES = MIB;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

// Repeated slashes, backslashes, and parts of only dots.
const NOT_NORMAL = /\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

// As in next/dist/server/app-render/types, of a package that production doesn't have.
const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(?:oc|[cd](?:i\((?:\.{1,3}|\.\.\)\(\.\.)\))?)$/),
    z.array(z.string()).nullable(),
  ]),
]);
const routerState = z.tuple([
  segment,
  z.record(
    z.string(),
    z.lazy((): z.ZodType => routerState),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/** Returns the response that refuses a request before its content is read, or null to accept it. */
export function refusal(request: IncomingMessage, target: Target | null): PlainAnswer | null {
  if (target === null) return errorAnswer(400, "The request target must be a path.");
  const { headers } = request;
  if (request.httpVersion === "1.1" && headers.host === undefined) {
    return errorAnswer(400, "The request must have a Host header.");
  }
  if (headers.upgrade?.toLowerCase().includes("websocket")) {
    return errorAnswer(400, "This server doesn't accept WebSocket connections.", { connection: "close" });
  }
  if (!METHODS.includes(request.method ?? "")) return methodNotAllowed();
  if (!target.wellFormed) {
    const isOurs = isUnder(target.pathname, "/api");
    return isOurs
      ? errorAnswer(404, "There's nothing at this URL. Check the path.")
      : errorAnswer(400, "The path isn't percent-encoded correctly.");
  }
  // Next's image optimizer, which Parley doesn't use, would decode images for anyone.
  if (isUnder(target.pathname, "/_next/image")) return errorAnswer(404, "There's nothing at this URL. Check the path.");
  if (isWebhookPath(target.pathname)) return null;
  // Next would redirect to another path, or show another one than we checked.
  if (NOT_NORMAL.test(target.pathname)) return errorAnswer(404, "There's nothing at this URL. Check the path.");
  if (!isRouterState(headers["next-router-state-tree"])) {
    return errorAnswer(400, "The Next-Router-State-Tree header can't be read. Reload the page.");
  }
  // An upper bound for files, because the form itself adds some bytes. The form reader counts exactly.
  return bodyRefusal(request, (uploadBytes(request) ?? 0) + MAX_BODY_BYTES);
}

/** Returns whether Next can read what a page says that it shows. Next's own answer would be a 500, with an error in the log. */
function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true;
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(`${header}`))).success;
  } catch {
    // Also when it's nested too deeply to be checked.
    return false;
  }
}

/** Returns the response to an unsupported method. */
export function methodNotAllowed(): PlainAnswer {
  return errorAnswer(405, "This method isn't allowed.", { allow: METHODS.join(", ") });
}

function bodyRefusal({ headers }: IncomingMessage, most: number): PlainAnswer | null {
  if (headers["transfer-encoding"] !== undefined && headers["content-length"] === undefined) {
    return errorAnswer(411, "The request must have a Content-Length header.");
  }
  const isTooLarge = Number(headers["content-length"] ?? 0) > most;
  return isTooLarge ? errorAnswer(413, `The request body can be at most ${Math.floor(most / MIB)} MiB.`) : null;
}

const UPLOADS = [
  { path: /^\/api\/(?:channels\/\d+\/messages|scheduled(?:\/\d+\/files)?)$/, bytes: UPLOAD_LIMITS.totalBytes },
  { path: /^\/api\/(?:pictures|emoji)$/, bytes: AVATAR_LIMITS.bytes },
];

/**
 * Returns how many bytes of files the request may send, or null if it can't upload files. An upload may be larger and take
 * longer.
 */
export function uploadBytes({ method, url, headers }: IncomingMessage): number | null {
  const upload = method === "POST" ? UPLOADS.find(({ path }) => path.test(url ?? "")) : undefined;
  return upload && isUpload({ headers: { get: () => headers["content-type"] ?? null } }) ? upload.bytes : null;
}

/** A request's path as sent, without query, and whether its percent-encoding is valid. */
export type Target = { url: string; pathname: string; wellFormed: boolean };

/**
 * Parses a request target. Reduces the absolute form, which clients of proxies send, to its path. Returns null for
 * anything else.
 */
export function parseTarget(raw: string): Target | null {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(raw);
  const rest = absolute === null ? raw : raw.slice(absolute[0].length);
  // Doubled slashes at the start would be answered with a redirect that repeats the path, and a path may hold a token.
  const url = (absolute !== null && !rest.startsWith("/") ? `/${rest}` : rest).replace(/^\/{2,}/, "/");
  if (!url.startsWith("/")) return null;
  const pathname = url.split(/[?#]/, 1)[0] ?? "/";
  return { url, pathname, wellFormed: isWellFormed(pathname) };
}

/** Returns whether the path is `prefix` or below it. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Returns whether the path is a webhook's, in any format. Webhooks read their bodies themselves, with their own limit. */
export function isWebhookPath(pathname: string): boolean {
  return isUnder(pathname, "/webhooks") || /^\/api\/(v\d+\/)?webhooks(\/|$)/.test(pathname);
}

function isWellFormed(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}

// Without underscores: the framework's own digests have them, and the id becomes a digest.
const WELL_FORMED = /^[A-Za-z0-9.-]{8,64}$/;

/** Returns the request's id: the X-Request-Id of a trusted proxy, if it's well-formed, or a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress ?? "")) return given;
  return newId();
}

function isTrusted(peer: string): boolean {
  return env.trustedProxies === undefined ? isLoopback(peer) : env.trustedProxies > 0;
}

const BYTES = 8;
const AT_ONCE = 512;
let random = Buffer.alloc(0);
let used = 0;

/** Returns 16 hexadecimal digits. Asks for randomness rarely, because each time costs as much as parsing a request. */
function newId(): string {
  if (used === random.length) {
    random = randomBytes(BYTES * AT_ONCE);
    used = 0;
  }
  used += BYTES;
  return random.toString("hex", used - BYTES, used);
}

/** Records how long the response takes, once it has been sent. */
export function timeResponse(response: ServerResponse, pathname: string): void {
  const recorder = record();
  // A stream takes as long as its page is open, and the metrics themselves aren't what people wait for.
  if (recorder === undefined || pathname === "/api/events" || pathname === "/metrics") return;
  const began = performance.now();
  response.once("finish", () => {
    recorder.request(kindOf(pathname), response.statusCode, (performance.now() - began) / 1_000);
  });
}

function kindOf(pathname: string): RequestKind {
  if (isWebhookPath(pathname)) return "webhook";
  if (isUnder(pathname, "/api")) return "api";
  return isUnder(pathname, "/_next") || /\.\w+$/.test(pathname) ? "file" : "page";
}
