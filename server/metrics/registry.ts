import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, Registry } from "prom-client";
import { pool, poolStates } from "@/lib/db/client";
import { UNREAD_REASONS } from "@/lib/network/foreign-text/reading-process";
import { lastGoodBackupAt } from "@/lib/operation/backup/state";
import { env } from "@/lib/process/env";
import { fullPlaces } from "@/lib/process/full-disk";
import { waitingFor } from "@/lib/process/in-turn";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import type { Recorder } from "@/lib/process/recorder";
import { VERSION } from "@/lib/process/version";
import { REQUESTS_LINE } from "@/server/http/request-turns";
import { defineMetrics, type Metrics } from "@/server/metrics/definitions";

/**
 * Starts recording metrics in this process, once. Returns a function that resolves with the text for Prometheus, also
 * while the database can't be reached.
 */
export function startMetrics(): () => Promise<string> {
  return processWide("metrics", () => {
    const register = new Registry();
    collectDefaultMetrics({ register });
    const metrics = defineMetrics(register);
    metrics.info.set({ version: VERSION }, 1);
    // A counter that appears only with its first failure would show no increase.
    for (const author of ["person", "webhook"]) metrics.messages.inc({ author }, 0);
    for (const outcome of ["sent", "refused", "failed", "unknown"]) metrics.mails.inc({ outcome }, 0);
    for (const outcome of ["sent", "later", "refused", "gone"]) metrics.pushes.inc({ outcome }, 0);
    for (const what of ["text", "page"]) {
      for (const reason of UNREAD_REASONS) metrics.unread.inc({ what, reason }, 0);
    }
    for (const outcome of ["posted", "internal", "unavailable"]) {
      metrics.webhookRequests.inc({ sender: "parley", outcome }, 0);
    }
    for (const kind of ["webhook", "api", "page"]) {
      for (const status of ["2xx", "5xx"]) metrics.requests.zero({ kind, status });
    }
    const clock = { offset: 0 };
    processWide("metrics-recorder", () => recorderOf(metrics, clock));
    return async () => {
      await readState(metrics, clock);
      return register.metrics();
    };
  });
}

/** `clock.offset` is how many seconds the database's clock, which dates messages, is ahead of ours. */
function recorderOf(metrics: Metrics, clock: { offset: number }): Recorder {
  const { requests, delivery } = metrics;
  return {
    webhookRequest: (sender, outcome) => metrics.webhookRequests.inc({ sender, outcome }),
    message: (author) => metrics.messages.inc({ author }),
    request: (kind, status, seconds) => requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds),
    refused: () => metrics.refusedRequests.inc(),
    streams: (change) => metrics.streams.inc(change),
    delivered: (createdAt) => delivery.observe(Math.max(0, (Date.now() - createdAt) / 1_000 + clock.offset)),
    indexed: (seconds) => metrics.indexing.observe(seconds),
    mail: (outcome) => metrics.mails.inc({ outcome }),
    push: (outcome) => metrics.pushes.inc({ outcome }),
    unread: (what, reason) => metrics.unread.inc({ what, reason }),
  };
}

/** Sets the metrics that are read rather than recorded. */
async function readState(metrics: Metrics, clock: { offset: number }): Promise<void> {
  const [state, backup, disk] = await Promise.all([
    databaseState(),
    goodBackupAt(),
    statfs(env.dataDir).catch(() => null),
  ]);
  metrics.up.set(state === null ? 0 : 1);
  // What isn't known now is left out, rather than shown as it was.
  const { offset, databaseSize, files, unindexed, waitingPushes, backupAge } = metrics;
  for (const gauge of [offset, databaseSize, files, unindexed, waitingPushes, backupAge]) gauge.remove();
  if (state !== null) {
    clock.offset = state.offset;
    offset.set(state.offset);
    databaseSize.set(state.databaseSize);
    files.set(state.files);
    unindexed.set(state.unindexed);
    waitingPushes.set(state.waitingPushes);
    if (backup !== null) backupAge.set(Math.max(0, (Date.now() - backup.getTime()) / 1_000 + state.offset));
  }
  metrics.waitingRequests.set(waitingFor(REQUESTS_LINE));
  for (const { pool, used, idle, waiting } of poolStates()) {
    metrics.pool.set({ pool, state: "used" }, used);
    metrics.pool.set({ pool, state: "idle" }, idle);
    metrics.waiting.set({ pool }, waiting);
  }
  for (const place of ["database", "files"] as const) metrics.diskFull.set({ place }, fullPlaces().has(place) ? 1 : 0);
  if (disk === null) return;
  metrics.diskSize.set(disk.blocks * disk.bsize);
  metrics.diskFree.set(disk.bavail * disk.bsize);
}

const PATIENCE_MS = 2_000;
const MOST_COUNTED = 10_000;

/** What only the database knows. `offset` is in seconds, sizes are in bytes. */
type DatabaseState = {
  offset: number;
  databaseSize: number;
  files: number;
  unindexed: number;
  waitingPushes: number;
};

const SQL = `
  SELECT extract(epoch FROM clock_timestamp())::float8 AS now,
    pg_database_size(current_database())::float8 AS "databaseSize",
    (SELECT coalesce(sum(bytes), 0)::float8 FROM file_totals WHERE owner_id = 0) AS files,
    (SELECT coalesce(sum(c.rev - coalesce(p.rev, 0)), 0)::float8
      FROM channels c LEFT JOIN search_progress p ON p.channel_id = c.id
      WHERE c.rev > coalesce(p.rev, 0)) AS unindexed,
    (SELECT count(*)::int FROM (SELECT FROM push_waiting LIMIT ${MOST_COUNTED}) w) AS "waitingPushes"`;

/** Reads what only the database knows. Returns null if the database doesn't answer within two seconds. Never throws. */
export async function databaseState(): Promise<DatabaseState | null> {
  const began = Date.now();
  const state = pool()
    .query<DatabaseState & { now: number }>({ name: "metrics", text: SQL })
    .then(({ rows: [row] }) => row && { ...row, offset: row.now - (began + Date.now()) / 2_000 });
  return inTime(state);
}

/**
 * Returns when the latest backup was taken whose archive is there and whole. Returns null without one, or if that isn't
 * known within two seconds. Never throws. Apart from the rest, because a disk with backups may not answer.
 */
export function goodBackupAt(): Promise<Date | null> {
  return inTime(lastGoodBackupAt());
}

function inTime<T>(work: Promise<T | null | undefined>): Promise<T | null> {
  const done = work.then(
    (value) => value ?? null,
    (error: unknown) => {
      log.debug({ err: error }, "couldn't read metrics from the database");
      return null;
    },
  );
  return Promise.race([done, sleep(PATIENCE_MS, null, { ref: false })]);
}
