import type { Sender } from "@/lib/webhooks/request/context";
import { text } from "@/lib/webhooks/request/response";
import { postAsWebhook, takePayload } from "@/lib/webhooks/request/take-payload";

import { slackWord } from "@/lib/webhooks/senders/slack/error-word";
import { slack as parse } from "@/lib/webhooks/senders/slack/parse";

/** Slack's incoming webhooks. Responses are `ok` or one of Slack's error codes; a header has the full sentence. */
export const slack: Sender = {
  name: "Slack",
  handle: async (context) => {
    const { payload, idempotency } = await takePayload(context, { form: true });
    const { messageId } = await postAsWebhook(context, parse(payload), idempotency);
    return { messageId, answer: () => text(200, "ok") };
  },
  refuse: ({ code, status, message, headers }) =>
    text(status, slackWord({ code, status }), {
      ...headers,
      "X-Parley-Error": message.replace(/[^\x20-\x7e]/g, "?"),
    }),
};
