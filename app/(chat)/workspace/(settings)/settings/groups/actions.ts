"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import * as groups from "@/lib/people/groups";
import { userGroupSchema } from "@/lib/people/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Creates a user group, or changes the one with the given ID. For owners and admins. */
export const saveGroup = action(userGroupSchema.extend({ id: z.string().nullable() }), async ({ user, input }) => {
  const { id, ...group } = input;
  await (id === null ? groups.createGroup(user, group) : groups.updateGroup(user, inputId(id), group));
  refresh();
});

/** Deletes a user group. For owners and admins. */
export const deleteGroup = action(z.object({ id: z.string() }), async ({ user, input }) => {
  await groups.deleteGroup(user, inputId(input.id));
  refresh();
});
