import { setTimeout as sleep } from "node:timers/promises";
import { checkDeferred } from "@/lib/operation/health/check-deferred";
import { checkMail, checkPush } from "@/lib/operation/health/check-sending";
import * as checks from "@/lib/operation/health/checks";
import type { HealthDto, HealthFinding, HealthPart } from "@/lib/operation/health/dto";
import { listInstances, listJobs } from "@/lib/operation/health/queries";
import { requireAdmin } from "@/lib/people/allowed";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/health.md

const PATIENCE_MS = 2_000;

const CHECKS: Record<HealthPart, () => Promise<HealthFinding>> = {
  parley: checks.checkParley,
  database: checks.checkDatabase,
  search: checks.checkSearch,
  deferred: checkDeferred,
  disk: checks.checkDisk,
  backups: checks.checkBackups,
  mail: checkMail,
  push: checkPush,
  tools: checks.checkTools,
  instances: checks.checkInstances,
};

/**
 * Returns the state of the whole install within two seconds, whatever is broken: what can't be read by then says so.
 * Throws `not_found` unless the user is an owner or admin.
 */
export async function readHealth(user: Pick<SessionUser, "role">): Promise<HealthDto> {
  requireAdmin(user);
  const parts = Object.entries(CHECKS).map(async ([name, check]) => [name, (await inTime(name, check)) ?? UNREADABLE]);
  const [findings, jobs, instances] = await Promise.all([
    Promise.all(parts),
    inTime("list of jobs", listJobs),
    inTime("list of instances", listInstances),
  ]);
  return { checkedAt: new Date().toISOString(), findings: Object.fromEntries(findings), jobs, instances };
}

const UNREADABLE: HealthFinding = {
  state: "unreadable",
  summary: "This couldn't be read.",
  facts: [],
  advice: "If that stays so, look for the reason in Parley's log.",
};

/** Returns null if it fails or takes too long. One that hangs isn't started again until it ends. */
async function inTime<T>(name: string, read: () => Promise<T>): Promise<T | null> {
  const reading = processWide("health-readings", () => new Map<string, Promise<unknown>>());
  const current = (reading.get(name) as Promise<T | null> | undefined) ?? start();
  const given = new AbortController();
  try {
    return await Promise.race([current, sleep(PATIENCE_MS, null, { signal: given.signal })]);
  } finally {
    given.abort();
  }

  function start(): Promise<T | null> {
    const started = read()
      .catch((error: unknown) => {
        log.warn({ err: error, part: name }, "couldn't read a part of the health page");
        return null;
      })
      .finally(() => reading.delete(name));
    reading.set(name, started);
    return started;
  }
}
