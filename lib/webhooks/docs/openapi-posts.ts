import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { chatAnswers, toolAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
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
import { mattermostError } from "@/lib/webhooks/formats/mattermost/sender";
import { slackWord } from "@/lib/webhooks/formats/slack/error-word";
import { PAYLOAD_LIMITS, payloadSchema } from "@/lib/webhooks/payload/read-payload";
import { senderChoices } from "@/lib/webhooks/sender-choices";

const query = z.object({ thread_key: threadKey });

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    param: {
      description:
        "Makes retries safe: for 24 hours, the same key with the same body gets the first answer and posts nothing.",
    },
    examples: ["build-1841"],
  });

const skippedSchema = z.object({
  skipped: z.string().meta({
    description: "Why it was skipped: the webhook's rule, or what makes it noise.",
    examples: ["Don't post when event is pull_request.labeled"],
  }),
});

const SKIPPED = {
  description:
    "Accepted but skipped, by a rule or because it's noise by default. Nothing was posted, and retrying won't help.",
  content: {
    "application/json": {
      schema: skippedSchema,
      example: { skipped: "Don't post when event is pull_request.labeled" },
    },
  },
};

/** Parley's own endpoint. */
export const parleyPost: ZodOpenApiOperationObject = {
  operationId: "postMessage",
  tags: ["Webhook"],
  summary: "Post a message",
  description: `The message is stored and visible in the channel before the 200 is sent. The body can be at most ${PAYLOAD_LIMITS.bodyBytes / 1024} KiB.`,
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
  responses: { 200: posted, 202: SKIPPED, ...toResponses(webhookAnswers, errorBody) },
};

export const slackSchema = z
  .object({
    text: z.string().optional().meta({ description: "Text in Slack's mrkdwn." }),
    attachments: z.array(someObject).optional(),
    blocks: z.array(someObject).optional(),
    username: z.string().optional(),
    icon_url: z.string().optional().meta({ format: "uri" }),
  })
  .meta({ description: "A Slack message. Unknown keys are ignored." });

const payloadForm = {
  "application/x-www-form-urlencoded": {
    schema: z.object({ payload: z.string().meta({ description: "The payload as JSON text." }) }),
  },
};

/** The endpoint for tools that post to Slack. */
export const slackPost: ZodOpenApiOperationObject = {
  operationId: "postSlackMessage",
  tags: ["Formats"],
  summary: "Post a message in Slack's format",
  description:
    "Accepts the body of Slack's incoming webhooks, under any content type. A text of up to 40,000 characters and up to 100 attachments are posted, if need be as several messages together. Errors are Slack's codes as plain text; the header X-Parley-Error has the full sentence.",
  requestParams: { query },
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: slackSchema,
        example: { text: "Deployed *api* to <https://example.com|production>" },
      },
      ...payloadForm,
    },
  },
  responses: {
    200: { description: "Posted, or skipped by one of the webhook's rules.", content: textBody("ok") },
    ...toResponses(chatAnswers, ({ status }) =>
      textBody(slackWord({ status, code: status === 403 ? "paused" : null })),
    ),
  },
};

export const mattermostSchema = slackSchema
  .extend({
    text: z.string().optional().meta({ description: "Text in Markdown." }),
    priority: z
      .object({ priority: z.string().meta({ examples: ["urgent"] }) })
      .optional()
      .meta({ description: "`important` or `urgent`, shown above the text." }),
    props: z
      .object({ card: z.string().optional().meta({ description: "Markdown that is shown as a card." }) })
      .optional(),
  })
  .omit({ blocks: true })
  .meta({ description: "A Mattermost message. Unknown keys are ignored." });

const mattermostErrorSchema = z.object({
  id: z.string().meta({ description: "Mattermost's code for the error." }),
  message: z.string().meta({ description: "One sentence that says what went wrong." }),
  detailed_error: z.string(),
  request_id: z.string(),
  status_code: z.number().int(),
});

