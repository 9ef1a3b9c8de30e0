"use server";

import { z } from "zod";
import * as backup from "@/lib/operation/health/back-up-now";
import * as mail from "@/lib/operation/health/check-sending";
import { action } from "@/lib/web/action";

/** Sends a test email to the person who asks, for owners and admins. */
export const sendTestMail = action(z.object({}), async ({ user }) => {
  await mail.sendTestMail(user);
});

/** Starts a backup, for owners and admins. */
export const backUpNow = action(z.object({}), async ({ user }) => {
  await backup.backUpNow(user);
});
