"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import {
  changePassword as replacePassword,
  setPassword as setFirstPassword,
  updateProfile as setProfile,
  setShowsPresence as setShown,
} from "@/lib/people/account/account";
import { ownAvatarSchema } from "@/lib/people/avatars/schema";
import { setOwnAvatar } from "@/lib/people/avatars/take-up";
import { setShowsLocalTime as setLocalTimeShown } from "@/lib/people/profile";
import { changePasswordSchema, profileSchema, setPasswordSchema } from "@/lib/people/schema";
import { endOtherSessions, endOwnSession } from "@/lib/people/sessions";
import { unlinkIdentity } from "@/lib/people/sign-in/identities";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";
import { clientDevice, renewSession } from "@/lib/web/session";

/** Updates your name, title and avatar URL. */
export const updateProfile = action(profileSchema, async ({ user, input }) => {
  await setProfile(user, input);
  refresh();
});

/** Sets your avatar to an uploaded image, or removes it. */
export const setAvatar = action(ownAvatarSchema, async ({ user, input }) => {
  await setOwnAvatar(user, input.picture);
  refresh();
});

/** Sets whether your profile shows your local time. */
export const setShowsLocalTime = action(z.object({ shows: z.boolean() }), async ({ user, input }) => {
  await setLocalTimeShown(user, input.shows);
  refresh();
});

/** Sets whether others can see when you're online. */
export const setShowsPresence = action(z.object({ shows: z.boolean() }), async ({ user, input }) => {
  await setShown(user, input.shows);
});

/** Changes your password with the current one as proof. Ends every session and starts a new one here. */
export const changePassword = action(changePasswordSchema, async ({ user, input }) => {
  const sessionId = await replacePassword(user, input, await clientDevice());
  await renewSession({ userId: user.id, sessionId });
});

/**
 * Sets the first password of someone who uses single sign-on, with a recent sign-in as proof. Ends every session and
 * starts a new one here.
 */
export const setPassword = action(setPasswordSchema, async ({ user, input }) => {
  const sessionId = await setFirstPassword(user, input.newPassword, await clientDevice());
  await renewSession({ userId: user.id, sessionId });
});

/** Unlinks your single sign-on login. */
export const unlinkLogin = action(z.object({}), async ({ user }) => {
  await unlinkIdentity(user, await clientDevice());
  refresh();
});

/** Signs you out on one of your other devices. */
export const signOutDevice = action(z.object({ sessionId: z.string() }), async ({ user, input }) => {
  await endOwnSession(user, inputId(input.sessionId));
  refresh();
});

/** Signs you out on all your other devices. */
export const signOutOthers = action(z.object({}), async ({ user }) => {
  await endOtherSessions(user);
  refresh();
});
