import { describe, expect, test } from "vitest";
import { toolAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
import type { JsonSchema } from "@/lib/webhooks/docs/json-schema";
import { openApi } from "@/lib/webhooks/docs/openapi";
import { payloadSchema } from "@/lib/webhooks/payload/read-payload";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

type Operation = {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, { schema: JsonSchema }>; content?: Record<string, unknown> }
  >;
};
type Document = {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};

const made = openApi("https://chat.example");
const text = JSON.stringify(made);
const document: Document = JSON.parse(text);
const { schemas } = document.components;
const own = "/webhooks/incoming/{webhookId}/{token}";

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe("the document", () => {
  test("covers every address and method of a webhook", () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `post ${own}`,
      `post ${own}/slack`,
      `post ${own}/mattermost`,
      `post ${own}/github`,
      `post ${own}/json`,
      `post ${own}/{sender}`,
      "post /api/webhooks/{webhookId}/{token}",
      "get /api/webhooks/{webhookId}/{token}",
      "get /api/webhooks/{webhookId}/{token}/messages/{messageId}",
      "patch /api/webhooks/{webhookId}/{token}/messages/{messageId}",
      "delete /api/webhooks/{webhookId}/{token}/messages/{messageId}",
    ]);
  });

  test("is plain JSON in which every reference resolves and every schema is used", () => {
    expect(document).toEqual(made);
    const refs = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = ""]) => target));
    expect([...refs].map((target) => target.replace("#/components/schemas/", "")).toSorted()).toEqual(
      Object.keys(schemas).toSorted(),
    );
  });

  test.each(operations)("$method $path declares its path parameters, an id, tags and responses", (each) => {
    const { parameters } = each.operation;
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual([...each.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map(({ name, in: location }) => `${location} ${name}`)).size).toBe(parameters.length);
    for (const tag of each.operation.tags) expect(document.tags.map(({ name }) => name)).toContain(tag);
    const statuses = Object.keys(each.operation.responses);
    expect(statuses.some((status) => status.startsWith("2"))).toBe(true);
    for (const [status, { description, content }] of Object.entries(each.operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(description).not.toBe("");
      expect(content === undefined).toBe(status === "204");
    }
  });

  test("gives every operation a unique id", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has every documented response of the endpoint, with its headers", () => {
    const responses = document.paths[own]?.post?.responses ?? {};
    expect(Object.keys(responses).map(Number)).toEqual([200, 202, ...webhookAnswers.map(({ status }) => status)]);
    expect(Object.keys(responses[429]?.headers ?? {})).toEqual(["Retry-After"]);
    expect(Object.keys(responses[503]?.headers ?? {})).toEqual(["Retry-After"]);
    expect(responses[405]?.headers?.Allow?.schema).toEqual({ type: "string", const: "POST" });
  });

  test("names every described tool, and every response of the tools' addresses", () => {
    const operation = document.paths[`${own}/{sender}`]?.post;
    const names = operation?.parameters.find(({ name }) => name === "sender")?.schema?.enum;
    expect(names?.toSorted()).toEqual([...descriptions().keys()].filter((name) => name !== "github").toSorted());
    for (const address of [`${own}/{sender}`, `${own}/json`]) {
      const { responses = {}, requestBody } = document.paths[address]?.post ?? {};
      expect(Object.keys(responses).map(Number)).toEqual([200, 202, ...toolAnswers.map(({ status }) => status)]);
      expect(Object.keys(requestBody?.content ?? {})).toEqual([
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/plain",
      ]);
    }
  });

  test("has examples that the endpoint accepts", () => {
    const content = document.paths[own]?.post?.requestBody?.content["application/json"];
    const values = Object.values(content?.examples ?? {}).map(({ value }) => value);
    expect(values).toHaveLength(2);
    for (const value of values) expect(payloadSchema.safeParse(value).success).toBe(true);
  });
});

type Sample = { at: string; value: unknown; taken: boolean };

/** Returns values for a schema that each have one part at its limit or just above it. */
function samples(given: JsonSchema, at: string): Sample[] {
  const schema = resolve(given);
  const { maxLength, maxItems, minimum, maximum, items, properties, required = [] } = schema;
  const sample = (value: unknown, taken: boolean, what: string): Sample => ({ at: `${at} ${what}`, value, taken });
  if (schema.enum)
    return [...schema.enum.map((value) => sample(value, true, "of the list")), sample("x", false, "other")];
  if (schema.type === "string" && maxLength !== undefined) {
    const start = schema.format === "uri" ? "https://example.com/" : "";
    const full = start + "😀".repeat(maxLength - start.length);
    return [sample(full, true, "full"), sample(`${full}x`, false, "too long"), sample(1, false, "a number")];
  }
  if (schema.type === "integer" && minimum !== undefined && maximum !== undefined) {
    return [minimum - 1, minimum, maximum, maximum + 1].map((value) =>
      sample(value, value >= minimum && value <= maximum, `${value}`),
    );
  }
  if (schema.type === "array" && items && maxItems !== undefined) {
    const one = smallest(items);
    return [
      sample(Array(maxItems).fill(one), true, "full"),
      sample(Array(maxItems + 1).fill(one), false, "too many"),
      ...samples(items, `${at}[]`).map((each) => ({ ...each, value: [each.value] })),
    ];
  }
  const whole = smallest(schema);
  if (schema.type !== "object" || typeof whole !== "object") return [sample(whole, true, "as it is")];
  return [
    ...required.map((name) =>
      sample({ ...whole, url: "https://example.com/", [name]: undefined }, false, `without ${name}`),
    ),
    ...Object.entries(properties ?? {}).flatMap(([name, property]) =>
      samples(property, `${at}.${name}`).map((each) => ({ ...each, value: { ...whole, [name]: each.value } })),
    ),
  ];
}

function smallest(given: JsonSchema): unknown {
  const schema = resolve(given);
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.type === "array") return [smallest(schema.items ?? {})];
  if (schema.type !== "object") return { string: "x", integer: 0, boolean: true }[schema.type ?? ""];
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) ?? false,
  );
  return Object.fromEntries(properties.map(([name, property]) => [name, smallest(property)]));
}

function resolve(schema: JsonSchema): JsonSchema {
  return schema.$ref ? (schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {}) : schema;
}

describe("the endpoint accepts exactly the documented payloads", () => {
  const all = samples({ $ref: "#/components/schemas/Payload" }, "payload");

  test("the samples cover every length limit", () => {
    const limits = JSON.stringify([schemas.Payload, schemas.Embed]).match(/"maxLength"/g) ?? [];
    expect(all.filter(({ at }) => at.endsWith("too long"))).toHaveLength(limits.length);
  });

  test.each(all)("$at: $taken", ({ value, taken }) => {
    const { success, data } = payloadSchema.safeParse(value);
    // A card's fact that doesn't fit is left out, and the rest is taken.
    const isWhole = (data?.embeds ?? []).every(({ unfit }) => unfit.length === 0);
    expect(success && isWhole).toBe(taken);
  });

  test("all texts of an embed together have the documented limit", () => {
    const limit = Number(/(\d+) characters/.exec(schemas.Embed?.description ?? "")?.[1]);
    const embed = (length: number) => ({
      embeds: [{ description: "d".repeat(4096), footer: { text: "f".repeat(length - 4096) } }],
    });
    expect(payloadSchema.safeParse(embed(limit)).success).toBe(true);
    expect(payloadSchema.safeParse(embed(limit + 1)).success).toBe(false);
  });
});
