import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { STREAM_HEADERS } from "@/lib/live/streams/event-stream";
import { isLoopback } from "@/lib/network/client-address";
import { isOwnOrigin } from "@/lib/network/request-address";
import { env } from "@/lib/process/env";
import { redisState } from "@/lib/process/limits";
import { VERSION } from "@/lib/process/version";
import { wrongAddresses } from "@/lib/web/origin";
import { DOCTOR_HEADER, takeCode } from "@/server/doctor/code";
import { errorAnswer, send } from "@/server/http/answer";

// Why: docs/decisions/health.md

/** The most bytes that a body may have: what uploads may have, and a little more. */
const MOST_BYTES = 102 * 2 ** 20;

/** The pause after a stream's first event, in milliseconds. A proxy that buffers delivers both events after it. */
export const STREAM_PAUSE_MS = 3_000;

/** The header with which the doctor says for how many milliseconds a quiet stream is silent. */
export const QUIET_HEADER = "x-parley-doctor-quiet";
const LONGEST_QUIET_MS = 60_000;

/** What a running Parley saw of the doctor's request, and how it's set up. */
export type LaneReport = {
  version: string;
  baseUrl: string | null;
  host: string | null;
  forwardedHost: string | null;
  forwardedProto: string | null;
  forwardedFor: string | null;
  origin: string | null;
  /** Whether it accepts a write with these headers. */
  accepts: boolean;
  /** Where pages were opened on which no one can sign in. */
  wrongAddresses: string[];
  /** The address and port that the connection came from. */
  peer: string;
  /** How many proxies it trusts to have added to X-Forwarded-For. */
  trustedProxies: number;
  redis: "off" | "connected" | "unreachable";
};

/**
 * Answers `npm run doctor`, which asks at the addresses that browsers use and proves that it knows the install's secret.
 * Returns false for everyone else, whose requests are handled as if this didn't exist.
 */
export async function doctorLane(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const code = request.headers[DOCTOR_HEADER];
  const purpose = typeof code === "string" ? takeCode(code) : null;
  if (purpose === null) return false;
  if (purpose === "stream") await stream(response, STREAM_PAUSE_MS);
  else if (purpose === "quiet") await stream(response, quietOf(request));
  else await answerJson(request, response, purpose === "seen" ? await seen(request) : await countBytes(request));
  return true;
}

async function seen({ headers, socket }: IncomingMessage): Promise<LaneReport> {
  const header = (name: string) => [headers[name]].flat().join(", ") || null;
  const peer = socket.remoteAddress ?? "";
  return {
    version: VERSION,
    baseUrl: env.baseUrl ?? null,
    host: header("host"),
    forwardedHost: header("x-forwarded-host"),
    forwardedProto: header("x-forwarded-proto"),
    forwardedFor: header("x-forwarded-for"),
    origin: header("origin"),
    accepts: headers.origin === undefined || isOwnOrigin(headers.origin, header),
    wrongAddresses: [...wrongAddresses()],
    peer: `${peer.replace(/^::ffff:/i, "")} ${socket.remotePort ?? ""}`,
    trustedProxies: env.trustedProxies ?? (isLoopback(peer) ? 1 : 0),
    redis: await redisState(),
  };
}

/** Reads the body without keeping it. */
async function countBytes(request: IncomingMessage): Promise<{ bytes: number } | null> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return null;
  }
  return { bytes };
}

function quietOf({ headers }: IncomingMessage): number {
  return Math.min(Number(headers[QUIET_HEADER]) || 0, LONGEST_QUIET_MS);
}

async function stream(response: ServerResponse, pause: number): Promise<void> {
  response.writeHead(200, { ...STREAM_HEADERS, Connection: "close" });
  response.write("event: doctor\ndata: first\n\n");
  await sleep(pause);
  response.end("event: doctor\ndata: last\n\n");
}

async function answerJson(request: IncomingMessage, response: ServerResponse, body: object | null): Promise<void> {
  if (body === null) return send(request, response, errorAnswer(413, "The request body is too large. Send less."));
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  await send(request, response, { status: 200, headers, body: Buffer.from(JSON.stringify(body)) });
}
