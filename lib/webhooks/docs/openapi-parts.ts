import { z } from "zod";
import type { oas31, ZodOpenApiContentObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { WebhookAnswer } from "@/lib/webhooks/docs/answers";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";

// `param` describes the parameter itself; everything else goes into its schema.

/** An object without further description. */
export const someObject = z.unknown().meta({ type: "object" });

/** The path parameters of every webhook URL. */
export const webhookPath = z.object({
  webhookId: z.string().meta({ param: { description: "17 to 19 decimal digits." }, examples: ["117430585659490304"] }),
  token: z.string().meta({
    param: { description: "68 characters of A-Z, a-z, 0-9, _ and -. Keep it secret: it's the only credential." },
    format: "password",
  }),
});

/** For senders that can't set it in the body. */
export const threadKey = z
  .string()
  .max(PAYLOAD_LIMITS.threadKey)
  .optional()
  .meta({
    param: { description: "Same as `thread_key` in the body, which takes precedence." },
    examples: ["incident-4711"],
  });

/** The signature of a post. */
export const signatureOfBody = signature(
  "Required if the webhook has a signing secret: `sha256=` followed by the hexadecimal HMAC-SHA-256 of the body. For 24 hours, repeating a signature returns the first response and posts nothing.",
);

/** The signature of an edit or a deletion. */
export const signatureOfChange = signature(
  "Required if the webhook has a signing secret: `sha256=` followed by the hexadecimal HMAC-SHA-256 of the method, a space, the path without its query, a line feed and the body. A signature works once in 24 hours.",
);

function signature(description: string) {
  const hex = z
    .string()
    .regex(/^sha256=[0-9a-f]{64}$/)
    .optional();
  return z.object({ "X-Hub-Signature-256": hex.meta({ param: { description } }) });
}

const id = z.string().meta({ description: "A string of decimal digits.", examples: ["117430585659490304"] });

export const postedSchema = z.object({ messageId: id, channelId: id });

export const errorSchema = z.object({
  error: z.string().meta({ description: "One sentence that says what went wrong and names the field." }),
});

/** The response to an accepted message. */
export const posted: ZodOpenApiResponseObject = {
  description: "The message was posted, or this repeats an Idempotency-Key or signature and nothing new was posted.",
  content: {
    "application/json": {
      schema: postedSchema,
      example: { messageId: "117430585659490304", channelId: "117430585659480064" },
    },
  },
};

export function textBody(example: string): ZodOpenApiContentObject {
  return { "text/plain": { schema: z.string(), example } };
}

export function errorBody({ error }: WebhookAnswer): ZodOpenApiContentObject {
  return { "application/json": { schema: errorSchema, example: { error } } };
}

/** Converts documented errors to OpenAPI responses by status, with headers and the body that `bodyOf` returns. */
export function toResponses(
  answers: readonly WebhookAnswer[],
  bodyOf: (answer: WebhookAnswer) => ZodOpenApiContentObject,
): ZodOpenApiResponsesObject {
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

function toHeader({ name, says }: NonNullable<WebhookAnswer["headers"]>[number]): [string, oas31.HeaderObject] {
  const schema: oas31.SchemaObject =
    name === "Retry-After" ? { type: "integer", minimum: 1 } : { type: "string", const: says };
  return [name, { description: says, required: true, schema }];
}
