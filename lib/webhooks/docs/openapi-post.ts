import { webhookAnswers } from "@/lib/webhooks/docs/answers";
import {
  errorBody,
  type Operation,
  posted,
  ref,
  signatureOfBody,
  threadKey,
  toResponses,
} from "@/lib/webhooks/docs/openapi-parts";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";

/** Parley's own endpoint. */
export function postOperation(): Operation {
  return {
    operationId: "postMessage",
    tags: ["Webhook"],
    summary: "Post a message",
    description: `The message is stored and stands in the channel when the 200 leaves. The body can have at most ${PAYLOAD_LIMITS.bodyBytes / 1024} KiB.`,
    parameters: [
      threadKey,
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "Makes repeating safe: for 24 hours the same key with the same body answers the first message and posts nothing.",
        schema: { type: "string", maxLength: 255, examples: ["build-1841"] },
      },
      signatureOfBody,
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: ref("Payload"),
          examples: {
            text: { value: { content: "Hello from a script" } },
            embed: { value: { embeds: [{ title: "Build 1841 passed", color: 3066993 }] } },
          },
        },
      },
    },
    responses: { 200: posted, ...toResponses(webhookAnswers, errorBody) },
  };
}
