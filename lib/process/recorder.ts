import { madeAlready } from "@/lib/process/process-wide";

// Why: docs/decisions/metrics.md

/** What kind of answer a request got: a webhook's, the API's, a page or a file of the interface. */
export type RequestKind = "webhook" | "api" | "page" | "file";

/** Counts what happens in this process, for `GET /metrics`. Nothing here waits, and no value names a person, channel or secret. */
export type Recorder = {
  /** A request to a webhook, by its sender in the registry and what came of it. */
  webhookRequest: (sender: string, outcome: string) => void;
  /** A message was stored. */
  message: (author: "person" | "webhook") => void;
  /** A request was answered after so many seconds. */
  request: (kind: RequestKind, status: number, seconds: number) => void;
  /** A request got a 429 because it waited too long for its turn. */
  refused: () => void;
  /** An event stream opened (1) or ended (-1). */
  streams: (change: 1 | -1) => void;
  /** A message that was created at this time was written to its readers' streams. */
  delivered: (createdAt: number) => void;
  /** The search index now has a message that was stored so many seconds ago. */
  indexed: (seconds: number) => void;
  mail: (outcome: string) => void;
  push: (outcome: string) => void;
  /** A foreign text couldn't be read: a post's ("text") or a linked page's. */
  unread: (what: "text" | "page", reason: string) => void;
};

/** Returns the process's recorder, or undefined while metrics are off. */
export function record(): Recorder | undefined {
  return madeAlready<Recorder>("metrics-recorder");
}
