"use server";

import { createWorkspace, needsSetup } from "@/lib/people/create-workspace";
import { joinSchema, setupSchema } from "@/lib/people/schema";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { checkSetupCode } from "@/lib/people/sign-in/setup-code";
import { publicAction } from "@/lib/web/action";
import { clientAddress, isFromThisMachine } from "@/lib/web/session";

/** Creates the workspace. Works once, for someone on the server itself or with the setup code that Parley printed. */
export const setUp = publicAction(setupSchema, async ({ input }) => {
  if ((await needsSetup()) && !(await isFromThisMachine()))
    await checkSetupCode(input.code ?? "", await clientAddress());
  await createWorkspace(input);
});

/** Creates an account with a valid invite. */
export const join = publicAction(joinSchema, async ({ input }) => {
  await joinWorkspace(input, await clientAddress());
});
