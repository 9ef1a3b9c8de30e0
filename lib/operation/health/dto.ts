/** Repeated work and its last run on any instance. Times are ISO 8601. */
export type JobDto = {
  name: string;
  label: string;
  everyMs: number;
  /** `late` means that it should have run long ago. A job that hasn't run yet is `waiting`. */
  state: "succeeded" | "failed" | "late" | "running" | "waiting";
  last: { beganAt: string; endedAt: string; tookMs: number; instance: string } | null;
  /** Why the last run failed, without secrets. */
  error: string | null;
  /** When it last succeeded, if the last run failed. */
  succeededAt: string | null;
  nextAt: string;
};

/** An instance that runs or has stopped without saying so. */
export type InstanceDto = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  /** Its open event streams when it was last seen. */
  streams: number;
  /** Whether it's the one that answers. */
  isThis: boolean;
  responds: boolean;
};

/** `off` is fine, but something isn't set up. `unreadable`: it couldn't be found out in time. */
export type HealthState = "ok" | "attention" | "off" | "unreadable";

/** What is checked, in the order in which it's shown. */
export const HEALTH_PARTS = [
  "parley",
  "database",
  "search",
  "deferred",
  "disk",
  "backups",
  "mail",
  "push",
  "tools",
  "instances",
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** A line such as "Size: 3.2 GiB". `at` is a time in ISO 8601. */
export type HealthFact = { label: string; text: string } | { label: string; at: string };

/** How a part is doing. */
export type HealthFinding = {
  state: HealthState;
  /** One sentence. */
  summary: string;
  facts: HealthFact[];
  /** What to do, in one sentence or two; null if there is nothing to do. */
  advice: string | null;
};

/** The state of the whole install. Lists that couldn't be read are null. */
export type HealthDto = {
  checkedAt: string;
  findings: Record<HealthPart, HealthFinding>;
  jobs: JobDto[] | null;
  instances: InstanceDto[] | null;
};
