"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { makeResetLink as makeLink } from "@/lib/users/password-reset";
import { deactivate, reactivate, resetTwoStep as reset, setRole } from "@/lib/users/people";
import { action } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";
import { knownWebhooks } from "@/lib/webhooks/queries";

const accessSchema = z.object({ userId: z.string(), active: z.boolean() });
const roleSchema = z.object({ userId: z.string(), role: z.enum(["admin", "member"]) });

/** Owners and admins: ends a person's access, or gives it back. Answers whose URLs of webhooks outlive an access that has ended. */
export const setActive = action(accessSchema, async ({ user, input }) => {
  const userId = inputId(input.userId);
  await (input.active ? reactivate : deactivate)(user, userId);
  refresh();
  return input.active ? { webhooks: [], elsewhere: 0 } : knownWebhooks(user, userId);
});

/** The owner: makes a person an admin, or a member again. */
export const setPersonRole = action(roleSchema, async ({ user, input }) => {
  await setRole(user, inputId(input.userId), input.role);
  refresh();
});

/** Owners and admins: takes away a person's second step, which they have lost, and ends their sessions. */
export const resetTwoStep = action(z.object({ userId: z.string() }), async ({ user, input }) => {
  await reset(user, inputId(input.userId));
  refresh();
});

/** Returns a link to set a person's password, for owners and admins. It is shown once. */
export const makeResetLink = action(z.object({ userId: z.string() }), async ({ user, input }) => {
  return { url: await makeLink(user, inputId(input.userId), await requestBaseUrl()) };
});
