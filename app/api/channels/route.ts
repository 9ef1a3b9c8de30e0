import { sidebarChannels } from "@/lib/channels/queries";
import { countNotices } from "@/lib/notices/queries";
import { unreadThreads } from "@/lib/threads/my-threads";
import { route } from "@/lib/web/http";

/** GET /api/channels: the channels of whoever is signed in as the sidebar shows them, and which of their threads and notices are new. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => {
    const [channels, threads, notices] = await Promise.all([
      sidebarChannels(user),
      unreadThreads(user),
      countNotices(user),
    ]);
    return { channels, threads, notices };
  },
});
