"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import * as emoji from "@/lib/messages/emoji/custom/custom-emoji";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Deletes a custom emoji. For the person who added it, and for owners and admins. */
export const deleteEmoji = action(z.object({ id: z.string() }), async ({ user, input }) => {
  await emoji.deleteEmoji(user, inputId(input.id));
  refresh();
});
