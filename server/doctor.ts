import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { checkEnv, env, ignoresTestLimits } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { misspelledText, misspelledVariables } from "@/lib/process/misspelled-variables";
import { reasonOf } from "@/lib/text/errors";
import { openForCommand } from "@/server/database";
import {
  askSeen,
  checkBodies,
  checkClientAddress,
  checkHost,
  checkHttpClock,
  checkOpenedAs,
  checkQuiet,
  checkReachable,
  checkStream,
} from "@/server/doctor/address";
import { ask, jsonOf } from "@/server/doctor/ask";
import { checkBackup } from "@/server/doctor/backup";
import { checkCertificate } from "@/server/doctor/certificate";
import {
  checkConnections,
  checkDatabaseClock,
  checkDurability,
  checkNotifications,
  checkPooler,
  checkRoom,
  checkSchema,
  checkVersion,
} from "@/server/doctor/database";
import { type Check, type Finding, fail, findingsOf, linesOf, ok, warn } from "@/server/doctor/findings";
import type { LaneReport } from "@/server/doctor/lane";
import { checkNode, checkPermissions, checkSpace, checkSync, checkTimeZone } from "@/server/doctor/machine";
import { checkFiles, checkMail, checkPush, checkRedis, checkTools } from "@/server/doctor/services";
import { addressOfRunning } from "@/server/embedded-postgres";
import type { Lifecycle } from "@/server/lifecycle";
import { localUrl } from "@/server/machine/port";
import { knownMigrations } from "@/server/migrate";

// Why: docs/decisions/health.md

/**
 * `npm run doctor`: checks an install and says how to fix what's wrong, whether or not Parley is running. Ends with exit
 * code 1 if something must be fixed.
 */
export async function examine(lifecycle: Lifecycle): Promise<void> {
  // What checks log would appear between the findings, with private texts.
  log.level = "silent";
  const found = { ok: 0, warn: 0, fail: 0 };
  const run = async (checks: readonly Check[]) => {
    let isFine = true;
    for (const check of checks) {
      lifecycle.check();
      for (const finding of await findingsOf(check)) {
        found[finding.level] += 1;
        if (finding.level === "fail") isFine = false;
        for (const line of linesOf(check.name, finding)) console.log(line);
      }
    }
    return isFine;
  };
  if (await run([{ name: "Settings", run: checkSettings }])) {
    await run(machineChecks());
    // Without PORT, the running Parley knows best where it listens.
    const local = (process.env.PORT ? null : addressOfRunning(env.dataDir)) ?? localUrl(env.port);
    const isRunning = await answersAt(local);
    await run(await databaseChecks(lifecycle, isRunning ? local : null));
    const running = await examineAddress(run, local, isRunning);
    await run([
      { name: "Files", run: checkFiles },
      { name: "Redis", run: () => checkRedis(running) },
      { name: "Mail", run: checkMail },
      { name: "Push", run: () => checkPush() },
      { name: "Tools", run: checkTools },
    ]);
  }
  const counts = [
    found.fail > 0 && `${found.fail} to fix`,
    found.warn > 0 && `${found.warn} to look at`,
    `${found.ok} fine`,
  ];
  console.log(`\n${counts.filter(Boolean).join(", ")}.`);
  await lifecycle.end(found.fail > 0 ? 1 : 0);
}

function checkSettings(): Finding | Finding[] {
  try {
    checkEnv();
  } catch (error) {
    return fail(
      `${reasonOf(error)}.`,
      "Correct it where you set Parley's environment. docs/configuration.md lists all.",
    );
  }
  const findings = misspelledVariables(process.env).map((each) =>
    warn(misspelledText(each), "Rename it where you set Parley's environment, or remove it."),
  );
  if (ignoresTestLimits())
    findings.push(warn("Parley ignores TEST_LIMITS, which is only for tests.", "Remove it from Parley's environment."));
  return findings.length > 0 ? findings : ok("All environment variables are valid.");
}

function machineChecks(): Check[] {
  const { dataDir } = env;
  return [
    { name: "Node", run: () => checkNode() },
    { name: "Time zone", run: () => checkTimeZone() },
    { name: "Disk space", run: () => checkSpace(dataDir) },
    { name: "Disk", run: () => checkSync(dataDir) },
    { name: "Permissions", run: () => checkPermissions(dataDir) },
  ];
}

async function answersAt(url: string): Promise<boolean> {
  try {
    return (await jsonOf<{ status?: string }>(await ask(`${url}/api/health`)))?.status === "ok";
  } catch {
    return false;
  }
}

