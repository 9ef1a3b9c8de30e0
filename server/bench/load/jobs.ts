/** Requests to one server, in turns over the connections, each of which has one under way. */
export type RequestsJob = {
  kind: "requests";
  port: number;
  connections: number;
  /** As they go over the wire. When all were sent, the first one is next. */
  requests: readonly string[];
  /** How many are sent each second, or null for as many as are answered. */
  perSecond: number | null;
  /** Time in which nothing counts yet. */
  leadMilliseconds: number;
  milliseconds: number;
  /** After this many it ends, however early. */
  most: number;
};

export type RequestsOutcome = {
  kind: "requests";
  /** All that were answered with success, those of the lead included: what processor time and WAL are divided by. */
  sent: number;
  perSecond: number;
  /** Milliseconds from sending to the whole answer. */
  p50: number;
  p95: number;
  p99: number;
  /** What went wrong, how often, with an example. */
  failures: Record<string, { times: number; example: string }>;
  /** When each was sent, of a job with `perSecond`; by `clock`. */
  sentAt: number[];
};

/** Event streams to open, one for each request, and to listen to until `streams-close`. */
export type StreamsJob = {
  kind: "streams-open";
  port: number;
  requests: readonly string[];
  /** How many are being opened at the same time. */
  atOnce: number;
  /** How many marked posts are to come. */
  posts: number;
};

/** How long each stream took until it was ready, which is when it has caught up. */
export type StreamsOpened = { kind: "streams-opened"; tookMilliseconds: number[] };

/** What has come over the open streams: asked for by `streams-look`. */
export type StreamsReport = {
  kind: "streams-report";
  /** When the last stream had each post; by `clock`, null of one that never came. */
  lastAt: (number | null)[];
  /** How many posts are missing on all streams together, and how many came once more. */
  missing: number;
  doubled: number;
  /** How many streams have ended. */
  ended: number;
};

export type Job = RequestsJob | StreamsJob | { kind: "streams-look" } | { kind: "streams-close" };
export type Outcome = RequestsOutcome | StreamsReport | StreamsOpened | { kind: "streams-closed" };

/** Milliseconds on a clock that all processes of this machine share. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Whether what came from another of our processes is a message of one of these kinds; what it holds is taken on trust. */
export function isOf<Message extends { kind: string }>(
  message: unknown,
  kinds: readonly Message["kind"][],
): message is Message {
  const kind: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "kind") : undefined;
  return kinds.some((each) => each === kind);
}
