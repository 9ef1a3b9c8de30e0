import { slack } from "@/lib/webhooks/dialects/slack";
import { slackWord } from "@/lib/webhooks/dialects/slack/error-word";
import { postDraft } from "@/lib/webhooks/post-draft";
import type { Protocol } from "@/lib/webhooks/protocols/protocol";
import { plainText } from "@/lib/webhooks/respond";
import { takePayload } from "@/lib/webhooks/take-payload";

/** Slack's incoming webhooks: `ok`, or one of Slack's words. The sentence goes into a header, for whoever looks. */
export const slackProtocol: Protocol = {
  handle: async (attempt) => {
    const { payload, idempotency } = await takePayload(attempt, { form: true });
    await postDraft(attempt, slack(payload), idempotency);
    return plainText(200, "ok");
  },
  refuse: ({ code, status, message, headers }) =>
    plainText(status, slackWord({ code, status }), {
      ...headers,
      "X-Parley-Error": message.replace(/[^\x20-\x7e]/g, "?"),
    }),
};
