import { readAllChannels, restoreReadPositions } from "@/lib/channels/read-position";
import { readPositionsSchema } from "@/lib/channels/schema";
import { readAllThreads, restoreThreads, threadPositionsSchema } from "@/lib/messages/threads/follow-thread";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * POST /api/channels/read: marks all of the user's channels and threads as read. Returns the positions before that.
 * PUT /api/channels/read {positions, threads}: restores them.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ user }) => ({ positions: await readAllChannels(user), threads: await readAllThreads(user) }),
  PUT: withBody(readPositionsSchema.extend(threadPositionsSchema.shape), async ({ user, body }) => {
    await restoreReadPositions(user, body.positions);
    await restoreThreads(user, body.threads);
  }),
});
