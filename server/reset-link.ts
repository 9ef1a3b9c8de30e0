import { checkEnv, env } from "@/lib/env";
import { runShutdown } from "@/lib/on-shutdown";
import { generateIfNeeded } from "@/server/build";
import { openDatabase } from "@/server/database";
import { connectToRunning } from "@/server/embedded-postgres";
import type { Lifecycle } from "@/server/lifecycle";
import { migrate } from "@/server/migrate";

const log = (line: string) => console.log(line);

/**
 * Prints a link by which whoever has this e-mail address may set a new password, for who runs this install and can't get in, whether or
 * not the server runs. Throws one sentence when there is nobody.
 */
export async function resetLink(lifecycle: Lifecycle, [email]: string[]): Promise<void> {
  if (email === undefined) throw new Error("Say whose password it is: npm start -- reset-link ada@example.com");
  checkEnv();
  await generateIfNeeded(log);
  const running = env.databaseUrl === undefined ? await connectToRunning(env.dataDir) : null;
  const databaseUrl = running ?? (await openDatabase(lifecycle, log)).databaseUrl;
  process.env.DATABASE_URL = databaseUrl;
  await migrate(databaseUrl);

  const { disconnect } = await import("@/lib/db/client");
  lifecycle.defer(disconnect);
  lifecycle.defer(runShutdown);
  const { printResetLink } = await import("@/lib/users/password-reset");
  const url = await printResetLink(email, env.baseUrl ?? `http://${env.host ?? "localhost"}:${env.port}`);
  log(`Whoever opens this link within an hour chooses a new password for ${email}, once:\n${url}`);
  await lifecycle.end(0);
}
