import { AppError } from "@/lib/errors";
import { endpointSchema, subscriptionSchema } from "@/lib/push/schema";
import { keepSubscription, subscribe } from "@/lib/push/subscriptions";
import { parse, readJson, route } from "@/lib/web/http";

/**
 * POST /api/push/subscriptions {endpoint, keys, replaces?}: pushes for whoever is signed in go to the browser that asks.
 * PUT … {endpoint}: that browser still has it; 404 when it isn't theirs, and then nobody's any more.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user }) => {
    const { endpoint, keys, replaces } = parse(subscriptionSchema, await readJson(request));
    await subscribe(user, { endpoint, keys }, replaces ?? null);
  },
  PUT: async ({ request, user }) => {
    const { endpoint } = parse(endpointSchema, await readJson(request));
    if (!(await keepSubscription(user, endpoint)))
      throw new AppError("not_found", "Push notifications are off in this browser. Turn them on again.");
  },
});
