"use server";

import { readAction } from "@/lib/web/action";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { allWebhooksSchema } from "@/lib/webhooks/schema";

/** Returns the next page of the list, for anyone signed in. */
export const loadMoreWebhooks = readAction(allWebhooksSchema, ({ user, input }) => allWebhooks(user, input));
