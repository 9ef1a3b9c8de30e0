"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { inputId } from "@/app/(chat)/input-id";
import { deactivate, listPeople, reactivate, setRole } from "@/lib/users/people";
import { action } from "@/lib/web/action";

const accessSchema = z.object({ userId: z.string(), active: z.boolean() });
const roleSchema = z.object({ userId: z.string(), role: z.enum(["admin", "member"]) });

/** Anybody signed in: everybody whom one can write to, by name. */
export const loadPeople = action(z.object({}), async ({ user }) => {
  const people = await listPeople(user);
  return people.filter(({ deactivated }) => !deactivated);
});

/** Owners and admins: ends a person's access, or gives it back. */
export const setActive = action(accessSchema, async ({ user, input }) => {
  await (input.active ? reactivate : deactivate)(user, inputId(input.userId));
  refresh();
});

/** The owner: makes a person an admin, or a member again. */
export const setPersonRole = action(roleSchema, async ({ user, input }) => {
  await setRole(user, inputId(input.userId), input.role);
  refresh();
});
