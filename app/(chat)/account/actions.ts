"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { action } from "@/lib/action";
import { renewSession } from "@/lib/auth/renew-session";
import {
  signOutEverywhere as endSessions,
  changePassword as setPassword,
  updateProfile as setProfile,
} from "@/lib/users/account";
import { changePasswordSchema, profileSchema } from "@/lib/users/schema";

/** One's own name and avatar. */
export const updateProfile = action(profileSchema, async ({ user, input }) => {
  await setProfile(user, input);
  refresh();
});

/** One's own password, with the current one as proof. Ends every session, and begins a new one here. */
export const changePassword = action(changePasswordSchema, async ({ user, input }) => {
  const { sessionVersion } = await setPassword(user, input);
  await renewSession(user.id, sessionVersion);
});

/** Ends one's own sessions, this one included. */
export const signOutEverywhere = action(z.object({}), async ({ user }) => {
  await endSessions(user);
});
