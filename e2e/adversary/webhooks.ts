import fc, { type Arbitrary } from "fast-check";
import { examplesOf, plainPayloads } from "@/lib/testing/examples";
import { openApi } from "@/lib/webhooks/docs/openapi";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { TABLE } from "../access/table";
import type { Scene } from "../access/world";
import { form } from "./forms";
import { cardModel, foreignText } from "./grammars";
import { type Attack, actionWith, aroundPath, type OddRequest } from "./requests";
import { spoiled } from "./values";

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Content = Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }>;
type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Content } }>>;
  components: { schemas: Record<string, Schema> };
};

// Read as JSON, so that its types are no more than what is needed here.
const API: Document = JSON.parse(JSON.stringify(openApi("http://localhost")));

/** A value with everything that the schema has. */
function exampleOf(schema: Schema, depth = 0): unknown {
  if (depth > 8) return null;
  if (schema.$ref) return exampleOf(API.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, depth + 1);
  const [given] = [schema.const, schema.enum?.[0], schema.examples?.[0]].filter((each) => each !== undefined);
  if (given !== undefined) return given;
  const [either] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (either) return exampleOf(either, depth + 1);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, exampleOf(each, depth + 1)]),
    );
  }
  if (schema.items) return [exampleOf(schema.items, depth + 1)];
  return { string: "text", number: 1, integer: 1, boolean: true, array: [], object: {} }[`${schema.type}`] ?? "text";
}

/** Each request of the OpenAPI document: its method, its path, and what it sends. */
const DOCUMENTED = Object.entries(API.paths).flatMap(([at, methods]) =>
  Object.entries(methods)
    .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    .map(([method, { requestBody }]) => {
      const [json] = Object.values(requestBody?.content ?? {});
      const [example] = Object.values(json?.examples ?? {});
      return {
        method: method.toUpperCase(),
        at,
        body: example?.value ?? json?.example ?? exampleOf(json?.schema ?? {}),
      };
    }),
);

type Request = { sender: string; headers: Record<string, string>; body: unknown };

const SENDERS = ["slack", "discord", ...descriptions().keys()];

/** What tools send: the examples of each sender, and requests of tools without a description. */
const REQUESTS: Request[] = [
  ...SENDERS.flatMap((sender) =>
    examplesOf(sender).map((example) => ({ sender, headers: example.headers, body: payloadOf(example) })),
  ),
  ...plainPayloads().map((body) => ({ sender: "json", headers: {}, body })),
];

const request = fc.constantFrom(...REQUESTS);

/** The senders whose URL ends with their name. */
const SUFFIXES = ["", "/json", "/mattermost", "/github", ...SENDERS.map((sender) => `/${sender}`)];

const JSON_TYPE: [string, string] = ["Content-Type", "application/json"];

/** Attacks by someone who has a webhook's URL, in every format. */
export function onWebhook(scene: Scene): Arbitrary<Attack> {
  const { webhookId, token, messageId } = scene;
  const own = `/webhooks/incoming/${webhookId}/${token}`;
  const discord = `/api/v10/webhooks/${webhookId}/${token}`;
  const attack = (name: string, sent: OddRequest): Attack => ({ name, sender: "holder", steps: [sent] });

  const documented = fc.constantFrom(...DOCUMENTED).chain(({ method, at, body }) => {
    const values: Record<string, string> = {
      webhookId: `${webhookId}`,
      token,
      messageId: `${messageId}`,
      sender: "gitlab",
    };
    const where = at.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
    return fc.tuple(aroundPath(where), spoiled(body)).map(([odd, json]) => {
      return attack(`${method} ${at}`, {
        method,
        path: odd,
        headers: [JSON_TYPE],
        ...(method !== "GET" && { body: json }),
      });
    });
  });

  const tools = request.chain(({ sender, headers, body }) => {
    const where = sender === "discord" ? discord : `${own}/${sender}`;
    const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
    return spoiled(body).map((json) => {
      return attack(`an example of ${sender}`, {
        method: "POST",
        path: where,
        headers: [JSON_TYPE, ...others],
        body: json,
      });
    });
  });

  const texts = fc
    .tuple(
      fc.oneof(
        foreignText,
        form.map((each) => ({ ...each, bytes: true as const })),
      ),
      fc.constantFrom(...SUFFIXES, discord),
    )
    .map(([{ type, text, ...more }, suffix]) => {
      const where = suffix.startsWith("/api") ? suffix : own + suffix;
      return attack("a text", { method: "POST", path: where, headers: [["Content-Type", type]], body: text, ...more });
    });
  const json = foreignText.map(({ type, text }) => {
    return attack("a text for any tool", {
      method: "POST",
      path: `${own}/json`,
      headers: [["Content-Type", type]],
      body: text,
    });
  });
  return fc.oneof(documented, tools, texts, json);
}

/** A card that the manager saves, and what is then posted to it. Only a scene's first one is saved. */
export function savedCard(scene: Scene): Arbitrary<Attack> {
  const [entry] = TABLE.filter(({ name }) => name.startsWith("saveCard of "));
  if (!entry) throw new Error("The access table has no saveCard.");
  const path = `/webhooks/incoming/${scene.webhookId}/${scene.token}`;
  return fc
    .tuple(
      cardModel,
      fc.array(
        request.chain(({ body }) => spoiled(body)),
        { minLength: 2, maxLength: 2 },
      ),
    )
    .map(([model, bodies]) => ({
      name: "a saved card",
      sender: "manager",
      steps: [
        actionWith(entry, scene, { model, basedOn: 1 }),
        ...bodies.map((body) => ({ method: "POST", path, headers: [JSON_TYPE], body })),
      ],
    }));
}
