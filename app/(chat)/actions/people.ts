"use server";

import { z } from "zod";
import { listPeople } from "@/lib/users/people";
import { readAction } from "@/lib/web/action";

/** Returns everyone you can message, by name. */
export const loadPeople = readAction(z.object({}), async ({ user }) => {
  const people = await listPeople(user);
  return people.filter(({ deactivated }) => !deactivated);
});
