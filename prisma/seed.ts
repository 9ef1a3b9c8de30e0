import { checkEnv, env } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { generateIfNeeded } from "@/server/build";
import { openDatabase } from "@/server/database";
import { connectToRunning } from "@/server/embedded-postgres";
import { sentenceOf } from "@/server/failure";
import { Lifecycle } from "@/server/lifecycle";
import { becomeDataOwner } from "@/server/machine/data-owner";
import { migrate } from "@/server/migrate";
import { ROOT } from "@/server/root";

const json = process.argv.includes("--json");
// With --json, only the JSON object goes to stdout.
const log = (line: string) => (json ? console.error(line) : console.log(line));
const lifecycle = new Lifecycle();
lifecycle.handleSignals("command", () => log("Stopping."));

seed().catch((error: unknown) => {
  if (!lifecycle.stopping) console.error(sentenceOf(error));
  void lifecycle.end(1);
});

/** Fills an empty database with a demo workspace and prints how to sign in. Works whether or not the server is running. */
async function seed(): Promise<void> {
  checkEnv();
  await becomeDataOwner(ROOT, () => generateIfNeeded(log));
  await generateIfNeeded(log);
  const running = env.databaseUrl === undefined ? await connectToRunning(env.dataDir) : null;
  const databaseUrl = running ?? (await openDatabase(lifecycle, log)).databaseUrl;
  process.env.DATABASE_URL = databaseUrl;
  // The demo's messages and channels don't count towards anyone's limits.
  process.env.LIMITS = "off";
  await migrate(databaseUrl);

  const { disconnect } = await import("@/lib/db/client");
  lifecycle.defer(disconnect);
  lifecycle.defer(runShutdown);
  const { createDemo } = await import("@/prisma/demo/create-demo");
  const demo = await createDemo(env.baseUrl ?? `http://localhost:${env.port}`);
  if (json) console.log(JSON.stringify(demo));
  else {
    log(`The demo workspace is ready at ${demo.baseUrl}`);
    log(`Sign in with ${demo.user.email} and the password ${demo.user.password}`);
    log(`Post to #deploys at ${demo.webhookUrl}`);
  }
  await lifecycle.end(0);
}
