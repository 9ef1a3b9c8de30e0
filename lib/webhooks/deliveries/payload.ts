import { maskPatiently } from "@/lib/secrets/mask-secrets";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { RequestContext } from "@/lib/webhooks/request/context";
import type { WebhookErrorCode } from "@/lib/webhooks/request/response";

/** A request's payload as it came, for the delivery log; `cut` when it is only its beginning. */
export type RawPayload = { body: string | Uint8Array; cut: boolean };

/** A payload as the delivery log keeps it: secrets masked, and cut after 256 KiB. */
type KeptPayload = { text: string; cut: boolean };

// The refusal waits no longer than this for the body: a sender may be slow, or never send what it announced.
const PATIENCE_MS = 1_000;

/** What has been read of a payload, as it is; null when that is nothing. */
export function rawPayload(payload: string | Uint8Array | null): RawPayload | null {
  if (payload === null || payload.length === 0) return null;
  // Such a small body may be a piece of a larger buffer, which would stay in memory with it.
  const isPiece = typeof payload !== "string" && payload.length < Buffer.poolSize;
  return { body: isPiece ? new TextDecoder().decode(payload) : payload, cut: false };
}

/** The payload's beginning, for when memory is short. */
export function shortened(payload: RawPayload): RawPayload {
  const most = LOG_LIMITS.beginningBytes + LOG_LIMITS.lookAheadBytes;
  if (payload.body.length <= most) return payload;
  const part = payload.body.slice(0, most);
  // Copied, because a mere view of the part would keep the whole in memory.
  return { body: typeof part === "string" ? Buffer.from(part) : Buffer.from(part), cut: true };
}

/**
 * What the sender of a refused request wanted to post. A body that nobody has read yet is read if it is announced as short and
 * comes within a second; of one that was refused for its size or rate nothing is kept. Never throws.
 */
export async function captureFailedPayload(
  context: RequestContext,
  code: WebhookErrorCode,
): Promise<RawPayload | null> {
  if (context.method === "GET" || code === "too_large" || code === "rate_limited") return null;
  return rawPayload(context.body.payload ?? (await readShort(context)));
}

/** The payload for people to look at and to send again. Others get their turn while it is read. */
export async function maskedPayload({ body, cut }: RawPayload): Promise<KeptPayload> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const most = cut ? LOG_LIMITS.beginningBytes : LOG_LIMITS.payloadBytes;
  const came = firstBytes(bytes, most + LOG_LIMITS.lookAheadBytes);
  const text = await maskPatiently(came.text.replaceAll("\0", ""), cut || came.cut);
  // A mask may be longer or shorter than the secret that it replaces, so the text is cut again.
  const kept = firstBytes(Buffer.from(text), most);
  return { text: kept.text, cut: cut || came.cut || kept.cut };
}

function firstBytes(bytes: Uint8Array, most: number): KeptPayload {
  const cut = bytes.byteLength > most;
  // Decoding stops before a character that the cut has torn.
  return { text: new TextDecoder().decode(bytes.subarray(0, most), { stream: cut }), cut };
}

async function readShort({ headers, body }: RequestContext): Promise<Uint8Array | null> {
  const length = Number(headers("content-length") ?? Number.NaN);
  const isMultipart = /^multipart\//i.test(headers("content-type") ?? "");
  // A sender with `Expect: 100-continue` sends only when told to, and needn't send what is refused.
  const waits = headers("expect") !== null;
  if (isMultipart || waits || !(length > 0 && length <= LOG_LIMITS.beginningBytes)) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const whole = body.read(LOG_LIMITS.beginningBytes).catch(() => null);
  return Promise.race([whole, late]).finally(() => clearTimeout(timer));
}
