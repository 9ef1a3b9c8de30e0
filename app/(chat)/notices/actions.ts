"use server";

import * as notices from "@/lib/notices/queries";
import { seenSchema } from "@/lib/notices/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Marks your notices as seen, up to one of them. */
export const markSeen = action(seenSchema, async ({ user, input }) => {
  await notices.markSeen(user, inputId(input.upTo));
});
