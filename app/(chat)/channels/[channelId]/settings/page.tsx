import { redirect } from "next/navigation";
import { paths } from "@/lib/paths";

/** /channels/<id>/settings has no content of its own. */
export default async function SettingsPage({ params }: { params: Promise<{ channelId: string }> }) {
  redirect(paths.settings((await params).channelId, "overview"));
}
