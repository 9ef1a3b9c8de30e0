"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { clientDevice, renewSession } from "@/lib/auth/session";
import { ownAvatarSchema } from "@/lib/avatars/schema";
import { setOwnAvatar } from "@/lib/avatars/take-up";
import {
  changePassword as replacePassword,
  setPassword as setFirstPassword,
  updateProfile as setProfile,
  setShowsPresence as setShown,
} from "@/lib/users/account";
import { unlinkIdentity } from "@/lib/users/identities";
import { setShowsLocalTime as setLocalTimeShown } from "@/lib/users/profile";
import { changePasswordSchema, profileSchema, setPasswordSchema } from "@/lib/users/schema";
import { endOtherSessions, endOwnSession } from "@/lib/users/sessions";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** One's own name, title and avatar. */
export const updateProfile = action(profileSchema, async ({ user, input }) => {
  await setProfile(user, input);
  refresh();
});

/** One's own picture: one that was uploaded, or none. */
export const setAvatar = action(ownAvatarSchema, async ({ user, input }) => {
  await setOwnAvatar(user, input.picture);
  refresh();
});

/** Whether others see what time it is where one is. */
export const setShowsLocalTime = action(z.object({ shows: z.boolean() }), async ({ user, input }) => {
  await setLocalTimeShown(user, input.shows);
  refresh();
});

/** Whether others see that one is here. */
export const setShowsPresence = action(z.object({ shows: z.boolean() }), async ({ user, input }) => {
  await setShown(user, input.shows);
});

/** One's own password, with the current one as proof. Ends every session, and begins a new one here. */
export const changePassword = action(changePasswordSchema, async ({ user, input }) => {
  const sessionId = await replacePassword(user, input, await clientDevice());
  await renewSession({ userId: user.id, sessionId });
});

/** The first password of who came by single sign-on, with a new sign-in as proof. Ends every session, and begins a new one here. */
export const setPassword = action(setPasswordSchema, async ({ user, input }) => {
  const sessionId = await setFirstPassword(user, input.newPassword, await clientDevice());
  await renewSession({ userId: user.id, sessionId });
});

/** Takes one's login at the provider of single sign-on from one's account. */
export const unlinkLogin = action(z.object({}), async ({ user }) => {
  await unlinkIdentity(user, await clientDevice());
  refresh();
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
