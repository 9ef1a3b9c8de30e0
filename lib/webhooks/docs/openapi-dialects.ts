import { slackWord } from "@/lib/webhooks/dialects/slack/error-word";
import { webhookAnswers } from "@/lib/webhooks/docs/answers";
import {
  errorBody,
  type Operation,
  posted,
  ref,
  signatureOfBody,
  textBody,
  threadKey,
  toResponses,
} from "@/lib/webhooks/docs/openapi-parts";

/** The endpoint for what posts to Slack. */
export function slackOperation(): Operation {
  return {
    operationId: "postSlackMessage",
    tags: ["Dialects"],
    summary: "Post a message as to Slack",
    description:
      "Takes the body of Slack's incoming webhooks. Errors are Slack's words in plain text, with the sentence in the header X-Parley-Error.",
    parameters: [threadKey],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: ref("SlackPayload"),
          example: { text: "Deployed *api* to <https://example.com|production>" },
        },
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: { payload: { type: "string", description: "The payload as JSON text." } },
            required: ["payload"],
          },
        },
      },
    },
    responses: {
      200: { description: "Posted.", content: textBody("ok") },
      ...toResponses(webhookAnswers, ({ status }) => textBody(slackWord({ status, code: null }))),
    },
  };
}

/** The endpoint for GitHub's webhooks. */
export function gitHubOperation(): Operation {
  return {
    operationId: "postGitHubDelivery",
    tags: ["Dialects"],
    summary: "Post an event of GitHub",
    description: "Takes the deliveries of GitHub's webhooks. A ping succeeds; an unknown event is shown plainly.",
    parameters: [
      threadKey,
      {
        name: "X-GitHub-Event",
        in: "header",
        required: true,
        description: "What happened.",
        schema: { type: "string", examples: ["push"] },
      },
      {
        name: "X-GitHub-Delivery",
        in: "header",
        required: false,
        description: "Works as an Idempotency-Key: a redelivery posts nothing twice.",
        schema: { type: "string" },
      },
      signatureOfBody,
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { type: "object" } },
        "application/x-www-form-urlencoded": {
          schema: { type: "object", properties: { payload: { type: "string" } }, required: ["payload"] },
        },
      },
    },
    responses: { 200: posted, ...toResponses(webhookAnswers, errorBody) },
  };
}
