import { markAllRead } from "@/lib/channels/mark-read";
import { restoreReadPositions } from "@/lib/channels/mark-unread";
import { readPositionsSchema } from "@/lib/channels/schema";
import { parse, readJson, route } from "@/lib/http";

/**
 * POST /api/channels/read: all channels of whoever is signed in are read; answers where they were before.
 * PUT /api/channels/read {positions}: moves them back there.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ user }) => ({ positions: await markAllRead(user) }),
  PUT: async ({ request, user }) =>
    restoreReadPositions(user, parse(readPositionsSchema, await readJson(request)).positions),
});
