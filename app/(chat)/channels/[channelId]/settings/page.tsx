import { redirect } from "next/navigation";
import { paths } from "@/lib/text/paths";

/** Redirects /channels/<id>/settings, which has no content of its own. */
export default async function SettingsPage({ params }: { params: Promise<{ channelId: string }> }) {
  redirect(paths.settings((await params).channelId, "overview"));
}
