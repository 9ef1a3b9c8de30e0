import { paths } from "@/lib/paths";
import { type JsonSchema, jsonSchemaOf } from "@/lib/webhooks/docs/json-schema";
import { gitHubOperation, slackOperation } from "@/lib/webhooks/docs/openapi-dialects";
import { discordPaths, discordSchemas } from "@/lib/webhooks/docs/openapi-discord";
import { type PathItem, pathParameters, ref } from "@/lib/webhooks/docs/openapi-parts";
import { postOperation } from "@/lib/webhooks/docs/openapi-post";
import { embedSchema } from "@/lib/webhooks/embed-schema";
import { payloadSchema } from "@/lib/webhooks/payload-schema";

export type OpenApi = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  externalDocs: { url: string };
  tags: { name: string; description: string }[];
  security: [];
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema> };
};

const OWN = "/webhooks/incoming/{webhookId}/{token}";

/** The webhook endpoints of the install at `baseUrl` as OpenAPI 3.1. Payloads are described by the schemas that check them. */
export function openApi(baseUrl: string): OpenApi {
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley webhooks",
      version: "1",
      description: "Post messages to a channel. The token in the path is the only credential; keep the URL secret.",
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}${paths.webhookDocs}` },
    tags: [
      { name: "Webhook", description: "Parley's own endpoint." },
      { name: "Dialects", description: "The same webhook for tools that speak Slack's or GitHub's language." },
      { name: "Discord", description: "The same webhook for tools that speak Discord's language." },
    ],
    security: [],
    paths: {
      [OWN]: { parameters: pathParameters, post: postOperation() },
      [`${OWN}/slack`]: { parameters: pathParameters, post: slackOperation() },
      [`${OWN}/github`]: { parameters: pathParameters, post: gitHubOperation() },
      ...discordPaths,
    },
    components: { schemas: { ...payloadSchemas(), ...discordSchemas } },
  };
}

function payloadSchemas(): Record<string, JsonSchema> {
  const payload = jsonSchemaOf(payloadSchema);
  const { embeds, ...others } = payload.properties ?? {};
  const id = { type: "string", description: "Decimal digits.", examples: ["117430585659490304"] };
  return {
    Payload: { ...payload, properties: { ...others, embeds: { ...embeds, items: ref("Embed") } } },
    Embed: jsonSchemaOf(embedSchema),
    Posted: { type: "object", properties: { messageId: id, channelId: id }, required: ["messageId", "channelId"] },
    Error: {
      type: "object",
      properties: { error: { type: "string", description: "One plain sentence that names the field." } },
      required: ["error"],
    },
    SlackPayload: {
      type: "object",
      description: "Slack's message; keys that Parley doesn't know are ignored.",
      properties: {
        text: { type: "string", description: "The text, in Slack's mrkdwn." },
        attachments: { type: "array", items: { type: "object" } },
        blocks: { type: "array", items: { type: "object" } },
        username: { type: "string" },
        icon_url: { type: "string", format: "uri" },
      },
    },
  };
}
