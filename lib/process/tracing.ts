import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";
import { madeAlready } from "@/lib/process/process-wide";

// Why: docs/decisions/metrics.md

export type Attributes = Record<string, string | number>;

/** Makes spans. Exists only while OpenTelemetry's variables are set (server/tracing.ts). */
export type Tracer = {
  span: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;
  /** Makes the request's root span, or the child of its caller's. It ends with the response. */
  request: <T>(request: IncomingMessage, response: ServerResponse, id: string, work: () => T) => T;
  /** Makes a span for each statement on the pool's connections. */
  statements: (pool: pg.Pool) => void;
};

/** Returns the tracer, or undefined while nothing is traced. */
export function tracer(): Tracer | undefined {
  return madeAlready<Tracer>("tracer");
}

/** Runs `work` as a span of the current trace. Without tracing, only runs it. */
export function traced<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T>;
export function traced<T>(name: string, work: () => T | Promise<T>, attributes?: Attributes): T | Promise<T>;
export function traced<T>(name: string, work: () => T | Promise<T>, attributes: Attributes = {}): T | Promise<T> {
  return tracer()?.span(name, attributes, async () => work()) ?? work();
}

/** Returns a function that runs work as part of the current trace later; without tracing, wherever it's called. */
export function keepTrace(): <T>(work: () => T) => T {
  return tracer() === undefined ? doNow : AsyncLocalStorage.snapshot();
}

function doNow<T>(work: () => T): T {
  return work();
}
