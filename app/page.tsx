import { redirect } from "next/navigation";
import { requirePageUser } from "@/lib/auth/session";
import { sidebarChannels } from "@/lib/channels/queries";
import { paths } from "@/lib/paths";
import { needsSetup } from "@/lib/users/create-workspace";

/** Redirects to setup, sign-in or the first channel. */
export default async function HomePage() {
  if (await needsSetup()) redirect(paths.setup);
  const [first] = await sidebarChannels(await requirePageUser());
  redirect(first ? paths.channel(first.id) : paths.browse);
}
