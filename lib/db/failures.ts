import { fullDisk, fullPlaceIn } from "@/lib/process/full-disk";
import { noticeFullDisk } from "@/lib/process/log";
import { type AppError, partsOf } from "@/lib/text/errors";

/** Returns the error for people and senders if a full disk made `error`, and null otherwise. Logs it if that's news. */
export function asFullDisk(error: unknown): AppError | null {
  return noticeFullDisk(error) ? fullDisk(error) : null;
}

/** Returns whether `error` or one of its causes is PostgreSQL's statement timeout. */
export function tookTooLong(error: unknown): boolean {
  return hasCodeLike(error, /^57014$/);
}

// PostgreSQL's classes for values, constraints and limits of size, and Prisma's codes for the same.
const DATA_CODES = /^(22\w{3}|23\w{3}|54\w{3}|P2000|P2002|P2003|P2004|P2005|P2006|P2007|P2011|P2019|P2020|P2033)$/;

/** Returns whether `error` or one of its causes means that the database refuses the values that a write holds. */
export function refusesData(error: unknown): boolean {
  if (hasCodeLike(error, DATA_CODES)) return true;
  return [...partsOf(error)].some(({ name }) => name === "PrismaClientValidationError");
}

// Prisma's codes for "can't reach, timed out, closed"; PostgreSQL's classes 08, 53 and 57P and its statement and lock
// timeouts; and Node's socket errors.
const CODES =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|08\w{3}|53\w{3}|57P\d\d|57014|55P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|DatabaseDoesNotExist)$/;
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Can't reach database server|Query read timeout|pool after calling end/i;

/**
 * Returns whether `error` or one of its causes means that the database can't do its work right now: it can't be reached, or
 * its disk is full (`fullPlaceIn` tells these apart).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (hasCodeLike(error, CODES) || fullPlaceIn(error) === "database") return true;
  return [...partsOf(error)].some(
    ({ kind, message }) =>
      (typeof kind === "string" && KINDS.test(kind)) || (typeof message === "string" && WORDS.test(message)),
  );
}

function hasCodeLike(error: unknown, codes: RegExp): boolean {
  return [...partsOf(error)].some(({ code, originalCode }) =>
    [code, originalCode].some((value) => typeof value === "string" && codes.test(value)),
  );
}
