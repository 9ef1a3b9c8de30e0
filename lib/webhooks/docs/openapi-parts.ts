import type { WebhookAnswer } from "@/lib/webhooks/docs/answers";
import type { JsonSchema } from "@/lib/webhooks/docs/json-schema";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";

type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> | undefined }
>;

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
};

export type ResponseObject = {
  description: string;
  headers?: Record<string, { description: string; required: boolean; schema: JsonSchema }>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<number, ResponseObject>;
};

export type PathItem = { parameters: Parameter[] } & Partial<Record<"get" | "post" | "patch" | "delete", Operation>>;

/** The two parts of every webhook's path. */
export const pathParameters: Parameter[] = [
  {
    name: "webhookId",
    in: "path",
    required: true,
    description: "17 to 19 decimal digits.",
    schema: { type: "string", examples: ["117430585659490304"] },
  },
  {
    name: "token",
    in: "path",
    required: true,
    description: "68 characters of A-Z, a-z, 0-9, _ and -. It is the credential.",
    schema: { type: "string", format: "password" },
  },
];

/** For senders that can't put it into the body. */
export const threadKey: Parameter = {
  name: "thread_key",
  in: "query",
  required: false,
  description: "The same as in the body, which goes before it.",
  schema: { type: "string", maxLength: PAYLOAD_LIMITS.threadKey, examples: ["incident-4711"] },
};

const signature = {
  name: "X-Hub-Signature-256",
  in: "header",
  required: false,
  schema: { type: "string", pattern: "^sha256=[0-9a-f]{64}$" },
} as const;

/** How a post is signed. */
export const signatureOfBody: Parameter = {
  ...signature,
  description:
    "Needed when the webhook has a signing secret: `sha256=` and the hexadecimal HMAC-SHA-256 of the body. For 24 hours the same signature again answers as before and posts nothing.",
};

/** How an edit or a deletion is signed. */
export const signatureOfChange: Parameter = {
  ...signature,
  description:
    "Needed when the webhook has a signing secret: `sha256=` and the hexadecimal HMAC-SHA-256 of the method, a space, the path without its query, a line feed and the body. A signed edit counts once in 24 hours.",
};

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function textBody(example: string): Content {
  return { "text/plain": { schema: { type: "string" }, example } };
}

export function errorBody({ error }: WebhookAnswer): Content {
  return { "application/json": { schema: ref("Error"), example: { error } } };
}

/** The answer to a message that was taken. */
export const posted: ResponseObject = {
  description: "Posted, or answered as before for a repeated Idempotency-Key or signature.",
  content: {
    "application/json": {
      schema: ref("Posted"),
      example: { messageId: "117430585659490304", channelId: "117430585659480064" },
    },
  },
};

/** The documented answers as responses by status, each with its headers and the body that `bodyOf` makes. */
export function toResponses(
  answers: readonly WebhookAnswer[],
  bodyOf: (answer: WebhookAnswer) => Content,
): Record<number, ResponseObject> {
  return Object.fromEntries(
    answers.map((answer) => [
      answer.status,
      {
        description: `${answer.when} ${answer.whatToDo}`,
        ...(answer.headers && { headers: Object.fromEntries(answer.headers.map(toHeader)) }),
        content: bodyOf(answer),
      },
    ]),
  );
}

function toHeader({ name, says }: NonNullable<WebhookAnswer["headers"]>[number]) {
  const schema: JsonSchema = name === "Retry-After" ? { type: "integer", minimum: 1 } : { type: "string", const: says };
  return [name, { description: says, required: true, schema }] as const;
}
