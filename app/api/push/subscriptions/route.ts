import { endpointSchema, subscriptionSchema } from "@/lib/attention/push/schema";
import { keepSubscription, subscribe } from "@/lib/attention/push/subscriptions";
import { AppError } from "@/lib/text/errors";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * POST /api/push/subscriptions {endpoint, keys, replaces?}: sends the user's pushes to this browser. PUT …
 * {endpoint}: confirms that it still has this endpoint; 404 if the endpoint belongs to someone else, whose
 * subscription is then deleted.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(subscriptionSchema, async ({ user, body: { endpoint, keys, replaces } }) => {
    await subscribe(user, { endpoint, keys }, replaces ?? null);
  }),
  PUT: withBody(endpointSchema, async ({ user, body }) => {
    if (!(await keepSubscription(user, body.endpoint)))
      throw new AppError("not_found", "Push notifications are off in this browser. Turn them on again.");
  }),
});
