"use server";

import { askForResetSchema } from "@/lib/people/schema";
import { askForReset } from "@/lib/people/sign-in/password-reset";
import { publicAction } from "@/lib/web/action";
import { clientAddress } from "@/lib/web/session";

/** Emails a reset link if the address has an account. The answer is the same if it doesn't. */
export const mailReset = publicAction(askForResetSchema, async ({ input }) => {
  await askForReset(input.email, await clientAddress());
});
