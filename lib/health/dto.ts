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
