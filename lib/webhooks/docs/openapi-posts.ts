import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { toolAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
import {
  errorBody,
  posted,
  signatureOfBody,
  someObject,
  textBody,
  threadKey,
  toResponses,
  webhookPath,
} from "@/lib/webhooks/docs/openapi-parts";
import { PAYLOAD_LIMITS, payloadSchema } from "@/lib/webhooks/format/payload-schema";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { slackWord } from "@/lib/webhooks/senders/slack/error-word";

const query = z.object({ thread_key: threadKey });

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    param: {
      description:
        "Makes repeating safe: for 24 hours the same key with the same body answers the first message and posts nothing.",
    },
    examples: ["build-1841"],
  });

/** Parley's own endpoint. */
export const parleyPost: ZodOpenApiOperationObject = {
  operationId: "postMessage",
  tags: ["Webhook"],
  summary: "Post a message",
  description: `The message is stored and stands in the channel when the 200 leaves. The body can have at most ${PAYLOAD_LIMITS.bodyBytes / 1024} KiB.`,
  requestParams: {
    query,
    header: signatureOfBody.extend({
      "Idempotency-Key": idempotencyKey,
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
        .meta({
          param: { description: "A redelivery posts nothing twice. With another body it is another delivery." },
        }),
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

// Those with an operation of their own are left out.
const tools = senderChoices.flatMap(({ name }) =>
  ["parley", "slack", "discord", "github", "json"].includes(name) ? [] : name,
);

const otherNames = senderChoices
  .flatMap(({ name, aliases = [] }) => aliases.map((alias) => `${alias} for ${name}`))
  .join(", ");

/** The part of the path that names a tool. */
const senderInPath = webhookPath.extend({
  sender: z.enum(tools).meta({
    param: {
      description: `The tool that posts. Upper case, hyphens, underscores and dots make no difference. Other names are taken, too: ${otherNames}.`,
    },
  }),
});

const skippedSchema = z.object({
  skipped: z
    .string()
    .meta({ description: "The rule by which the event was left out.", examples: ["pipelines that wait to start"] }),
});

const toolPost = {
  tags: ["Dialects"],
  requestParams: {
    query,
    header: z.object({
      "Idempotency-Key": idempotencyKey,
      "webhook-id": z
        .string()
        .optional()
        .meta({
          param: {
            description:
              "The same id with the same body posts nothing twice. With another body it is another delivery. The id that a known tool gives its deliveries does the same.",
          },
        }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: z.unknown().meta({ description: "An object or a list that isn't empty." }) },
      "application/x-www-form-urlencoded": {
        schema: someObject,
      },
      "multipart/form-data": { schema: someObject },
      ...textBody("Disk full on db-1"),
    },
  },
  responses: {
    200: posted,
    202: {
      description: "Taken, and left out by a rule: nothing was posted, and sending it again changes nothing.",
      content: { "application/json": { schema: skippedSchema, example: { skipped: "pipelines that wait to start" } } },
    },
    ...toResponses(toolAnswers, errorBody),
  },
} satisfies Omit<ZodOpenApiOperationObject, "operationId">;

/** The endpoint for one known tool. */
export const senderPost: ZodOpenApiOperationObject = {
  ...toolPost,
  operationId: "postToolEvent",
  summary: "Post an event of a known tool",
  description:
    "Takes the tool's own JSON. An event that isn't known becomes a plain card, and texts that are too long are shortened. What the body is decides, not its content type. A form's field `payload`, `payload_json` or `data`, or the only one that holds any, may hold the JSON, and its files are attached.",
  requestParams: { ...toolPost.requestParams, path: senderInPath },
};

/** The endpoint for any JSON. */
export const jsonPost: ZodOpenApiOperationObject = {
  ...toolPost,
  operationId: "postAnyJson",
  summary: "Post any JSON, form or text",
  description:
    "A tool that is known is recognised by itself. Of any other JSON a plain card shows title, text, link, state, time and short values.",
};
