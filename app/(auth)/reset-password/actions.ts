"use server";

import { clientAddress } from "@/lib/auth/session";
import { openReset, resetPassword } from "@/lib/users/password-reset";
import { resetPasswordSchema, resetTokenSchema } from "@/lib/users/schema";
import { publicAction } from "@/lib/web/action";

/** Whoever has a reset link: whose password it sets and which passkeys they have, or null when it doesn't work any more. */
export const openLink = publicAction(resetTokenSchema, async ({ input }) => {
  return { offer: await openReset(input.token, await clientAddress()) };
});

/** Whoever has a reset link: sets the password, once. */
export const setPassword = publicAction(resetPasswordSchema, async ({ input }) => {
  await resetPassword(input, await clientAddress());
});
