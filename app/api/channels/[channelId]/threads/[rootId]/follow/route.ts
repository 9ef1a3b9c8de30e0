import { requireChannel } from "@/lib/channels/access";
import { setFollowing } from "@/lib/messages/threads/follow-thread";
import { idParam, route } from "@/lib/web/http";

/** PUT, DELETE …/threads/<message id>/follow: a member follows or unfollows the thread. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await setFollowing(channel, idParam(params, "rootId"), true);
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await setFollowing(channel, idParam(params, "rootId"), false);
  },
});
