"use server";

import { clientAddress } from "@/lib/auth/session";
import { openReset, resetPassword } from "@/lib/users/password-reset";
import { resetPasswordSchema, resetTokenSchema } from "@/lib/users/schema";
import { publicAction } from "@/lib/web/action";

/** Returns whose password a reset link sets and which passkeys they have, or null when the link no longer works. */
export const openLink = publicAction(resetTokenSchema, async ({ input }) => {
  return { offer: await openReset(input.token, await clientAddress()) };
});

/** Sets the password with a reset link, once. */
export const setPassword = publicAction(resetPasswordSchema, async ({ input }) => {
  await resetPassword(input, await clientAddress());
});
