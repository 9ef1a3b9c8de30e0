"use server";

import { z } from "zod";
import { listPeople } from "@/lib/users/people";
import { action } from "@/lib/web/action";

/** Anybody signed in: everybody whom one can write to, by name. */
export const loadPeople = action(z.object({}), async ({ user }) => {
  const people = await listPeople(user);
  return people.filter(({ deactivated }) => !deactivated);
});