async function databaseChecks(lifecycle: Lifecycle, running: string | null): Promise<Check[]> {
  if (env.databaseUrl === undefined && !existsSync(path.join(env.dataDir, "postgres-password"))) {
    const none = warn("There is no database yet.", "Start Parley, which sets one up, or set DATABASE_URL.");
    return [{ name: "Database", run: () => none }];
  }
  const pooler = env.databaseUrl === env.directDatabaseUrl ? undefined : env.databaseUrl;
  let databaseUrl: string;
  try {
    databaseUrl = await openForCommand(lifecycle, () => undefined);
  } catch (error) {
    // Lines of PostgreSQL's log may hold what people wrote.
    const finding = fail(
      `The database can't be used: ${reasonOf(error).replace(/^(PostgreSQL didn't start): .*(\(see [^()]+\))$/s, "$1 $2")}.`,
      env.databaseUrl === undefined
        ? "Read the end of that file, and start Parley."
        : "Start PostgreSQL, and check DATABASE_URL.",
    );
    return [{ name: "Database", run: () => finding }];
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  lifecycle.defer(() => client.end());
  return [
    { name: "Database", run: () => checkVersion(client) },
    {
      name: "Database disk",
      run: async () => checkRoom(running === null ? null : await jsonOf(await ask(`${running}/api/ready`))),
    },
    { name: "Durability", run: () => checkDurability(client) },
    { name: "Connections", run: () => checkConnections(client) },
    { name: "Notifications", run: () => checkNotifications(client, databaseUrl) },
    ...(pooler === undefined ? [] : [{ name: "Pooler", run: () => checkPooler(pooler) }]),
    { name: "Database clock", run: () => checkDatabaseClock(client) },
    { name: "Schema", run: () => checkSchema(client, running !== null, knownMigrations()) },
    {
      name: "Lost files",
      run: async () =>
        (await hasTable(client, "file_uses")) ? (await import("@/server/doctor/database")).checkLostFiles(client) : [],
    },
    { name: "Backup", run: async () => ((await hasTable(client, "backups")) ? checkBackup() : []) },
  ];
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS known", [name]);
  return rows[0]?.known === true;
}

/** Checks the public address, and returns what the running Parley said; null if none runs or it's another one. */
async function examineAddress(
  run: (checks: readonly Check[]) => Promise<boolean>,
  local: string,
  isRunning: boolean,
): Promise<LaneReport | null> {
  const { baseUrl } = env;
  const address = baseUrl ?? local;
  if (baseUrl?.startsWith("https:")) await run([{ name: "Certificate", run: () => checkCertificate(baseUrl) }]);
  if (!isRunning && (baseUrl === undefined || !(await answersAt(baseUrl)))) {
    const finding = warn(
      `Parley isn't running, so its address${baseUrl === undefined ? "" : ` ${baseUrl}`} and the proxy weren't checked.`,
      "Start it, and run npm run doctor again.",
    );
    await run([{ name: "Address", run: () => finding }]);
    return null;
  }
  if (baseUrl === undefined) {
    const finding = warn(
      "BASE_URL isn't set, so links have the address that each browser uses.",
      "Set BASE_URL to the public address, such as https://chat.example.com.",
    );
    await run([{ name: "Address", run: () => finding }]);
  } else if (!(await run([{ name: "Address", run: () => checkReachable(baseUrl, local) }]))) return null;
  let seen: LaneReport | null = null;
  let isProxied = false;
  const asking: Check = {
    name: "Requests",
    run: async () => {
      const asked = await askSeen(address);
      if ("level" in asked) return asked;
      seen = asked.seen;
      isProxied = asked.seen.peer !== asked.from;
      return [
        ...(baseUrl === undefined ? [] : checkHost(baseUrl, asked.seen, asked.from)),
        ...checkOpenedAs(asked.seen),
        checkClientAddress(asked.seen, asked.from),
        checkHttpClock(asked.date),
      ];
    },
  };
  if ((await run([asking])) || seen !== null) {
    // Begun first, because it waits for longest.
    const quiet = isProxied ? findingsOf({ name: "Quiet streams", run: () => checkQuiet(address) }) : [];
    await run([
      { name: "Streams", run: () => checkStream(address) },
      { name: "Uploads", run: () => checkBodies(address) },
      { name: "Quiet streams", run: () => quiet },
    ]);
  }
  return seen;
}
