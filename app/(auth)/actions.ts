"use server";

import { clientAddress, isFromThisMachine } from "@/lib/auth/session";
import { createWorkspace, needsSetup } from "@/lib/users/create-workspace";
import { joinWorkspace } from "@/lib/users/join-workspace";
import { joinSchema, setupSchema } from "@/lib/users/schema";
import { checkSetupCode } from "@/lib/users/setup-code";
import { publicAction } from "@/lib/web/action";

/** As long as there is no workspace: who sits at the machine that Parley runs on, or has the code that it printed. */
export const setUp = publicAction(setupSchema, async ({ input }) => {
  if ((await needsSetup()) && !(await isFromThisMachine()))
    await checkSetupCode(input.code ?? "", await clientAddress());
  await createWorkspace(input);
});

/** Anybody who holds a valid invite. */
export const join = publicAction(joinSchema, async ({ input }) => {
  await joinWorkspace(input, await clientAddress());
});
