/** Requests to one server over several connections, with one request at a time on each. */
export type RequestsJob = {
  kind: "requests";
  port: number;
  connections: number;
  /** As sent over the wire. After the last one, the first one is sent again. */
  requests: readonly string[];
  /** How many are sent each second; null to send each as soon as the one before is answered. */
  perSecond: number | null;
  /** Warm-up time, which isn't measured. */
  leadMilliseconds: number;
  milliseconds: number;
  /** The job ends after this many requests, even if time is left. */
  most: number;
  /** Whether a 429 counts as an answer, not as a failure. */
  mayBeRefused?: boolean;
};

/** A request that took long: when it was sent and answered, by `clock`, and the port that it came from. */
export type SlowRequest = { port: number; sentAt: number; answeredAt: number };

export type RequestsOutcome = {
  kind: "requests";
  /** The number of successful requests, including the warm-up. Processor time and WAL are divided by it. */
  sent: number;
  perSecond: number;
  /** Milliseconds from sending a request to receiving its whole answer. */
  p50: number;
  p95: number;
  p99: number;
  /** How many of `sent` got a 429. */
  refused: number;
  /** By reason: how many requests failed, and one example. */
  failures: Record<string, { times: number; example: string }>;
  /** The slowest hundredth of the successful requests, at least one. */
  slowest: SlowRequest[];
  /** When each request was sent, by `clock`. Empty unless the job has `perSecond`. */
  sentAt: number[];
};

/** Returns the number of requests that failed. */
export function failuresOf({ failures }: Pick<RequestsOutcome, "failures">): number {
  return Object.values(failures).reduce((sum, { times }) => sum + times, 0);
}

/** Event streams to open, one for each request, and to read until `streams-close`. */
export type StreamsJob = {
  kind: "streams-open";
  port: number;
  requests: readonly string[];
  /** How many to open at the same time. */
  atOnce: number;
  /** How many marked posts to expect. */
  posts: number;
};

/** How long each stream took to become ready, that is, to catch up. */
export type StreamTimes = { kind: "streams-opened"; tookMilliseconds: number[] };

/** The answer to `streams-look`: what the open streams have received. */
export type StreamsReport = {
  kind: "streams-report";
  /** When each post reached the last stream, by `clock`; null for a post that no stream has received. */
  lastAt: (number | null)[];
  /** How many posts are missing on all streams together, and how many arrived more than once. */
  missing: number;
  doubled: number;
  /** How many streams have ended. */
  ended: number;
};

export type Job = RequestsJob | StreamsJob | { kind: "streams-look" } | { kind: "streams-close" };
export type JobOutcome = RequestsOutcome | StreamsReport | StreamTimes | { kind: "streams-closed" };

/** A time, by `clock`. */
export type Span = { from: number; to: number };

/** What a server's watch-posts.mjs has noted since it was last asked, by `clock`. */
export type Watched = {
  kind: "watched";
  posts: {
    port: number;
    arrivedAt: number;
    /** When it began and ended to wait for its commit. */
    askedAt: number | null;
    committedAt: number | null;
    lookUp: { milliseconds: number; loopWait: number };
    batch: (Span & { loopWait: number }) | null;
  }[];
  /** The pauses for garbage collections. */
  pauses: Span[];
};

/** Returns milliseconds on a clock that all processes on this machine share. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Returns whether a message from another of our processes has one of these kinds. Doesn't check its other fields. */
export function isOf<Message extends { kind: string }>(
  message: unknown,
  kinds: readonly Message["kind"][],
): message is Message {
  const kind: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "kind") : undefined;
  return kinds.some((each) => each === kind);
}
