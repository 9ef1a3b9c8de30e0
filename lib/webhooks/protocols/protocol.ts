import type { Attempt } from "@/lib/webhooks/attempt";
import type { ReceiveResponse } from "@/lib/webhooks/respond";
import type { WebhookError } from "@/lib/webhooks/webhook-error";

/** How a dialect takes requests, and the words in which it answers. */
export type Protocol = {
  /** Answers a request of somebody who holds the token. Throws WebhookError, AppError, or what nobody foresaw. */
  handle: (attempt: Attempt) => Promise<ReceiveResponse>;
  /** The refusal in the dialect's own words; the attempt is there where the token was right. */
  refuse: (error: WebhookError, attempt: Attempt | null) => ReceiveResponse;
};
