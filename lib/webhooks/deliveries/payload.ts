import { maskPatiently } from "@/lib/secrets/mask-secrets";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { RequestContext } from "@/lib/webhooks/request/context";
import type { WebhookErrorCode } from "@/lib/webhooks/request/response";

/** A request's payload as it arrived. `cut`: only its beginning. */
export type RawPayload = { body: string | Uint8Array; cut: boolean };

/** A payload as the log stores it: secrets masked, cut after 256 KiB. */
type KeptPayload = { text: string; cut: boolean };

// How long an error response waits for the body. A sender may be slow, or never send what it announced.
const PATIENCE_MS = 1_000;

/** Returns what was read of a payload, or null if nothing was. */
export function rawPayload(payload: string | Uint8Array | null): RawPayload | null {
  if (payload === null || payload.length === 0) return null;
  // A small body may be a slice of a larger buffer, which it would keep in memory.
  const isPiece = typeof payload !== "string" && payload.length < Buffer.poolSize;
  return { body: isPiece ? new TextDecoder().decode(payload) : payload, cut: false };
}

/** Returns the payload's beginning, for when memory is short. */
export function shortened(payload: RawPayload): RawPayload {
  const most = LOG_LIMITS.beginningBytes + LOG_LIMITS.lookAheadBytes;
  if (payload.body.length <= most) return payload;
  const part = payload.body.slice(0, most);
  // Copied, because a view would keep the whole body in memory.
  return { body: typeof part === "string" ? Buffer.from(part) : Buffer.from(part), cut: true };
}

/**
 * Returns the payload of a rejected request. An unread body is read if it is announced as short and arrives within a
 * second. Bodies rejected for size or rate aren't kept. Never throws.
 */
export async function captureFailedPayload(
  context: RequestContext,
  code: WebhookErrorCode,
): Promise<RawPayload | null> {
  if (context.method === "GET" || code === "too_large" || code === "rate_limited") return null;
  return rawPayload(context.body.payload ?? (await readShort(context)));
}

/** Masks the secrets in a payload. Yields to other work between pieces. */
export async function maskedPayload({ body, cut }: RawPayload): Promise<KeptPayload> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const most = cut ? LOG_LIMITS.beginningBytes : LOG_LIMITS.payloadBytes;
  const came = firstBytes(bytes, most + LOG_LIMITS.lookAheadBytes);
  const text = await maskPatiently(came.text.replaceAll("\0", ""), cut || came.cut);
  // Masking changes the length, so the text is cut again.
  const kept = firstBytes(Buffer.from(text), most);
  return { text: kept.text, cut: cut || came.cut || kept.cut };
}

function firstBytes(bytes: Uint8Array, most: number): KeptPayload {
  const cut = bytes.byteLength > most;
  // Decoding stops before a character that the cut has split.
  return { text: new TextDecoder().decode(bytes.subarray(0, most), { stream: cut }), cut };
}

async function readShort({ headers, body }: RequestContext): Promise<Uint8Array | null> {
  const length = Number(headers("content-length") ?? Number.NaN);
  const isMultipart = /^multipart\//i.test(headers("content-type") ?? "");
  // A sender with `Expect: 100-continue` doesn't send the body until asked, and a rejected one isn't needed.
  const waits = headers("expect") !== null;
  if (isMultipart || waits || !(length > 0 && length <= LOG_LIMITS.beginningBytes)) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const whole = async () => body.read(LOG_LIMITS.beginningBytes);
  return Promise.race([whole().catch(() => null), late]).finally(() => clearTimeout(timer));
}
