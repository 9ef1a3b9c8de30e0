import { redirect } from "next/navigation";
import { paths } from "@/lib/paths";

/** There is one documentation so far. */
export default function DocsPage() {
  redirect(paths.webhookDocs);
}
