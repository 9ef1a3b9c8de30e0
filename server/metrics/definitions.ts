import { Counter, Gauge, Histogram, type Registry } from "prom-client";

// Why: docs/decisions/metrics.md

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Creates Parley's own metrics. docs/monitoring.md lists them from their names, types and help texts. */
export function defineMetrics(register: Registry) {
  const registers = [register];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `parley_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `parley_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram({ name: `parley_${name}`, help, labelNames, buckets, registers });
  return {
    info: gauge("info", "Always 1. The label is Parley's version.", ["version"]),
    webhookRequests: counter(
      "webhook_requests_total",
      "Requests to webhooks by sender and outcome: posted, duplicate, skipped, changed, read, or why they were refused.",
      ["sender", "outcome"],
    ),
    messages: counter("messages_total", "Messages stored by this instance, by author: person or webhook.", ["author"]),
    requests: histogram(
      "http_request_duration_seconds",
      "Time until a response was sent, by kind (webhook, api, page, file) and status class. Event streams don't count.",
      FAST,
      ["kind", "status"],
    ),
    waitingRequests: gauge("requests_waiting", "Requests waiting for the turn of their person or address."),
    refusedRequests: counter("requests_refused_total", "Requests that waited too long for their turn and got a 429."),
    streams: gauge("streams_open", "Open event streams, one for each open page."),
    delivery: histogram(
      "delivery_lag_seconds",
      "Time from storing a message until it was written to the streams of this instance's readers.",
      FAST,
    ),
    indexing: histogram(
      "search_lag_seconds",
      "Time from storing a message until search's index had it: the oldest message of each batch.",
      SLOW,
    ),
    unindexed: gauge("search_waiting_changes", "Changes of messages that search's index doesn't have yet."),
    pushes: counter("pushes_total", "Push notifications by outcome: sent, later (to be retried), refused, gone.", [
      "outcome",
    ]),
    waitingPushes: gauge("pushes_waiting", "Push notifications waiting to be sent, counted up to 10,000."),
    mails: counter("mails_total", "Mails by outcome: sent, refused, failed, unknown.", ["outcome"]),
    unread: counter(
      "unread_payloads_total",
      "Texts and linked pages that couldn't be read, by reason: late, died, unavailable, too_large, failed, busy.",
      ["what", "reason"],
    ),
    pool: gauge("database_connections", "Database connections of a pool by state: used, idle.", ["pool", "state"]),
    waiting: gauge("database_waiting", "Statements waiting for a connection of the pool.", ["pool"]),
    up: gauge("database_up", "1 if the database answered within two seconds, otherwise 0."),
    offset: gauge("database_clock_offset_seconds", "How far the database's clock is ahead of this machine's."),
    databaseSize: gauge("database_size_bytes", "Size of the database."),
    files: gauge("files_bytes", "Size of all uploaded files, each counted once."),
    backupAge: gauge(
      "backup_age_seconds",
      "Age of the latest backup whose archive is there and whole. Missing if there is none.",
    ),
    diskFull: gauge(
      "disk_full",
      "1 while writes fail because a disk is full: the database's (all writes), or the one for files (only uploads).",
      ["place"],
    ),
    diskSize: gauge("disk_size_bytes", "Size of the disk that holds DATA_DIR."),
    diskFree: gauge("disk_free_bytes", "Free space for Parley on the disk that holds DATA_DIR."),
  };
}

/** Parley's own metrics. */
export type Metrics = ReturnType<typeof defineMetrics>;
