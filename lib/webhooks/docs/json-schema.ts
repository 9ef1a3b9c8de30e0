import { z } from "zod";
import { listsOf } from "@/lib/webhooks/format/embed-schema";

/** The part of JSON Schema (2020-12) that describes a webhook's payload. `maxLength` counts code points, as the validator does. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean;
  required?: string[];
  anyOf?: JsonSchema[];
};

/** What a schema takes, with the limits and words that stand at the validator itself. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: complete,
  });
  return described as JsonSchema;
}

type Described = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema };

/** Adds what zod's own description leaves out: the examples of what is transformed, and what a list holds. */
export function complete({ zodSchema, jsonSchema }: Described): void {
  const list = listsOf.get(zodSchema);
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
  if (list) Object.assign(jsonSchema, { maxItems: list.most, items: jsonSchemaOf(list.item) });
}
