"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { requireTwoStep } from "@/lib/two-step/requirement";
import { action } from "@/lib/web/action";

/** Owners and admins: whether everybody must have two-step sign-in. */
export const setTwoStepRequired = action(z.object({ required: z.boolean() }), async ({ user, input }) => {
  await requireTwoStep(user, input.required);
  refresh();
});
