import { readPayload } from "@/lib/webhooks/format/read-payload";
import type { Sender } from "@/lib/webhooks/request/context";
import { postAsWebhook } from "@/lib/webhooks/request/post-as-webhook";
import { posted, refused } from "@/lib/webhooks/request/response";
import { takePayload } from "@/lib/webhooks/request/take-payload";

/** Parley's own way: JSON in, JSON out. */
export const parley: Sender = {
  name: "Parley",
  handle: async (context) => {
    const { payload, idempotency } = await takePayload(context);
    const message = await postAsWebhook(context, readPayload(payload), idempotency);
    return { messageId: message.messageId, answer: () => posted(message) };
  },
  refuse: refused,
};
