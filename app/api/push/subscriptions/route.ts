import { AppError } from "@/lib/errors";
import { endpointSchema, subscriptionSchema } from "@/lib/push/schema";
import { keepSubscription, subscribe } from "@/lib/push/subscriptions";
import { parse, readJson, route } from "@/lib/web/http";

/**
 * POST /api/push/subscriptions {endpoint, keys, replaces?}: sends the user's pushes to this browser. PUT …
 * {endpoint}: confirms that it still has this endpoint; 404 if the endpoint belongs to someone else, whose
 * subscription is then deleted.
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
