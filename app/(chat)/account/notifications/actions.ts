"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { quietHoursSchema, showTextsSchema } from "@/lib/notifications/schema";
import { setQuietHours, setShowTexts } from "@/lib/notifications/settings";
import { sendTest } from "@/lib/push/deliver-pushes";
import { removeDevice } from "@/lib/push/subscriptions";
import { setNotificationPreferences } from "@/lib/users/notification-preferences";
import { notificationPreferencesSchema } from "@/lib/users/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Ends pushes to one of one's own browsers. */
export const removePushDevice = action(z.object({ id: z.string() }), async ({ user, input }) => {
  await removeDevice(user, inputId(input.id));
  refresh();
});

/** Pushes a test to the browser that asks. */
export const sendTestPush = action(z.object({}), async ({ user }) => sendTest(user));

/** Whether pushes say what a message says. */
export const saveShowTexts = action(showTextsSchema, async ({ user, input }) => {
  await setShowTexts(user, input.showTexts);
  refresh();
});

/** When one is left alone each day. */
export const saveQuietHours = action(quietHoursSchema, async ({ user, input }) => {
  await setQuietHours(user, input);
  refresh();
});

/** No quiet hours any more. */
export const removeQuietHours = action(z.object({}), async ({ user }) => {
  await setQuietHours(user, null);
  refresh();
});

/** What one is told of in all channels. */
export const saveNotificationPreferences = action(notificationPreferencesSchema, async ({ user, input }) => {
  await setNotificationPreferences(user, input);
  refresh();
});
