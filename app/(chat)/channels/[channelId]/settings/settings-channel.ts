import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePageUser } from "@/lib/auth/session";
import { type AccessibleChannel, requireMember } from "@/lib/channels/access";
import { isAppError } from "@/lib/errors";
import { parseId } from "@/lib/text";

/** Returns the channel whose settings a page shows, read once per request. 404 for non-members and direct messages. */
export const settingsChannel = cache(async (channelId: string): Promise<AccessibleChannel> => {
  const user = await requirePageUser();
  const id = parseId(channelId);
  if (id === null) notFound();
  const accessible = await requireMember(user, id).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  });
  if (accessible.channel.kind === "direct") notFound();
  return accessible;
});
