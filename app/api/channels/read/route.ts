import { markAllRead, restoreReadPositions } from "@/lib/channels/read-position";
import { readPositionsSchema } from "@/lib/channels/schema";
import { readAllThreads, restoreThreads, threadPositionsSchema } from "@/lib/threads/follow-thread";
import { parse, readJson, route } from "@/lib/web/http";

/**
 * POST /api/channels/read: marks all of the user's channels and threads as read. Returns the positions before that.
 * PUT /api/channels/read {positions, threads}: restores them.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ user }) => ({ positions: await markAllRead(user), threads: await readAllThreads(user) }),
  PUT: async ({ request, user }) => {
    const body = await readJson(request);
    const [{ positions }, { threads }] = [parse(readPositionsSchema, body), parse(threadPositionsSchema, body)];
    await restoreReadPositions(user, positions);
    await restoreThreads(user, threads);
  },
});
