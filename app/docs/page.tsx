import { redirect } from "next/navigation";
import { webhookPaths } from "@/lib/text/webhook-paths";

/** Redirects to the webhook documentation, the only one so far. */
export default function DocsPage() {
  redirect(webhookPaths.docs);
}
