"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import {
  deactivate,
  reactivate,
  resetTwoStep as reset,
  setRole,
  signOutEverywhere as signOut,
} from "@/lib/people/account/people";
import { listPeople } from "@/lib/people/list-people";
import { peopleSchema } from "@/lib/people/schema";
import { makeResetLink as makeLink } from "@/lib/people/sign-in/password-reset";
import { action, readAction } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";
import { knownWebhooks } from "@/lib/webhooks/queries";

/** Returns the next page of people. Allowed for every signed-in user. */
export const loadMorePeople = readAction(peopleSchema, ({ user, input }) => listPeople(user, input));

const accessSchema = z.object({ userId: z.string(), active: z.boolean() });
const roleSchema = z.object({ userId: z.string(), role: z.enum(["admin", "member"]) });

/**
 * Deactivates or reactivates a person, for owners and admins. Returns the webhooks whose URLs a deactivated person
 * still knows.
 */
export const setActive = action(accessSchema, async ({ user, input }) => {
  const userId = inputId(input.userId);
  await (input.active ? reactivate : deactivate)(user, userId);
  refresh();
  return input.active ? { webhooks: [], elsewhere: 0 } : knownWebhooks(user, userId);
});

/** Makes a person an admin, or a member again, for the owner. */
export const setPersonRole = action(roleSchema, async ({ user, input }) => {
  await setRole(user, inputId(input.userId), input.role);
  refresh();
});

/** Resets a person's lost second step and ends their sessions, for owners and admins. */
export const resetTwoStep = action(z.object({ userId: z.string() }), async ({ user, input }) => {
  await reset(user, inputId(input.userId));
  refresh();
});

/** Ends a person's sessions, for owners and admins. */
export const signOutEverywhere = action(z.object({ userId: z.string() }), async ({ user, input }) => {
  await signOut(user, inputId(input.userId));
  refresh();
});

/** Returns a link to set a person's password, for owners and admins. It is shown once. */
export const makeResetLink = action(z.object({ userId: z.string() }), async ({ user, input }) => {
  return { url: await makeLink(user, inputId(input.userId), await requestBaseUrl()) };
});