/** The endpoint for tools that post to Mattermost. */
export const mattermostPost: ZodOpenApiOperationObject = {
  ...slackPost,
  operationId: "postMattermostMessage",
  summary: "Post a message in Mattermost's format",
  description: "Accepts the body of Mattermost's incoming webhooks, also as a form. Errors are Mattermost's objects.",
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: mattermostSchema, example: { text: "Build **1841** passed" } },
      ...payloadForm,
    },
  },
  responses: {
    200: { description: "Posted, or skipped by one of the webhook's rules.", content: textBody("ok") },
    ...toResponses(chatAnswers, ({ status, error }) => ({
      "application/json": {
        schema: mattermostErrorSchema,
        example: mattermostError({ code: status === 403 ? "paused" : "invalid", message: error, status }),
      },
    })),
  },
};

/** The endpoint for GitHub's webhooks. */
export const gitHubPost: ZodOpenApiOperationObject = {
  operationId: "postGitHubDelivery",
  tags: ["Formats"],
  summary: "Post a GitHub event",
  description: "Accepts GitHub's webhook deliveries. A ping succeeds, and an unknown event becomes a plain card.",
  requestParams: {
    query,
    header: signatureOfBody.extend({
      "X-GitHub-Event": z.string().meta({ param: { description: "The event's name." }, examples: ["push"] }),
      "X-GitHub-Delivery": z
        .string()
        .optional()
        .meta({
          param: {
            description:
              "The delivery's ID: a redelivery isn't posted twice. The same ID with a different body counts as a new delivery.",
          },
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
  responses: { 200: posted, 202: SKIPPED, ...toResponses(webhookAnswers, errorBody) },
};

/** The path with the tool's name. */
function senderInPath() {
  // Without the tools that have their own operation.
  const tools = senderChoices().flatMap(({ name }) =>
    ["parley", "slack", "mattermost", "discord", "github", "json"].includes(name) ? [] : name,
  );
  const otherNames = senderChoices()
    .flatMap(({ name, aliases = [] }) => aliases.map((alias) => `${alias} for ${name}`))
    .join(", ");
  return webhookPath.extend({
    sender: z.enum(tools).meta({
      param: {
        description: `The tool that posts. Case, hyphens, underscores and dots don't matter. Other accepted names: ${otherNames}.`,
      },
    }),
  });
}

const toolPost = {
  tags: ["Formats"],
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
              "The same ID with the same body isn't posted twice. With a different body it counts as a new delivery. Delivery IDs of known tools work the same way.",
          },
        }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: z.unknown().meta({ description: "A non-empty object or list." }) },
      "application/x-www-form-urlencoded": {
        schema: someObject,
      },
      "multipart/form-data": { schema: someObject },
      ...textBody("Disk full on db-1"),
    },
  },
  responses: {
    200: posted,
    202: SKIPPED,
    ...toResponses(toolAnswers, errorBody),
  },
} satisfies Omit<ZodOpenApiOperationObject, "operationId">;

/** Returns the endpoint for one known tool. */
export const senderPost = (): ZodOpenApiOperationObject => ({
  ...toolPost,
  operationId: "postToolEvent",
  summary: "Post an event from a known tool",
  description:
    "Accepts the tool's own JSON. Unknown events become plain cards, and long text is shortened. The body is read for what it is, whatever its content type. A form can contain the JSON in the field `payload`, `payload_json` or `data`, or in any one field; its files are attached.",
  requestParams: { ...toolPost.requestParams, path: senderInPath() },
});

/** The endpoint for any JSON. */
export const jsonPost: ZodOpenApiOperationObject = {
  ...toolPost,
  operationId: "postAnyJson",
  summary: "Post any JSON, form or text",
  description:
    "Known tools are recognized by their payload. Any other JSON becomes a plain card: what happened to what, its state, a link, a text and a few values.",
};
