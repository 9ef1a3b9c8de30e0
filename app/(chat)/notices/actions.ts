"use server";

import { inputId } from "@/lib/input-id";
import * as notices from "@/lib/notices/mark-seen";
import { seenSchema } from "@/lib/notices/schema";
import { action } from "@/lib/web/action";

/** One's own notices, up to one of them. */
export const markSeen = action(seenSchema, async ({ user, input }) => {
  await notices.markSeen(user, inputId(input.upTo));
});
