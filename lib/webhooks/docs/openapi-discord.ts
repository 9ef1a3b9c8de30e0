import { z } from "zod";
import type {
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { discordAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
import {
  signatureOfBody,
  signatureOfChange,
  someObject,
  threadKey,
  toResponses,
  webhookPath,
} from "@/lib/webhooks/docs/openapi-parts";
import { payloadSchema } from "@/lib/webhooks/payload/read-payload";

const integer = z.number().meta({ type: "integer" });

const messageSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  webhook_id: z.string().optional(),
  content: z.string(),
  // Described as it's sent; the form it has inside Parley doesn't matter to senders.
  embeds: z.array(z.unknown()).meta({ override: { items: { $ref: "#/components/schemas/Embed" } } }),
  attachments: z.array(someObject).optional(),
  timestamp: z.string().optional().meta({ format: "date-time" }),
});

const webhookSchema = z.object({
  id: z.string(),
  type: integer.optional(),
  name: z.string(),
  channel_id: z.string(),
});

const errorSchema = z.object({
  code: integer
    .optional()
    .meta({ description: discordAnswers.map(({ code, meaning }) => `${code}: ${meaning}`).join(" ") }),
  message: z.string(),
  errors: someObject.optional().meta({ description: "The wrong fields in Discord's nested format, with code 50035." }),
  retry_after: z.number().optional().meta({ description: "How many seconds to wait, with status 429." }),
});

export const discordSchemas = {
  DiscordMessage: messageSchema,
  DiscordWebhook: webhookSchema,
  DiscordError: errorSchema,
};

const message: ZodOpenApiResponseObject = {
  description: "The message as Discord's message object.",
  content: { "application/json": { schema: messageSchema } },
};

const messagePath = webhookPath.extend({
  messageId: z.string().meta({
    param: { description: "The ID of a message that this webhook posted." },
    examples: ["117430585659490304"],
  }),
});

const wait = z
  .boolean()
  .optional()
  .meta({
    param: {
      description:
        "With true, the response is the message, which rules then post silently instead of skipping it. Otherwise it's an empty 204.",
    },
  });

const body: ZodOpenApiRequestBodyObject = {
  description:
    "Discord's `components`, `poll` and `thread_name` are shown, too. The delivery log names what isn't, such as buttons with a `custom_id`.",
  required: true,
  content: {
    "application/json": { schema: payloadSchema, example: { content: "Hello from a script" } },
    "application/x-www-form-urlencoded": { schema: payloadSchema },
    "multipart/form-data": {
      schema: z
        .object({
          payload_json: z.string().optional(),
          "files[0]": z.string().optional().meta({ format: "binary" }),
        })
        .meta({
          description:
            "The payload as JSON text, and up to 10 files of 10 MiB each, named files[0], files[1] and so on.",
        }),
    },
  },
};

const base = "/api/webhooks/{webhookId}/{token}";

/** The endpoints of Discord's dialect. Any version such as `/api/v10/webhooks/…` works the same. */
export const discordPaths: ZodOpenApiPathsObject = {
  [base]: {
    post: {
      operationId: "executeDiscordWebhook",
      tags: ["Discord"],
      summary: "Post a message in Discord's format",
      requestParams: { path: webhookPath, query: z.object({ wait, thread_key: threadKey }), header: signatureOfBody },
      requestBody: body,
      responses: {
        200: message,
        204: { description: "Posted, or skipped by one of the webhook's rules." },
        ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503),
      },
    },
    get: {
      operationId: "getDiscordWebhook",
      tags: ["Discord"],
      summary: "Describe the webhook",
      requestParams: { path: webhookPath },
      responses: {
        200: {
          description: "The webhook as Discord's webhook object, without its token.",
          content: { "application/json": { schema: webhookSchema } },
        },
        ...errors(401, 404, 429, 500, 503),
      },
    },
  },
  [`${base}/messages/{messageId}`]: {
    get: {
      operationId: "getDiscordMessage",
      tags: ["Discord"],
      summary: "Read a message that this webhook posted",
      requestParams: { path: messagePath },
      responses: { 200: message, ...errors(401, 404, 429, 500, 503) },
    },
    patch: {
      operationId: "editDiscordMessage",
      tags: ["Discord"],
      summary: "Edit a message that this webhook posted",
      description: "Fields that aren't in the body don't change.",
      requestParams: { path: messagePath, header: signatureOfChange },
      requestBody: body,
      responses: { 200: message, ...errors(400, 401, 403, 404, 413, 415, 429, 500, 503) },
    },
    delete: {
      operationId: "deleteDiscordMessage",
      tags: ["Discord"],
      summary: "Delete a message that this webhook posted",
      requestParams: { path: messagePath, header: signatureOfChange },
      responses: { 204: { description: "Deleted." }, ...errors(401, 403, 404, 429, 500, 503) },
    },
  },
};

/** The error responses with these statuses in Discord's format. */
function errors(...statuses: number[]): ZodOpenApiResponsesObject {
  const answers = webhookAnswers.filter(({ status }) => statuses.includes(status));
  return toResponses(answers, ({ status, error }) => {
    const coded = discordAnswers.filter((each) => each.status === status);
    const values = coded.length > 0 ? coded.map(({ body: value }) => value) : [{ code: 0, message: error }];
    const examples = Object.fromEntries(values.map((value, index) => [`${status}-${index + 1}`, { value }]));
    return { "application/json": { schema: errorSchema, examples } };
  });
}
