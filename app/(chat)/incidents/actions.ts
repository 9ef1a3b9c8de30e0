"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { setCountsIncidents } from "@/lib/messages/incidents/queries";
import { action } from "@/lib/web/action";

/** Sets whether the sidebar counts incidents for you. */
export const saveCountsIncidents = action(z.object({ on: z.boolean() }), async ({ user, input }) => {
  await setCountsIncidents(user, input.on);
  refresh();
});
