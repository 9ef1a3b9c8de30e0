import { sidebarChannels } from "@/lib/channels/queries";
import { sidebarSections } from "@/lib/channels/sections";
import { countNotices } from "@/lib/notices/queries";
import { unreadThreads } from "@/lib/threads/my-threads";
import { route } from "@/lib/web/http";

/** GET /api/channels: the user's sidebar: their channels, sections, unread threads and unseen notices. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => {
    const [channels, sections, threads, notices] = await Promise.all([
      sidebarChannels(user),
      sidebarSections(user),
      unreadThreads(user),
      countNotices(user),
    ]);
    return { channels, sections, threads, notices };
  },
});
