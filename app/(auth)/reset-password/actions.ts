"use server";

import { resetPasswordSchema, resetTokenSchema } from "@/lib/people/schema";
import { openReset, resetPassword } from "@/lib/people/sign-in/password-reset";
import { publicAction } from "@/lib/web/action";
import { clientAddress } from "@/lib/web/session";

/** Returns whose password a reset link sets and which passkeys they have, or null when the link no longer works. */
export const openLink = publicAction(resetTokenSchema, async ({ input }) => {
  return { offer: await openReset(input.token, await clientAddress()) };
});

/** Sets the password with a reset link, once. */
export const setPasswordByLink = publicAction(resetPasswordSchema, async ({ input }) => {
  await resetPassword(input, await clientAddress());
});
