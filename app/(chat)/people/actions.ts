"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { deactivate, reactivate, setRole } from "@/lib/users/people";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

const accessSchema = z.object({ userId: z.string(), active: z.boolean() });
const roleSchema = z.object({ userId: z.string(), role: z.enum(["admin", "member"]) });

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
