"use server";

import { z } from "zod";
import { endFirstDay as end } from "@/lib/users/first-day";
import { listPeople } from "@/lib/users/people";
import { action, readAction } from "@/lib/web/action";

/** Dismisses the first steps or the welcome for good. */
export const endFirstDay = action(z.object({}), async ({ user }) => end(user));

/** Returns everyone you can message, by name. */
export const loadPeople = readAction(z.object({}), async ({ user }) => {
  const people = await listPeople(user);
  return people.filter(({ deactivated }) => !deactivated);
});
