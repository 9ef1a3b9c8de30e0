import { redirect } from "next/navigation";
import { paths } from "@/lib/text/paths";

/** Redirects to the webhook documentation, the only one so far. */
export default function DocsPage() {
  redirect(paths.webhookDocs);
}
