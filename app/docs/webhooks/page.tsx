import type { Metadata } from "next";
import { WebhookDocs } from "@/components/docs/webhook-docs";
import { env } from "@/lib/env";
import { requestBaseUrl } from "@/lib/web/http";
import { webhookAnswers } from "@/lib/webhooks/docs/answers";
import { discordAnswers } from "@/lib/webhooks/docs/discord-answers";
import { documentedFields } from "@/lib/webhooks/docs/documented-fields";
import { jsonSchemaOf } from "@/lib/webhooks/docs/json-schema";
import { embedSchema } from "@/lib/webhooks/format/embed-schema";
import { payloadSchema } from "@/lib/webhooks/format/payload-schema";

export const metadata: Metadata = {
  title: "Webhooks",
  description: "How tools post messages to Parley: the endpoint, its fields and limits, and its dialects.",
};

/** What a sender has to know, with this install's address and limits in it. */
export default async function WebhookDocsPage() {
  const payload = jsonSchemaOf(payloadSchema);
  const { items: _, ...embeds } = payload.properties?.embeds ?? {};
  return (
    <WebhookDocs
      facts={{
        baseUrl: await requestBaseUrl(),
        payloadFields: documentedFields({ ...payload, properties: { ...payload.properties, embeds } }),
        embedFields: documentedFields(jsonSchemaOf(embedSchema)),
        answers: webhookAnswers,
        discordErrors: discordAnswers,
        rateLimit: env.webhookRateLimit,
      }}
    />
  );
}
