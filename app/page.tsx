import { redirect } from "next/navigation";
import { homeChannel } from "@/lib/channels/home-channel";
import { sidebarChannels } from "@/lib/channels/queries";
import { needsSetup } from "@/lib/people/create-workspace";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { requirePageUser } from "@/lib/web/session";

/** Redirects to setup, sign-in or a channel. */
export default async function HomePage() {
  if (await needsSetup()) redirect(signInPaths.setup);
  const user = await requirePageUser();
  const channel = homeChannel(await sidebarChannels(user), user.lastChannelId);
  redirect(channel ? paths.channel(channel.id) : paths.browse);
}
