import { statfs } from "node:fs/promises";
import { db } from "@/lib/db/client";
import { backupState } from "@/lib/operation/backup/state";
import type { HealthFact, HealthFinding, HealthState } from "@/lib/operation/health/dto";
import { listInstances } from "@/lib/operation/health/queries";
import { databaseHasRoom } from "@/lib/operation/health/watch-disks";
import { env } from "@/lib/process/env";
import { FULL_PLACES, fullPlaces, MAKE_ROOM } from "@/lib/process/full-disk";
import { THIS_INSTANCE } from "@/lib/process/this-instance";
import { VERSION } from "@/lib/process/version";
import { sizeText } from "@/lib/text/size-text";
import { senders } from "@/lib/webhooks/senders/descriptions";

const GIB = 2 ** 30;

/** Returns which Parley runs, on which Node. */
export async function checkParley(): Promise<HealthFinding> {
  const facts = [
    { label: "Node.js", text: process.versions.node },
    { label: "This instance started", at: THIS_INSTANCE.startedAt.toISOString() },
  ];
  return finding("ok", `Version ${VERSION} is running.`, facts);
}

// Connections that PostgreSQL keeps for its superuser aren't for Parley.
const FEW_CONNECTIONS_LEFT = 0.9;

/** Checks PostgreSQL: its size, connections, and whether an upgrade of the tables stopped halfway. */
export async function checkDatabase(): Promise<HealthFinding> {
  type Row = { version: string; size: number; used: number; most: number; halfway: string | null; messages: number };
  const [row] = await db().$queryRaw<Row[]>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL) AS used,
      current_setting('max_connections')::int AS most,
      (SELECT min(migration_name) FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL) AS halfway,
      (SELECT coalesce(sum(msg_seq), 0)::float8 FROM channels) AS messages`;
  if (!row) throw new Error("PostgreSQL answered with nothing.");
  const { version, size, used, most, halfway, messages } = row;
  const facts = [
    { label: "Size", text: sizeText(size) },
    { label: "Messages posted", text: messages.toLocaleString("en-US") },
    { label: "Connections", text: `${used} of ${most}` },
    { label: "Migrations", text: halfway === null ? "None pending" : `${halfway} hasn't finished` },
  ];
  const [name = version] = version.split(" ");
  if (fullPlaces().has("database") || !(await databaseHasRoom())) {
    return finding("attention", FULL_PLACES.database, facts, MAKE_ROOM);
  }
  if (halfway !== null) {
    const advice = "Restart Parley, and read its log if the migration fails again.";
    return finding("attention", "An upgrade of the database's tables hasn't finished.", facts, advice);
  }
  if (used >= most * FEW_CONNECTIONS_LEFT) {
    const advice = "Raise max_connections in PostgreSQL, or run fewer instances.";
    return finding("attention", "PostgreSQL is running out of connections.", facts, advice);
  }
  return finding("ok", `PostgreSQL ${name} is running.`, facts);
}

type SearchRow = { waiting: number; seconds: number | null; listed: number | null; renewed: number | null };

/** How long what follows a post may take. */
export const LATE_SECONDS = 120;
const CHANNELS = 20;
const CHANGES = 50;

/**
 * Checks how far search is behind. Reads a few of the oldest waiting changes in some channels, because only messages
 * that were never indexed show how long they have been waiting.
 */
export async function checkSearch(): Promise<HealthFinding> {
  const [row] = await db().$queryRaw<SearchRow[]>`
    WITH behind AS (
      SELECT c.id, c.rev, coalesce(p.rev, 0) AS done FROM channels c LEFT JOIN search_progress p ON p.channel_id = c.id
      WHERE c.rev > coalesce(p.rev, 0)
    ),
    oldest AS (
      SELECT m.id, m.created_at FROM (SELECT * FROM behind ORDER BY rev - done DESC LIMIT ${CHANNELS}) b
      CROSS JOIN LATERAL (
        SELECT id, created_at, deleted_at FROM messages WHERE channel_id = b.id AND rev > b.done ORDER BY rev LIMIT ${CHANGES}
      ) m WHERE m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM message_search s WHERE s.message_id = m.id)
    ),
    indexed AS (SELECT min(message_id) AS first, max(message_id) AS last FROM message_search)
    SELECT (SELECT coalesce(sum(rev - done), 0)::float8 FROM behind) AS waiting,
      (SELECT extract(epoch FROM now() - min(created_at))::float8 FROM oldest) AS seconds,
      (SELECT greatest(0, listed_to - first)::float8 / greatest(1, last - first)
        FROM search_words_progress, indexed WHERE listed_to IS NOT NULL AND first IS NOT NULL) AS listed,
      (SELECT (last - latest)::float8 / greatest(1, last - first)
        FROM (SELECT max(message_id) AS latest FROM message_search WHERE rule IS NULL) AS before, indexed) AS renewed`;
  const { waiting = 0, seconds = null, listed = null, renewed = null } = row ?? {};
  const facts: HealthFact[] = [{ label: "Waiting to be indexed", text: changesText(waiting) }];
  if (seconds !== null) facts.push({ label: "Oldest waiting", text: `${durationText(seconds)} old` });
  // After an update, until all messages are indexed by the rule of this version, the latest first.
  if (renewed !== null)
    facts.push({ label: "Updated for this version", text: `${Math.floor(renewed * 100)} % of messages` });
  // After an update, until the words of messages that were indexed before it are listed.
  if (listed !== null)
    facts.push({ label: "Found by parts of words", text: `${Math.floor(listed * 100)} % of messages` });
  if (seconds === null || seconds < LATE_SECONDS) {
    if (renewed === null) return finding("ok", "Search finds all messages.", facts);
    return finding("ok", "Search finds all messages. It's updating its index in the background.", facts);
  }
  const advice = "It catches up on its own. If the number doesn't fall, restart Parley and check the database's load.";
  return finding("attention", "Search doesn't find the latest messages yet.", facts, advice);
}

