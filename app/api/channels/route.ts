import { sidebarChannels } from "@/lib/channels/queries";
import { route } from "@/lib/http";
import { unreadThreads } from "@/lib/messages/threads/my-threads";

/** GET /api/channels: the channels of whoever is signed in as the sidebar shows them, and which of their threads have something new. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => {
    const [channels, threads] = await Promise.all([sidebarChannels(user), unreadThreads(user)]);
    return { channels, threads };
  },
});
