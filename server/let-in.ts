import { checkEnv, env } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { openForCommand } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { migrate } from "@/server/migrate";

const log = (line: string) => console.log(line);

/** Commands with which an operator can let someone back in, by their email address. Each returns the text to print. */
const WAYS_IN = {
  "reset-link": async (email: string) => {
    const { printResetLink } = await import("@/lib/people/sign-in/password-reset");
    const url = await printResetLink(email, env.baseUrl ?? `http://${env.host ?? "localhost"}:${env.port}`);
    return `Open this link to choose a new password for ${email}. It works once, for one hour:\n${url}`;
  },
  "reset-two-step": async (email: string) => {
    const { resetTwoStepByCommand } = await import("@/lib/people/account/people");
    return (await resetTwoStepByCommand(email))
      ? `Two-step sign-in is off for ${email}, who is now signed out everywhere.`
      : `${email} hasn't set up two-step sign-in. Nothing has changed.`;
  },
} as const;

/** The name of one of these commands. */
export type WayIn = keyof typeof WAYS_IN;

/** Returns whether `task` is one of these commands. */
export function isWayIn(task: string | undefined): task is WayIn {
  return task !== undefined && Object.hasOwn(WAYS_IN, task);
}

/** Runs the command, whether or not the server is running. Throws if no account has that address. */
export async function letIn(lifecycle: Lifecycle, way: WayIn, email: string): Promise<void> {
  checkEnv();
  await migrate(await openForCommand(lifecycle, log));
  lifecycle.defer(runShutdown);
  log(await WAYS_IN[way](email));
  await lifecycle.end(0);
}
