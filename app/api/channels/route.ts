import { sidebarChannels } from "@/lib/channels/queries";
import { route } from "@/lib/http";

/** GET /api/channels: the channels of whoever is signed in, as the sidebar shows them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => ({ channels: await sidebarChannels(user) }),
});
