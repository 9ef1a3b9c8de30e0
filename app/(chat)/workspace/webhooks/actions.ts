"use server";

import { readAction } from "@/lib/web/action";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { allWebhooksSchema } from "@/lib/webhooks/schema";

/** Anybody signed in: the webhooks that follow those they have. */
export const loadMore = readAction(allWebhooksSchema, ({ user, input }) => allWebhooks(user, input));
