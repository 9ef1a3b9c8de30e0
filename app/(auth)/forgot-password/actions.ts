"use server";

import { clientAddress } from "@/lib/auth/session";
import { askForReset } from "@/lib/users/password-reset";
import { askForResetSchema } from "@/lib/users/schema";
import { publicAction } from "@/lib/web/action";

/** Emails a reset link if the address has an account. The answer is the same if it doesn't. */
export const mailReset = publicAction(askForResetSchema, async ({ input }) => {
  await askForReset(input.email, await clientAddress());
});
