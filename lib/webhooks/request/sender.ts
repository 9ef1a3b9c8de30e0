import type { RequestContext } from "@/lib/webhooks/request/context";
import type { WebhookResponse } from "@/lib/webhooks/request/response";
import type { WebhookError } from "@/lib/webhooks/request/webhook-error";

/** What a request has done: the message that it posted or edited, and how to answer. */
export type Done = {
  messageId: bigint | null;
  answer: () => WebhookResponse | Promise<WebhookResponse>;
  /** What the sender calls the event, for the delivery log, where only its payload says so. */
  event?: string | null;
  /** Whose request it turned out to be, as the registry names it, where its address doesn't say so. */
  sender?: string | null;
  /** What else whoever looks at the delivery log should know. */
  remark?: string | null;
};

/** One way of speaking to a webhook: how its requests are taken, and the words in which they are answered. */
export type Sender = {
  /** What it is called in the delivery log. */
  name: string;
  /** Does what somebody who holds the token asks for. Throws WebhookError, AppError, or what nobody foresaw. */
  handle: (context: RequestContext) => Promise<Done>;
  /** The refusal in the sender's own words; the context is there where the token was right. */
  refuse: (error: WebhookError, context: RequestContext | null) => WebhookResponse;
  /** What the sender calls the event that it tells of, for the delivery log. */
  eventOf?: (headers: (name: string) => string | null) => string | null;
};
