import { codePoints, isBlank, storableText } from "@/lib/text";
import type { ReceiveRequest } from "@/lib/webhooks/attempt";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";
import { invalidAt } from "@/lib/webhooks/problem";

/**
 * The query's `thread_key`, for senders that can't put one into the body; null without one. Throws AppError `invalid` when it is
 * too long.
 */
export function threadKeyOf({ search = "" }: ReceiveRequest): string | null {
  const key = storableText(new URLSearchParams(search).get("thread_key") ?? "");
  if (isBlank(key)) return null;
  if (codePoints(key) <= PAYLOAD_LIMITS.threadKey) return key;
  throw invalidAt(["thread_key"], `can have at most ${PAYLOAD_LIMITS.threadKey} characters`);
}
