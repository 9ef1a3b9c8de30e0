import { readInbox } from "@/lib/attention/inbox/mark-read";
import { route } from "@/lib/web/http";

/**
 * POST /api/inbox/read: marks everything in the user's inbox as read. Returns the positions before that, which
 * PUT /api/channels/read restores.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: async ({ user }) => readInbox(user) });
