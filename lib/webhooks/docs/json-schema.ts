import { z } from "zod";
import type { DocumentedField } from "@/lib/webhooks/dto";
import { listsOf } from "@/lib/webhooks/payload/embed-schema";

/**
 * The subset of JSON Schema (2020-12) that describes payloads. `maxLength` counts code points, as the validator does.
 */
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

/** Converts a schema, with the limits and descriptions that the validator carries. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: complete,
  });
  return described as JsonSchema;
}

type SchemaPair = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema };

/** Adds what zod's own conversion leaves out: examples of transformed values, and the items of lists. */
export function complete({ zodSchema, jsonSchema }: SchemaPair): void {
  const list = listsOf.get(zodSchema);
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
  if (list) Object.assign(jsonSchema, { maxItems: list.most, items: jsonSchemaOf(list.item) });
}

/** Lists an object's fields and those of nested objects (by path) as table rows. */
export function documentedFields(schema: JsonSchema, path = ""): DocumentedField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = path + key;
    const nested = property.items?.properties ? `${name}[].` : `${name}.`;
    return [
      {
        name,
        type: typeOf(property),
        limit: limitOf(property),
        required: schema.required?.includes(key) ?? false,
        description: property.description ?? "",
        example: property.examples ? JSON.stringify(property.examples[0]) : null,
      },
      ...documentedFields(property.items ?? property, nested),
    ];
  });
}

function typeOf({ type, format, items }: JsonSchema): string {
  if (format === "uri") return "URL";
  if (format === "date-time") return "date-time";
  return type === "array" ? `list of ${items?.properties ? "objects" : `${items?.type ?? "value"}s`}` : (type ?? "any");
}

function limitOf({ type, format, maxLength, maxItems, minimum, maximum, items }: JsonSchema): string {
  const allowed = items?.enum?.map((value) => JSON.stringify(value)).join(", ");
  if (allowed) return allowed;
  if (type === "integer") return `${minimum} – ${maximum}`;
  if (format === "date-time") return "ISO 8601";
  const limits = [
    format === "uri" && "http:// or https://",
    maxLength !== undefined && `${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
  ];
  return limits.filter(Boolean).join(", ");
}
