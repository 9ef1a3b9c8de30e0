import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { webhookAnswers } from "@/lib/webhooks/docs/answers";
import {
  errorBody,
  posted,
  signatureOfBody,
  someObject,
  textBody,
  threadKey,
  toResponses,
} from "@/lib/webhooks/docs/openapi-parts";
import { PAYLOAD_LIMITS, payloadSchema } from "@/lib/webhooks/format/payload-schema";
import { slackWord } from "@/lib/webhooks/senders/slack/error-word";

const query = z.object({ thread_key: threadKey });

/** Parley's own endpoint. */
export const parleyPost: ZodOpenApiOperationObject = {
  operationId: "postMessage",
  tags: ["Webhook"],
  summary: "Post a message",
  description: `The message is stored and stands in the channel when the 200 leaves. The body can have at most ${PAYLOAD_LIMITS.bodyBytes / 1024} KiB.`,
  requestParams: {
    query,
    header: signatureOfBody.extend({
      "Idempotency-Key": z
        .string()
        .max(255)
        .optional()
        .meta({
          param: {
            description:
              "Makes repeating safe: for 24 hours the same key with the same body answers the first message and posts nothing.",
          },
          examples: ["build-1841"],
        }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: payloadSchema,
        examples: {
          text: { value: { content: "Hello from a script" } },
          embed: { value: { embeds: [{ title: "Build 1841 passed", color: 3066993 }] } },
        },
      },
    },
  },
  responses: { 200: posted, ...toResponses(webhookAnswers, errorBody) },
};

export const slackSchema = z
  .object({
    text: z.string().optional().meta({ description: "The text, in Slack's mrkdwn." }),
    attachments: z.array(someObject).optional(),
    blocks: z.array(someObject).optional(),
    username: z.string().optional(),
    icon_url: z.string().optional().meta({ format: "uri" }),
  })
  .meta({ description: "Slack's message; keys that Parley doesn't know are ignored." });

/** The endpoint for what posts to Slack. */
export const slackPost: ZodOpenApiOperationObject = {
  operationId: "postSlackMessage",
  tags: ["Dialects"],
  summary: "Post a message as to Slack",
  description:
    "Takes the body of Slack's incoming webhooks. Errors are Slack's words in plain text, with the sentence in the header X-Parley-Error.",
  requestParams: { query },
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: slackSchema,
        example: { text: "Deployed *api* to <https://example.com|production>" },
      },
      "application/x-www-form-urlencoded": {
        schema: z.object({ payload: z.string().meta({ description: "The payload as JSON text." }) }),
      },
    },
  },
  responses: {
    200: { description: "Posted.", content: textBody("ok") },
    ...toResponses(webhookAnswers, ({ status }) =>
      textBody(slackWord({ status, code: status === 403 ? "paused" : null })),
    ),
  },
};

/** The endpoint for GitHub's webhooks. */
export const gitHubPost: ZodOpenApiOperationObject = {
  operationId: "postGitHubDelivery",
  tags: ["Dialects"],
  summary: "Post an event of GitHub",
  description: "Takes the deliveries of GitHub's webhooks. A ping succeeds; an unknown event is shown plainly.",
  requestParams: {
    query,
    header: signatureOfBody.extend({
      "X-GitHub-Event": z.string().meta({ param: { description: "What happened." }, examples: ["push"] }),
      "X-GitHub-Delivery": z
        .string()
        .optional()
        .meta({ param: { description: "Works as an Idempotency-Key: a redelivery posts nothing twice." } }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: someObject },
      "application/x-www-form-urlencoded": { schema: z.object({ payload: z.string() }) },
    },
  },
  responses: { 200: posted, ...toResponses(webhookAnswers, errorBody) },
};
