import type { Metadata } from "next";
import { Link } from "@/components/ui/controls/link";
import { EmbedBuilder } from "@/components/webhooks/builder/embed-builder";
import { linkStyle } from "@/components/webhooks/docs/prose";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { requestBaseUrl } from "@/lib/web/http";
import { currentUser } from "@/lib/web/session";
import { listMyWebhooks } from "@/lib/webhooks/queries";
import { sendAsWebhook } from "./actions";

export const metadata: Metadata = {
  title: "Embed builder",
  description: "Design a webhook message, preview it and copy the JSON.",
};

/** The embed builder. It's public; sending requires signing in. */
export default async function EmbedBuilderPage() {
  const [user, baseUrl] = await Promise.all([currentUser(), requestBaseUrl()]);
  return (
    <div data-person={user?.id}>
      <header className="flex flex-col gap-1 py-6 sm:py-8">
        <h1 className="font-semibold text-2xl">Embed builder</h1>
        <p className="max-w-[72ch] text-text-muted">
          Design a message, preview it and copy the JSON. Every field is described in the{" "}
          <Link href={`${webhookPaths.docs}#embeds`} className={linkStyle}>
            documentation
          </Link>
          .
        </p>
      </header>
      <EmbedBuilder
        webhooks={user && (await listMyWebhooks(user))}
        exampleUrl={baseUrl + webhookPaths.incoming("<webhookId>", "<token>")}
        openedAt={new Date().toISOString()}
        send={sendAsWebhook}
      />
    </div>
  );
}
