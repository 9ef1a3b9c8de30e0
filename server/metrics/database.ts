import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "@/lib/db/client";
import { lastGoodBackupAt } from "@/lib/operation/backup/state";
import { log } from "@/lib/process/log";

const PATIENCE_MS = 2_000;
const MOST_COUNTED = 10_000;

/** What only the database knows. `offset` is in seconds, sizes are in bytes. */
export type DatabaseState = {
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