/** Checks the disk that holds DATA_DIR. */
export async function checkDisk(): Promise<HealthFinding> {
  const { bavail, blocks, bsize } = await statfs(env.dataDir);
  const disk = diskFinding(bavail * bsize, blocks * bsize);
  const bucket = env.fileStore === "s3" ? env.s3?.bucket : undefined;
  return bucket === undefined
    ? disk
    : { ...disk, facts: [...disk.facts, { label: "Uploads in bucket", text: bucket }] };
}

/** Returns whether a disk has little space left: less than a tenth, and less than 5 GiB. */
export function isDiskLow(free: number, size: number): boolean {
  return free < Math.min(size / 10, 5 * GIB);
}

/** Says how much space a disk has. Exported for tests. */
export function diskFinding(free: number, size: number): HealthFinding {
  const facts = [
    { label: "Free", text: sizeText(free) },
    { label: "Size", text: sizeText(size) },
    { label: "Used", text: `${Math.round((1 - free / size) * 100)} %` },
    { label: "Directory", text: env.dataDir },
  ];
  if (fullPlaces().has("files")) {
    return finding("attention", FULL_PLACES.files, facts, `${MAKE_ROOM} Storage shows the largest files.`);
  }
  if (!isDiskLow(free, size)) return finding("ok", "There is enough free space.", facts);
  const advice = "Free some space or use a larger disk. When it's full, posts and uploads fail.";
  return finding("attention", "The disk is almost full.", facts, advice);
}

const AUTOMATIC = " Set BACKUP_SCHEDULE to make backups automatically.";

/** Checks whether there is a recent backup that can be restored: its archive is looked at. */
export async function checkBackups(now = Date.now()): Promise<HealthFinding> {
  const { latest, goodAt, trouble } = await backupState(now);
  const { schedule, passphrase } = env.backup;
  const facts: HealthFact[] = [
    { label: "Schedule", text: schedule ?? "None" },
    { label: "Encrypted", text: passphrase === undefined ? "No" : "Yes" },
  ];
  if (goodAt) facts.push({ label: "Last good backup", at: goodAt.toISOString() });
  if (latest?.bytes != null) facts.push({ label: "Size", text: sizeText(latest.bytes) });
  if (latest) facts.push({ label: "Archive", text: latest.path });
  if (latest?.state === "running") return finding("ok", "A backup is being made.", facts);
  const automatic = schedule === undefined ? AUTOMATIC : "";
  if (trouble === null) return finding("ok", "There is a recent backup.", facts, automatic.trim() || null);
  const advice = {
    failed: "Fix this, then back up again.",
    folder: "",
    gone: "Check the disk with the backups, then back up again.",
    none: `Make one now.${automatic}`,
    late: automatic
      ? `Make one now.${automatic}`
      : "Look at the job “Back up if the schedule says so” below, and at Parley's log.",
  }[trouble.kind];
  return finding("attention", trouble.summary, facts, `${trouble.detail ?? ""} ${advice}`.trim());
}

const MOST_PROBLEMS = 10;

/** Checks the descriptions of the operator's own tools, as this instance has read them. */
export async function checkTools(): Promise<HealthFinding> {
  const { descriptions, own, problems } = senders();
  if (problems.length === 0) {
    const facts = [
      { label: "Described by Parley", text: `${descriptions.size - own.size}` },
      { label: "Described by you", text: `${own.size}` },
    ];
    return finding("ok", "All descriptions of tools work.", facts);
  }
  const [{ effect } = { effect: "" }] = problems;
  // A line can have several mistakes.
  const byPlace = new Map(problems.map(({ file, line, message }) => [`${file}, line ${line}`, message]));
  const facts = [...byPlace].slice(0, MOST_PROBLEMS).map(([label, text]) => ({ label, text }));
  const summary =
    problems.length === 1
      ? `A description of a tool has a mistake. ${effect}`
      : `Descriptions of tools have ${problems.length} mistakes.`;
  return finding("attention", summary, facts, "Correct them. Parley reads changed files again within seconds.");
}

/** Checks whether all instances respond and run the same version. */
export async function checkInstances(): Promise<HealthFinding> {
  const instances = await listInstances();
  const running = instances.filter(({ responds }) => responds);
  const streams = running.reduce((sum, each) => sum + each.streams, 0);
  const facts = [{ label: "Open event streams", text: streams.toLocaleString("en-US") }];
  const summary = running.length === 1 ? "1 instance is running." : `${running.length} instances are running.`;
  const silent = instances.find(({ responds }) => !responds);
  if (silent) {
    const advice = `Check ${silent.host} if you didn't stop it. Stopped instances disappear after ten minutes.`;
    return finding("attention", "An instance stopped responding.", facts, advice);
  }
  if (new Set(running.map(({ version }) => version)).size > 1) {
    const advice = "That's fine during an upgrade. Otherwise restart the older ones with the new version.";
    return finding("attention", "Instances run different versions.", facts, advice);
  }
  return finding("ok", summary, facts);
}

/** Puts a finding together. */
export function finding(
  state: HealthState,
  summary: string,
  facts: HealthFact[],
  advice: string | null = null,
): HealthFinding {
  return { state, summary, facts, advice };
}

function changesText(count: number): string {
  return count === 1 ? "1 change" : `${count.toLocaleString("en-US")} changes`;
}

/** Returns "3 seconds", "4 minutes" or "5 hours". */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
