import type { Metadata } from "next";
import Link from "next/link";
import { EmbedBuilder } from "@/components/docs/builder/embed-builder";
import { linkStyle } from "@/components/docs/prose";
import { currentUser } from "@/lib/auth/session";
import { paths } from "@/lib/paths";
import { requestBaseUrl } from "@/lib/web/http";
import { listMyWebhooks } from "@/lib/webhooks/queries";
import { sendAsWebhook } from "./actions";

export const metadata: Metadata = {
  title: "Embed builder",
  description: "Write a webhook's message as a form or as JSON, and see what a channel will show.",
};

/** Anybody may write here; who is signed in may also send. */
export default async function EmbedBuilderPage() {
  const [user, baseUrl] = await Promise.all([currentUser(), requestBaseUrl()]);
  return (
    <div data-person={user?.id}>
      <header className="flex flex-col gap-1 py-6 sm:py-8">
        <h1 className="font-semibold text-2xl">Embed builder</h1>
        <p className="max-w-[72ch] text-text-muted">
          Write a message, see it as a channel will show it, and take its JSON with you. Every field is in the{" "}
          <Link href={`${paths.webhookDocs}#embeds`} className={linkStyle}>
            documentation
          </Link>
          .
        </p>
      </header>
      <EmbedBuilder
        webhooks={user && (await listMyWebhooks(user))}
        exampleUrl={baseUrl + paths.webhook("<webhookId>", "<token>")}
        openedAt={new Date().toISOString()}
        send={sendAsWebhook}
      />
    </div>
  );
}
