import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/metrics.md

const current = processWide("request-id", () => new AsyncLocalStorage<string>());

/** Runs `work`, and everything that it starts, as part of the request with this id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** Returns the id of the request that this code runs for; undefined for work that no request started. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** Returns the fields that an answer with this status has in addition: from 500, the request's id to look up in the log. */
export function traceable(status: number): { requestId?: string } {
  const id = status >= 500 ? requestId() : undefined;
  return id === undefined ? {} : { requestId: id };
}
