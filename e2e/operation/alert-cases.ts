/** What a series shows while all is well, while the alert's cause lasts, and afterwards. Null is a missing sample. */
export type Shape = { from: number | null; well: number | null; broken: number | null; after: number | null };

/** A time at which the cause lasts, and what an alert must do about it. Times are in minutes. */
type Case = {
  alert: string;
  /** Why this case, if the alert has several. */
  about?: string;
  series: Record<string, Shape>;
  /** While the cause lasts, the alert fires at the latest after `within`. It ends at the latest `ends` after the cause. */
  fires?: { within: number; ends: number };
  /** How long all is well before the cause, so that ranges have data: 90 minutes if not given. */
  before?: number;
  /** Every so many minutes, Parley restarts and shows nothing for five. */
  restarts?: number;
  /** A cause that lasts this long isn't worth an alert, neither meanwhile nor afterwards. */
  spares: number;
};

const level = (well: number | null, broken: number | null, after = well): Shape => ({
  from: null,
  well,
  broken,
  after,
});

/** A counter, or anything else that grows by so much every minute. */
const growing = (well: number, broken: number, after = well, from = 0): Shape => ({ from, well, broken, after });

const GIB = 1024 ** 3;
const REQUESTS = "parley_http_request_duration_seconds";

/** Every alert needs a case in which it fires. The time before and after the cause is added: all is well then. */
export const CASES: Case[] = [
  {
    alert: "ParleyDown",
    series: { up: level(1, 0) },
    fires: { within: 3, ends: 1 },
    spares: 1,
  },
  {
    alert: "ParleyDatabaseDown",
    series: { parley_database_up: level(1, 0) },
    fires: { within: 2, ends: 1 },
    spares: 0.5,
  },
  {
    alert: "ParleyPostsFail",
    series: {
      'parley_webhook_requests_total{sender="github", outcome="posted"}': growing(5, 0),
      'parley_webhook_requests_total{sender="github", outcome="unavailable"}': growing(0, 5),
    },
    fires: { within: 7, ends: 3 },
    spares: 2,
  },
  {
    alert: "ParleyPostsFail",
    about: "the senders' fault",
    series: { 'parley_webhook_requests_total{sender="github", outcome="invalid"}': growing(0, 5) },
    spares: 60,
  },
  {
    alert: "ParleyRequestsFail",
    series: {
      [`${REQUESTS}_count{kind="api", status="2xx"}`]: growing(100, 100),
      [`${REQUESTS}_count{kind="api", status="5xx"}`]: growing(0.5, 5),
    },
    fires: { within: 12, ends: 3 },
    spares: 5,
  },
  {
    alert: "ParleyPostsSlow",
    series: {
      [`${REQUESTS}_bucket{kind="webhook", status="2xx", le="0.1"}`]: growing(9, 0),
      [`${REQUESTS}_bucket{kind="webhook", status="2xx", le="2.5"}`]: growing(9, 0),
      [`${REQUESTS}_bucket{kind="webhook", status="2xx", le="5"}`]: growing(9, 9),
      [`${REQUESTS}_bucket{kind="webhook", status="2xx", le="+Inf"}`]: growing(9, 9),
    },
    fires: { within: 12, ends: 3 },
    spares: 5,
  },
  {
    alert: "ParleyDeliverySlow",
    series: {
      'parley_delivery_lag_seconds_bucket{le="0.1"}': growing(9, 0),
      'parley_delivery_lag_seconds_bucket{le="2.5"}': growing(9, 0),
      'parley_delivery_lag_seconds_bucket{le="5"}': growing(9, 9),
      'parley_delivery_lag_seconds_bucket{le="+Inf"}': growing(9, 9),
    },
    fires: { within: 12, ends: 3 },
    spares: 5,
  },
  {
    alert: "ParleySearchBehind",
    series: { parley_search_waiting_changes: level(3, 5_000) },
    fires: { within: 16, ends: 1 },
    spares: 10,
  },
  {
    alert: "ParleySearchBehind",
    about: "a start with much to do",
    series: { parley_search_waiting_changes: level(null, 5_000, 3) },
    spares: 10,
  },
  {
    alert: "ParleyConnectionsExhausted",
    series: { 'parley_database_waiting{pool="main"}': level(0, 4) },
    fires: { within: 6, ends: 1 },
    spares: 4,
  },
  {
    alert: "ParleyEventLoopBlocked",
    series: { nodejs_eventloop_lag_p99_seconds: level(0.02, 0.9) },
    fires: { within: 11, ends: 1 },
    spares: 8,
  },
  {
    alert: "ParleyDiskFilling",
    about: "nearly full",
    series: { parley_disk_free_bytes: level(20 * GIB, 4 * GIB), parley_disk_size_bytes: level(100 * GIB, 100 * GIB) },
    fires: { within: 16, ends: 1 },
    spares: 10,
  },
  {
    alert: "ParleyDiskFilling",
    about: "full within a day",
    before: 6 * 60,
    series: {
      // 100 GiB, of which 0.2 GiB are filled every minute.
      parley_disk_free_bytes: growing(0, -0.2 * GIB, 0, 100 * GIB),
      parley_disk_size_bytes: level(1_000 * GIB, 1_000 * GIB),
    },
    fires: { within: 150, ends: 15 },
    spares: 20,
  },
  {
    alert: "ParleyDiskFilling",
    about: "a large file",
    before: 6 * 60,
    series: {
      parley_disk_free_bytes: growing(0, -2 * GIB, 0, 100 * GIB),
      parley_disk_size_bytes: level(1_000 * GIB, 1_000 * GIB),
    },
    spares: 20,
  },
  {
    alert: "ParleyDiskFull",
    series: {
      parley_disk_free_bytes: level(20 * GIB, 0.2 * GIB),
      parley_disk_size_bytes: level(100 * GIB, 100 * GIB),
    },
    fires: { within: 3, ends: 1 },
    spares: 1,
  },
  {
    alert: "ParleyWritesFail",
    series: { 'parley_disk_full{place="database"}': level(0, 1) },
    fires: { within: 3, ends: 1 },
    spares: 1,
  },
  {
    alert: "ParleyMailFails",
    about: "and then mails are sent",
    series: {
      'parley_mails_total{outcome="failed"}': growing(0, 1),
      'parley_mails_total{outcome="sent"}': growing(1, 0),
    },
    fires: { within: 61, ends: 3 },
    spares: 30,
  },
  {
    alert: "ParleyMailFails",
    about: "and then there are none",
    series: {
      'parley_mails_total{outcome="failed"}': growing(0, 1),
      'parley_mails_total{outcome="sent"}': growing(1, 0, 0),
    },
    fires: { within: 61, ends: 30 },
    spares: 2,
  },
  {
    alert: "ParleyMailFails",
    about: "only some",
    series: {
      'parley_mails_total{outcome="failed"}': growing(0, 1),
      'parley_mails_total{outcome="sent"}': growing(1, 1),
    },
    spares: 180,
  },
  {
    alert: "ParleyPushesFail",
    about: "and then pushes are sent",
    series: {
      'parley_pushes_total{outcome="later"}': growing(0, 1),
      'parley_pushes_total{outcome="sent"}': growing(1, 0),
    },
    fires: { within: 61, ends: 3 },
    spares: 30,
  },
  {
    alert: "ParleyPushesFail",
    about: "and then there are none",
    series: {
      'parley_pushes_total{outcome="refused"}': growing(0, 1),
      'parley_pushes_total{outcome="sent"}': growing(1, 0, 0),
    },
    fires: { within: 61, ends: 30 },
    spares: 2,
  },
  {
    alert: "ParleyBackupOld",
    restarts: 60,
    series: { parley_backup_age_seconds: level(90_000, 200_000) },
    fires: { within: 11, ends: 6 },
    spares: 2,
  },
  {
    alert: "ParleyBackupMissing",
    restarts: 240,
    series: { parley_database_up: level(1, 1), parley_backup_age_seconds: level(90_000, null) },
    fires: { within: 25 * 60 + 2, ends: 1 },
    spares: 23 * 60,
  },
  {
    alert: "ParleyBackupMissing",
    about: "the database is down",
    series: { parley_database_up: level(1, 0), parley_backup_age_seconds: level(90_000, null) },
    spares: 30 * 60,
  },
  {
    alert: "ParleyClockOff",
    series: { parley_database_clock_offset_seconds: level(1, -9) },
    fires: { within: 11, ends: 1 },
    spares: 5,
  },
  {
    alert: "ParleyRestarts",
    series: { process_start_time_seconds: growing(0, 50) },
    fires: { within: 6, ends: 21 },
    spares: 0.5,
  },
];
