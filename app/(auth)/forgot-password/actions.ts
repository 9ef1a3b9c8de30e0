"use server";

import { clientAddress } from "@/lib/auth/session";
import { askForReset } from "@/lib/users/password-reset";
import { askForResetSchema } from "@/lib/users/schema";
import { publicAction } from "@/lib/web/action";

/** Anybody: has a link mailed to an address, if it is somebody's here. The answer doesn't tell. */
export const mailReset = publicAction(askForResetSchema, async ({ input }) => {
  await askForReset(input.email, await clientAddress());
});
