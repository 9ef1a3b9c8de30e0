import { accessSync, constants } from "node:fs";
import { checkEnv, env, ignoresTestLimits } from "@/lib/process/env";
import { makeDirectory } from "@/lib/process/make-directory";
import { misspelledText, misspelledVariables } from "@/lib/process/misspelled-variables";
import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import { hasWorkspace, openDatabase } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { becomeDataOwner, ownersDiffer, ownerToBecome } from "@/server/machine/data-owner";
import { checkPort, holdPort, localUrl, needsRoot } from "@/server/machine/port";
import { migrate } from "@/server/migrate";
import { watchRequiredVersion } from "@/server/required-version";
import { ROOT } from "@/server/root";

// Why: docs/decisions/starting.md

const log = (line: string) => console.log(line);

/** Starts everything in order and serves until the lifecycle ends. Throws a readable error if it can't start. */
export async function start(lifecycle: Lifecycle, dev: boolean): Promise<void> {
  Reflect.set(process.env, "NODE_ENV", dev ? "development" : "production");
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  checkEnv();
  if (ignoresTestLimits()) console.warn("Ignoring TEST_LIMITS, which is only for tests.");
  for (const each of misspelledVariables(process.env)) console.warn(misspelledText(each));
  await checkPort(env.port, env.host);
  // Listened on before root becomes an ordinary user, who may not use it.
  const held = ownerToBecome() !== null && needsRoot(env.port) ? await holdPort(env.port, env.host) : null;
  const build = () => (dev ? generateIfNeeded(log) : buildIfNeeded(log));
  await becomeDataOwner(ROOT, build);
  const differ = ownersDiffer();
  if (differ !== null) console.warn(differ);
  // Checked before the build, because no one should wait a minute for this error.
  makeDirectory(env.dataDir, 0o711);
  accessSync(env.dataDir, constants.W_OK);
  await build();
  lifecycle.check();
  // Begins first, so that the database stops last.
  const opening = openMigrated(lifecycle);
  // In development, Next.js forgets variables that are set after it has read them.
  if (dev) await opening;
  // In production, what serves loads while PostgreSQL starts.
  const [{ databaseUrl, embedded, migrations }, serve] = await Promise.all([
    opening,
    import("@/server/serve").then(({ prepare }) => prepare(lifecycle, dev)),
  ]);
  lifecycle.check();
  const port = await serve(held);
  const url = env.baseUrl ?? `http://${env.host ?? "localhost"}:${port}`;
  embedded?.announce(url, localUrl(port));
  watchRequiredVersion(databaseUrl, migrations, (reason) => {
    console.error(reason);
    void lifecycle.end(1);
  });
  log(`Parley is running at ${url}`);
  if (await hasWorkspace(databaseUrl)) {
    log("Press Ctrl-C to stop.");
    return;
  }
  const { setupCode } = await import("@/lib/people/sign-in/setup-code");
  // After the #, so that proxies don't log it.
  log(`Open ${url}/setup#${setupCode()} to create your workspace. Press Ctrl-C to stop.`);
  log(`On another machine, /setup asks for this code: ${setupCode()}`);
}

/** Opens the database, applies the migrations, and sets DATABASE_URL. */
async function openMigrated(lifecycle: Lifecycle) {
  const { databaseUrl, embedded } = await openDatabase(lifecycle, log);
  lifecycle.check();
  const migrations = await migrate(databaseUrl);
  process.env.DATABASE_URL ||= databaseUrl;
  return { databaseUrl, embedded, migrations };
}
