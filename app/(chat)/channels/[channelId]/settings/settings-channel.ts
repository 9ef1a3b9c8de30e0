import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePageUser } from "@/lib/auth/session";
import { type AccessibleChannel, requireMember } from "@/lib/channels/access";
import { isAppError } from "@/lib/errors";
import { parseId } from "@/lib/text";

/** The channel whose settings a page shows; 404 for everybody who isn't a member, and for a direct message. Read once per request. */
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
