import type { JsonSchema } from "@/lib/webhooks/docs/json-schema";
import type { DocumentedField } from "@/lib/webhooks/dto";

/** Every field of an object and, under its path, of the objects inside it, as rows of a table. */
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
