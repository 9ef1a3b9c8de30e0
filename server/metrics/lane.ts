import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/process/env";
import { errorAnswer, send } from "@/server/http/answer";
import type { Target } from "@/server/http/gate";

/** Returns the text for Prometheus. */
export type ReadMetrics = () => Promise<string>;

/**
 * Answers `GET /metrics` to whoever sends METRICS_TOKEN. Returns false for other paths, which are answered as if metrics
 * didn't exist.
 */
export async function metricsLane(
  readMetrics: ReadMetrics,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: Target,
): Promise<boolean> {
  if (pathname !== "/metrics") return false;
  const token = env.metricsToken;
  if (token === undefined) return false;
  if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`)) {
    const answer = errorAnswer(401, "Send METRICS_TOKEN as a bearer token.", { "www-authenticate": "Bearer" });
    await send(request, response, answer);
  } else if (request.method !== "GET" && request.method !== "HEAD") {
    await send(request, response, errorAnswer(405, "Metrics can only be read. Use GET.", { allow: "GET, HEAD" }));
  } else {
    const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
    await send(request, response, { status: 200, headers, body: Buffer.from(await readMetrics()) });
  }
  return true;
}

/** Compares in a time that doesn't depend on how much of the text is right. */
function isSame(given: string, right: string): boolean {
  const [a = "", b = ""] = [given, right].map((text) => text.replace(/^bearer +/i, "Bearer "));
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
