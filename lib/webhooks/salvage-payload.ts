import type { Attempt } from "@/lib/webhooks/attempt";
import { maskSecrets } from "@/lib/webhooks/mask-secrets";
import { readBody } from "@/lib/webhooks/read-body";
import type { Rejected } from "@/lib/webhooks/rejected";

/** A refused request's payload as the delivery log keeps it: secrets masked, and cut after 64 KiB. */
export type KeptPayload = { text: string; cut: boolean };

const MOST_BYTES = 64 * 1024;
// The refusal waits for this, and a sender may be slow, or never send what it announced.
const PATIENCE_MS = 1_000;

/**
 * What the sender wanted to post, for a member to look at and send again. A body that nobody has read yet is read if it is
 * announced as short and comes within a second; of one that was refused for its size or rate nothing is kept. Never throws.
 */
export async function salvagePayload(attempt: Attempt, { kind }: Rejected): Promise<KeptPayload | null> {
  if (attempt.request.method === "GET" || kind === "too_large" || kind === "rate_limited") return null;
  const bytes = attempt.payload ?? attempt.body ?? (await readShort(attempt));
  if (bytes === null || bytes.length === 0) return null;
  const buffer =
    typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cut = buffer.byteLength > MOST_BYTES;
  // Decoding stops before a character that the cut has torn.
  const text = new TextDecoder().decode(buffer.subarray(0, MOST_BYTES), { stream: cut });
  return { text: maskSecrets(text.replaceAll("\0", "")), cut };
}

async function readShort({ request }: Attempt): Promise<Uint8Array | null> {
  const length = Number(request.headers("content-length") ?? Number.NaN);
  const isMultipart = /^multipart\//i.test(request.headers("content-type") ?? "");
  // A sender that waits for leave to send is spared it.
  const waits = request.headers("expect") !== null;
  if (isMultipart || waits || !(length > 0 && length <= MOST_BYTES)) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const body = readBody(request, MOST_BYTES).catch(() => null);
  return Promise.race([body, late]).finally(() => clearTimeout(timer));
}
