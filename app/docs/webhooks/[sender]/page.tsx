import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AnyJsonDocs, SenderDocs } from "@/components/webhooks/docs/sender-docs";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { requestBaseUrl } from "@/lib/web/http";
import { senderDocs } from "@/lib/webhooks/docs/sender-docs";
import { senderChoices } from "@/lib/webhooks/sender-choices";

type Props = { params: Promise<{ sender: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { sender } = await params;
  const label = senderChoices().find(({ name }) => name === sender)?.label;
  return label ? { title: label, description: `How ${label} posts to a Parley webhook.` } : {};
}

/** How to set up one tool, and how its events are shown. */
export default async function SenderDocsPage({ params }: Props) {
  const { sender } = await params;
  const url = (await requestBaseUrl()) + webhookPaths.incoming("<webhookId>", "<token>");
  const anyJson = senderChoices().find(({ name }) => name === "json");
  if (sender === "json" && anyJson) return <AnyJsonDocs sender={anyJson} url={url} />;
  const docs = senderDocs(sender);
  if (!docs) notFound();
  return <SenderDocs docs={docs} url={url} />;
}
