"use server";

import { z } from "zod";
import { endFirstDay as end } from "@/lib/people/first-day";
import { findByWords } from "@/lib/people/list-people";
import { action, readAction } from "@/lib/web/action";

/** Dismisses the first steps or the welcome for good. */
export const endFirstDay = action(z.object({}), async ({ user }) => end(user));

/** Returns the first people you can message, by name, whose name or email contains the words. */
export const loadPeople = readAction(z.object({ q: z.string() }), ({ user, input }) => findByWords(user, input));
