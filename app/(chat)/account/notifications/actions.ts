"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { setWantsDigest } from "@/lib/attention/digest/subscription";
import { sendTest } from "@/lib/attention/push/deliver-pushes";
import { removeDevice } from "@/lib/attention/push/subscriptions";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { quietHoursSchema, showTextsSchema } from "@/lib/people/notifications/schema";
import { setQuietHours, setShowTexts } from "@/lib/people/notifications/settings";
import { notificationPreferencesSchema } from "@/lib/people/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Stops pushes to one of your browsers. */
export const removePushDevice = action(z.object({ id: z.string() }), async ({ user, input }) => {
  await removeDevice(user, inputId(input.id));
  refresh();
});

/** Sends a test push to the current browser. */
export const sendTestPush = action(z.object({}), async ({ user }) => sendTest(user));

/** Sets whether pushes show message text. */
export const saveShowTexts = action(showTextsSchema, async ({ user, input }) => {
  await setShowTexts(user, input.showTexts);
  refresh();
});

/** Sets your quiet hours. */
export const saveQuietHours = action(quietHoursSchema, async ({ user, input }) => {
  await setQuietHours(user, input);
  refresh();
});

/** Removes your quiet hours. */
export const removeQuietHours = action(z.object({}), async ({ user }) => {
  await setQuietHours(user, null);
  refresh();
});

/** Sets your keywords and the default level of new channels. */
export const saveNotificationPreferences = action(notificationPreferencesSchema, async ({ user, input }) => {
  await setNotificationPreferences(user, input);
  refresh();
});

/** Turns emails about missed messages on or off. */
export const setDigest = action(z.object({ on: z.boolean() }), async ({ user, input }) => {
  await setWantsDigest(user, input.on);
  refresh();
});
