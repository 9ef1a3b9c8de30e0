import { webhookAnswers } from "@/lib/webhooks/docs/answers";
import { discordAnswers } from "@/lib/webhooks/docs/discord-answers";
import type { JsonSchema } from "@/lib/webhooks/docs/json-schema";
import {
  type Operation,
  type Parameter,
  type PathItem,
  pathParameters,
  type ResponseObject,
  ref,
  signatureOfBody,
  signatureOfChange,
  threadKey,
  toResponses,
} from "@/lib/webhooks/docs/openapi-parts";

const message: ResponseObject = {
  description: "The message as Discord's message object.",
  content: { "application/json": { schema: ref("DiscordMessage") } },
};

const wait: Parameter = {
  name: "wait",
  in: "query",
  required: false,
  description: "With true the answer is the message, without it 204.",
  schema: { type: "boolean" },
};

const messageId: Parameter = {
  name: "messageId",
  in: "path",
  required: true,
  description: "The id of a message that this webhook posted.",
  schema: { type: "string", examples: ["117430585659490304"] },
};

const body: NonNullable<Operation["requestBody"]> = {
  required: true,
  content: {
    "application/json": { schema: ref("Payload"), example: { content: "Hello from a script" } },
    "application/x-www-form-urlencoded": { schema: ref("Payload") },
    "multipart/form-data": {
      schema: {
        type: "object",
        description: "The payload as JSON text, and up to 10 files of at most 10 MiB each, named files[0] and on.",
        properties: {
          payload_json: { type: "string" },
          "files[0]": { type: "string", format: "binary" },
        },
      },
    },
  },
};

const base = "/api/webhooks/{webhookId}/{token}";

/** The endpoints of Discord's dialect. `/api/v10/webhooks/…` and any other version are the same. */
export const discordPaths: Record<string, PathItem> = {
  [base]: {
    parameters: pathParameters,
    post: {
      operationId: "executeDiscordWebhook",
      tags: ["Discord"],
      summary: "Post a message as to Discord",
      parameters: [wait, threadKey, signatureOfBody],
      requestBody: body,
      responses: {
        200: message,
        204: { description: "Posted." },
        ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503),
      },
    },
    get: {
      operationId: "getDiscordWebhook",
      tags: ["Discord"],
      summary: "Describe the webhook",
      responses: {
        200: {
          description: "The webhook as Discord's webhook object, without its token.",
          content: { "application/json": { schema: ref("DiscordWebhook") } },
        },
        ...errors(401, 404, 429, 500, 503),
      },
    },
  },
  [`${base}/messages/{messageId}`]: {
    parameters: [...pathParameters, messageId],
    get: {
      operationId: "getDiscordMessage",
      tags: ["Discord"],
      summary: "Read a message that this webhook posted",
      responses: { 200: message, ...errors(401, 404, 429, 500, 503) },
    },
    patch: {
      operationId: "editDiscordMessage",
      tags: ["Discord"],
      summary: "Edit a message that this webhook posted",
      description: "What the body leaves out stays as it is.",
      parameters: [signatureOfChange],
      requestBody: body,
      responses: { 200: message, ...errors(400, 401, 403, 404, 413, 415, 429, 500, 503) },
    },
    delete: {
      operationId: "deleteDiscordMessage",
      tags: ["Discord"],
      summary: "Delete a message that this webhook posted",
      parameters: [signatureOfChange],
      responses: { 204: { description: "Deleted." }, ...errors(401, 403, 404, 429, 500, 503) },
    },
  },
};

/** The answers with these statuses in Discord's form, with its codes where they have one. */
function errors(...statuses: number[]): Record<number, ResponseObject> {
  const answers = webhookAnswers.filter(({ status }) => statuses.includes(status));
  return toResponses(answers, ({ status, error }) => {
    const coded = discordAnswers.filter((each) => each.status === status);
    const values = coded.length > 0 ? coded.map(({ body: value }) => value) : [{ code: 0, message: error }];
    const examples = Object.fromEntries(values.map((value, place) => [`${status}-${place + 1}`, { value }]));
    return { "application/json": { schema: ref("DiscordError"), examples } };
  });
}

const text: JsonSchema = { type: "string" };

export const discordSchemas: Record<string, JsonSchema> = {
  DiscordMessage: {
    type: "object",
    properties: {
      id: text,
      channel_id: text,
      webhook_id: text,
      content: text,
      embeds: { type: "array", items: ref("Embed") },
      attachments: { type: "array", items: { type: "object" } },
      timestamp: { type: "string", format: "date-time" },
    },
    required: ["id", "channel_id", "content", "embeds"],
  },
  DiscordWebhook: {
    type: "object",
    properties: { id: text, type: { type: "integer" }, name: text, channel_id: text },
    required: ["id", "name", "channel_id"],
  },
  DiscordError: {
    type: "object",
    properties: {
      code: {
        type: "integer",
        description: discordAnswers.map(({ code, meaning }) => `${code}: ${meaning}`).join(" "),
      },
      message: text,
      errors: { type: "object", description: "Which field is wrong, in Discord's nested form, with code 50035." },
      retry_after: { type: "number", description: "Seconds, with status 429." },
    },
    required: ["message"],
  },
};
