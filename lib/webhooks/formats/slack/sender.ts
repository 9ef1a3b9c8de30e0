import { AppError } from "@/lib/text/errors";
import { slackWord } from "@/lib/webhooks/formats/slack/error-word";
import { slackMessagesPatiently } from "@/lib/webhooks/formats/slack/parse";
import type { WebhookPost } from "@/lib/webhooks/payload/read-payload";
import type { RequestContext, RequestResult, Sender } from "@/lib/webhooks/request/context";
import { type AnyPayload, takeAny } from "@/lib/webhooks/request/read-body";
import { textResponse } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import { idempotencyKey, idempotencyOf, postAllAsWebhook } from "@/lib/webhooks/request/take-payload";

/** Slack's incoming webhooks. Responses are `ok` or one of Slack's error codes; a header has the full sentence. */
export const slack: Sender = {
  name: "Slack",
  handle: (context) => takeMessage(context, readSlack),
  refuse: ({ code, status, message, headers }) =>
    textResponse(status, slackWord({ code, status }), {
      ...headers,
      "X-Parley-Error": message.replace(/[^\x20-\x7e]/g, "?"),
    }),
  skip: () => textResponse(200, "ok"),
};

/** Reads Slack's payload, with remarks for the delivery log. */
export const readSlack = (payload: unknown, remarks: string[]): Promise<[WebhookPost, ...WebhookPost[]]> =>
  slackMessagesPatiently(payload, { remarks });

/**
 * Posts a request's message, whose JSON is the body or in a form's field `payload`, whatever its content type says.
 * `read` converts it, with remarks for the delivery log. The response is `ok`.
 */
export function takeMessage(
  context: RequestContext,
  read: (payload: unknown, remarks: string[]) => Promise<[WebhookPost, ...WebhookPost[]]>,
): Promise<RequestResult> {
  return takeAny(
    context,
    async (taken) => {
      const known = idempotencyOf(idempotencyKey(context), requireSignature(context, taken.body), taken.body);
      const posts = await read(messageIn(taken), context.remarks);
      const { messageId } = await postAllAsWebhook(context, posts, known, taken.files);
      return { messageId, answer: () => textResponse(200, "ok") };
    },
    { anyType: true },
  );
}

/** Some scripts send the message's fields as a form, without JSON. */
function messageIn({ payload, isForm = false }: AnyPayload): unknown {
  if (!isForm || "text" in Object(payload)) return payload;
  throw new AppError("invalid", "The form has no field named payload. Send the JSON in it.");
}
