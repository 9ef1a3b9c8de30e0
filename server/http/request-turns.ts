import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddressOf, networkOf } from "@/lib/network/client-address";
import { sessionTokenIn, userIdOfToken } from "@/lib/people/sign-in/session-user";
import { env } from "@/lib/process/env";
import { takeTurn } from "@/lib/process/in-turn";
import { countLimit, personalLimit } from "@/lib/process/limits";
import { RecentUse } from "@/lib/process/recent-use";
import { record } from "@/lib/process/recorder";
import { errorAnswer, type PlainAnswer, send } from "@/server/http/answer";
import { isUnder, type Target, uploadBytes } from "@/server/http/gate";

// Why: docs/decisions/limits.md

/** The name of the line in which requests wait. */
export const REQUESTS_LINE = "requests";
const AT_ONCE = 8;
// Per person. As many as a browser sends at once over HTTP/1.1. They may wait for ten seconds.
const EACH = { count: 6, seconds: 10 };
const WAITING = 1_000;
// How long a request keeps others waiting. After that it's mostly waiting itself: for the client, or for another service.
const LONGEST_TURN_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;
const MOST_KNOWN = 5_000;
const SENTENCE = "You're asking for too much at once. Wait a few seconds and try again.";

type Work = () => Promise<void>;

/** Runs the work for a request in turn. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, target: Target, work: Work) => Promise<void>;

/**
 * Returns a function that runs the work for a request when it's its sender's turn. A request that waited too long gets
 * a 429, and one whose client leaves isn't run.
 */
export function requestTurns(): InTurn {
  const use = new RecentUse();
  const known = new Map<string, bigint>();
  return async (request, response, target, work) => {
    const each = personalLimit(REQUESTS_LINE, EACH);
    if (each === null || waitsForFiles(request)) return work();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await hasArrived(request, response);
    const by = await senderOf(known, request, target);
    const limits = { atOnce: AT_ONCE, each: each.count, waiting: countLimit("waiting-requests", WAITING) };
    const turns = { ...limits, patience: each.seconds * 1_000, by, use };
    const end = await takeTurn(REQUESTS_LINE, turns, gone.signal);
    if (end === null) {
      if (gone.signal.aborted) return;
      record()?.refused();
      return send(request, response, refusal(target));
    }
    // Lets the event loop serve what has arrived in the meantime, webhooks' posts above all.
    await new Promise(setImmediate);
    const began = performance.now();
    const timer = setTimeout(() => end(), LONGEST_TURN_MS);
    try {
      await work();
    } finally {
      clearTimeout(timer);
      // Whoever has used much leaves as much time to others as they took.
      end(use.isMuch(by) ? performance.now() - began : 0);
    }
  };
}

/** Returns whether most of the request's time passes while its files arrive. */
function waitsForFiles(request: IncomingMessage): boolean {
  return uploadBytes(request) !== null && Number(request.headers["content-length"]) > request.readableHighWaterMark;
}

/** Waits until the body has arrived, or as much of it as fits into memory unread: until then, there's nothing to do. */
async function hasArrived(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Math.min(Number(request.headers["content-length"] ?? 0), request.readableHighWaterMark);
  if (request.readableLength >= bytes) return;
  // Node discards an unread body only if no one has looked at it.
  response.once("finish", () => request.resume());
  await new Promise<void>((resolve) => {
    const look = () => {
      if (request.readableLength < bytes && !request.destroyed) return;
      request.off("readable", look).off("close", look);
      resolve();
    };
    request.on("readable", look).on("close", look);
  });
}

/**
 * Says who sent a request: those of one sender share their turns. That's the user if we wrote the session cookie, because
 * people behind one address must not wait for each other; otherwise the network, because anyone can make up cookies.
 * A network's monitoring is a sender of its own.
 */
async function senderOf(
  known: Map<string, bigint>,
  { headers }: IncomingMessage,
  { pathname }: Target,
): Promise<string> {
  const forwardedFor = [headers["x-forwarded-for"]].flat().join(", ");
  const network = networkOf(clientAddressOf(forwardedFor, env.trustedProxies));
  if (pathname === "/api/health" || pathname === "/api/ready") return `monitoring from ${network}`;
  const token = sessionTokenIn(headers.cookie ?? "");
  const userId = token === undefined ? null : await userOf(known, token);
  return userId === null ? `network ${network}` : `user ${userId}`;
}

/** Decrypting a token costs as much as a small request, so the last ones are `known`. */
async function userOf(known: Map<string, bigint>, token: string): Promise<bigint | null> {
  const userId = known.get(token) ?? (await userIdOfToken(token));
  if (userId === null) return null;
  known.set(token, userId);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  return userId;
}

function refusal({ pathname }: Target): PlainAnswer {
  const headers = { "retry-after": `${RETRY_AFTER_SECONDS}` };
  if (isUnder(pathname, "/api")) return errorAnswer(429, SENTENCE, headers);
  const body = Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Too much at once</title><p>${SENTENCE}</p></html>`,
  );
  return {
    status: 429,
    headers: { ...headers, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body,
  };
}
