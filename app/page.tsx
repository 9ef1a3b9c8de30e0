import { redirect } from "next/navigation";
import { requirePageUser } from "@/lib/auth/session";
import { sidebarChannels } from "@/lib/channels/queries";
import { paths } from "@/lib/paths";
import { needsSetup } from "@/lib/users/create-workspace";

/** Sends everybody to where they left off: setup, sign-in, or the first of their channels. */
export default async function HomePage() {
  if (await needsSetup()) redirect(paths.setup);
  const [first] = await sidebarChannels(await requirePageUser());
  redirect(first ? paths.channel(first.id) : paths.browse);
}
