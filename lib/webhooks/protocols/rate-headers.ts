import type { RateStatus } from "@/lib/webhooks/rate-limit";

/** Discord's rate limit headers; none where nothing is limited. Clients read the first three as integers. */
export function rateHeaders(webhookId: string, rate: RateStatus | null): Record<string, string> {
  if (rate === null) return {};
  return {
    "X-RateLimit-Limit": `${rate.limit}`,
    "X-RateLimit-Remaining": `${rate.remaining}`,
    "X-RateLimit-Reset": `${Math.ceil((Date.now() + rate.resetMs) / 1000)}`,
    "X-RateLimit-Reset-After": (rate.resetMs / 1000).toFixed(3),
    "X-RateLimit-Bucket": `webhook-${webhookId}`,
  };
}
