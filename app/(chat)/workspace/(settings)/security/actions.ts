"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { requireTwoStep } from "@/lib/people/two-step/requirement";
import { action } from "@/lib/web/action";

/** Requires two-step sign-in, or makes it optional, for owners and admins. */
export const setTwoStepRequired = action(z.object({ required: z.boolean() }), async ({ user, input }) => {
  await requireTwoStep(user, input.required);
  refresh();
});
