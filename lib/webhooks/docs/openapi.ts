import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiPathItemObject } from "zod-openapi";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { complete } from "@/lib/webhooks/docs/json-schema";
import { discordPaths, discordSchemas } from "@/lib/webhooks/docs/openapi-discord";
import { errorSchema, postedSchema, webhookPath } from "@/lib/webhooks/docs/openapi-parts";
import {
  gitHubPost,
  jsonPost,
  mattermostPost,
  mattermostSchema,
  parleyPost,
  senderPost,
  slackPost,
  slackSchema,
} from "@/lib/webhooks/docs/openapi-posts";
import { embedSchema, listsOf } from "@/lib/webhooks/payload/embed-schema";
import { payloadSchema } from "@/lib/webhooks/payload/read-payload";
import { fromSenders } from "@/lib/webhooks/senders/descriptions";

const OWN = "/webhooks/incoming/{webhookId}/{token}";

// Registers the embed as it's sent, because only a list refers to it and no operation does.
const sentEmbed = embedSchema.meta({ unusedIO: "input" });

/**
 * Describes the webhook endpoints of the server at `baseUrl` as OpenAPI 3.1, from the schemas that validate payloads.
 */
export function openApi(baseUrl: string): oas31.OpenAPIObject {
  return {
    ...described(),
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}${webhookPaths.docs}` },
  };
}

// Kept, because building it takes a tenth of a second and only URLs depend on the request.
const described = fromSenders(makeDocument);

function makeDocument(): oas31.OpenAPIObject {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Parley webhooks",
        version: "1",
        description:
          "Post messages to a channel. The token in the path is the only credential, so keep the URL secret.",
      },
      tags: [
        { name: "Webhook", description: "Parley's own endpoint." },
        {
          name: "Formats",
          description: "The same webhook for tools that post in Slack's, Mattermost's, GitHub's or their own format.",
        },
        { name: "Discord", description: "The same webhook for tools that post in Discord's format." },
      ],
      security: [],
      paths: {
        [OWN]: toPath(parleyPost),
        [`${OWN}/slack`]: toPath(slackPost),
        [`${OWN}/mattermost`]: toPath(mattermostPost),
        [`${OWN}/github`]: toPath(gitHubPost),
        [`${OWN}/json`]: toPath(jsonPost),
        [`${OWN}/{sender}`]: toPath(senderPost()),
        ...discordPaths,
      },
      components: {
        schemas: {
          Payload: payloadSchema,
          Embed: sentEmbed,
          Posted: postedSchema,
          Error: errorSchema,
          SlackPayload: slackSchema,
          MattermostPayload: mattermostSchema,
          ...discordSchemas,
        },
      },
    },
    {
      // Parts of an embed can be absent in ways that JSON Schema can't express.
      allowEmptySchema: { transform: { input: true } },
      override: ({ zodSchema, jsonSchema, io }) => {
        complete({ zodSchema, jsonSchema });
        if (listsOf.get(zodSchema)?.item === embedSchema) jsonSchema.items = { $ref: "#/components/schemas/Embed" };
        // Responses may gain fields.
        if (io === "output") delete jsonSchema.additionalProperties;
      },
    },
  );
}

function toPath({ requestParams, ...post }: ZodOpenApiOperationObject): ZodOpenApiPathItemObject {
  return { post: { ...post, requestParams: { path: webhookPath, ...requestParams } } };
}
