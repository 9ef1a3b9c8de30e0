"use server";

import { publicAction } from "@/lib/action";
import { clientAddress } from "@/lib/auth/session";
import { createWorkspace } from "@/lib/users/create-workspace";
import { joinWorkspace } from "@/lib/users/join-workspace";
import { joinSchema, setupSchema } from "@/lib/users/schema";

/** Anybody, as long as there is no workspace. */
export const setUp = publicAction(setupSchema, async ({ input }) => {
  await createWorkspace(input);
});

/** Anybody who holds a valid invite. */
export const join = publicAction(joinSchema, async ({ input }) => {
  await joinWorkspace(input, await clientAddress());
});
