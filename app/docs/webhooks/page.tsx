import type { Metadata } from "next";
import { WebhookDocs } from "@/components/webhooks/docs/sections/webhook-docs";
import { env } from "@/lib/process/env";
import { requestBaseUrl } from "@/lib/web/http";
import { discordAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
import { documentedFields, jsonSchemaOf } from "@/lib/webhooks/docs/json-schema";
import { embedSchema } from "@/lib/webhooks/payload/embed-schema";
import { payloadSchema } from "@/lib/webhooks/payload/read-payload";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { licensedMarks } from "@/lib/webhooks/senders/sender-marks";

export const metadata: Metadata = {
  title: "Webhooks",
  description: "How to post messages to Parley: the endpoint, its fields and limits, and setup for each tool.",
};

type Props = { searchParams: Promise<{ tool?: string | string[] }> };

/** The webhook reference, filled in with this server's URL and limits. */
export default async function WebhookDocsPage({ searchParams }: Props) {
  const { tool } = await searchParams;
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
        senders: senderChoices(),
        toolSearch: typeof tool === "string" ? tool : "",
        licensedMarks: senderChoices().flatMap(({ label, mark }) => {
          const licence = mark && licensedMarks[mark];
          return licence ? { label, licence } : [];
        }),
        rateLimit: env.webhookRateLimit,
      }}
    />
  );
}
