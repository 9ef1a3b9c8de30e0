"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { clientDevice, renewSession } from "@/lib/auth/session";
import { changePassword as setPassword, updateProfile as setProfile } from "@/lib/users/account";
import { changePasswordSchema, profileSchema } from "@/lib/users/schema";
import { endOtherSessions, endOwnSession } from "@/lib/users/sessions";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** One's own name and avatar. */
export const updateProfile = action(profileSchema, async ({ user, input }) => {
  await setProfile(user, input);
  refresh();
});

/** One's own password, with the current one as proof. Ends every session, and begins a new one here. */
export const changePassword = action(changePasswordSchema, async ({ user, input }) => {
  const sessionId = await setPassword(user, input, await clientDevice());
  await renewSession({ userId: user.id, sessionId });
});

/** Signs out on one of one's own other devices. */
export const signOutDevice = action(z.object({ sessionId: z.string() }), async ({ user, input }) => {
  await endOwnSession(user, inputId(input.sessionId));
  refresh();
});

/** Signs out on all of one's own devices but this one. */
export const signOutOthers = action(z.object({}), async ({ user }) => {
  await endOtherSessions(user);
  refresh();
});
