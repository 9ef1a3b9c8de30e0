import type { RequestContext } from "@/lib/webhooks/request/context";
import { idempotencyKey } from "@/lib/webhooks/request/idempotency";
import { postAsWebhook } from "@/lib/webhooks/request/post-as-webhook";
import { posted, refused } from "@/lib/webhooks/request/response";
import type { Sender } from "@/lib/webhooks/request/sender";
import { takePayload } from "@/lib/webhooks/request/take-payload";
import { github as parse } from "@/lib/webhooks/senders/github/parse";

const LONGEST_EVENT = 100;

/** GitHub's deliveries, as JSON or form, each posted as a card; answers are Parley's own. */
export const github: Sender = {
  name: "GitHub",
  handle: async (context) => {
    const { payload, idempotency } = await takePayload(context, { form: true, key: deliveryKey });
    const post = parse(payload, context.headers("x-github-event") ?? "");
    const message = await postAsWebhook(context, post, idempotency);
    return { messageId: message.messageId, answer: () => posted(message) };
  },
  refuse: refused,
  eventOf: (headers) => headers("x-github-event")?.slice(0, LONGEST_EVENT) || null,
};

/** GitHub sends the same `X-GitHub-Delivery` with every try of one delivery. */
function deliveryKey(context: RequestContext): string | null {
  const delivery = context.headers("x-github-delivery");
  const isKey = delivery !== null && /^[\x21-\x7e]{1,200}$/.test(delivery);
  return idempotencyKey(context) ?? (isKey ? `github:${delivery}` : null);
}
