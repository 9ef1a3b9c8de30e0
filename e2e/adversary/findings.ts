import type { RawAnswer } from "./client";
import type { OddRequest } from "./requests";

const MOST_BYTES = 1_000_000;
/** Files, which may be large. */
const FILES = /^\/(api\/(attachments|exports|images|pictures|emoji|logo)\/|sender-marks[./]|_next\/)/;

/** Returns what is wrong with an answer, or null. */
export function wrongWith(
  { method, path }: OddRequest,
  { status, headers, text, bytes }: RawAnswer,
  token: string,
): string | null {
  // A page's text says nothing about the error.
  if (status >= 500) return isErrorJson(text) ? `${status}: ${text.slice(0, 200)}` : `${status}`;
  const isOurs = /^\/(api|webhooks)\//.test(path) && method !== "HEAD";
  if (isOurs && status >= 400 && !isErrorJson(text) && !isSlacks(path, text)) {
    return `${status} without JSON: ${text.slice(0, 200)}`;
  }
  if (bytes > MOST_BYTES && !FILES.test(path)) return `${bytes} bytes`;
  // A webhook's own address, by Discord's protocol, is part of what the token's holder asks for.
  if (isOurs && path.includes(token) && (status >= 400 || headers.location !== undefined)) {
    if (`${text}${JSON.stringify(headers)}`.includes(token)) return `the token in a ${status}`;
  }
  return null;
}

/** Slack's errors are a word. */
function isSlacks(path: string, text: string): boolean {
  return path.includes("/slack") && /^[a-z_]+$/.test(text);
}

function isErrorJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** A line of the server's log that no request may cause, and the id of the request that did. */
export type LogFinding = { line: string; requestId: string | null };

const ERROR = 50;
/** What Next says of pages that are older than the build, and of what else it doesn't know. It answers with 404. */
const UNKNOWN_ACTION = /Failed to find Server Action|Server Reference ID did not match/;

/** Returns the lines of errors, and those that aren't from our log and sound like one, and those with a secret. */
export function wrongInLog(output: string, secrets: readonly string[]): LogFinding[] {
  return output
    .split("\n")
    .filter((line) => line !== "" && !UNKNOWN_ACTION.test(line))
    .flatMap((line) => {
      const entry = entryOf(line);
      const isError = entry === null ? /error|unhandled|exception|⨯|fatal|warning:/i.test(line) : entry.level >= ERROR;
      const isLeak = secrets.some((secret) => line.includes(secret));
      return isError || isLeak
        ? [{ line: entry === null ? line : messageOf(line), requestId: entry?.requestId ?? null }]
        : [];
    });
}

/** The line's message and stack, without the time and the id, which differ each time. */
function messageOf(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } };
  return `${msg ?? ""} ${err?.stack ?? err?.message ?? ""}`.slice(0, 600);
}

function entryOf(line: string): { level: number; requestId?: string } | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "level" in value ? (value as { level: number }) : null;
  } catch {
    return null;
  }
}
