import { readSidebar } from "@/lib/attention/sidebar/read-sidebar";
import { route } from "@/lib/web/http";

/** GET /api/channels: the user's sidebar. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: async ({ user }) => readSidebar(user) });
