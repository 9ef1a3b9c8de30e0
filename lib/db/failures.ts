/** Returns whether `error` or one of its causes is PostgreSQL's statement timeout. */
export function tookTooLong(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, originalCode, cause, meta } = error as Record<string, unknown>;
  if (code === "57014" || originalCode === "57014") return true;
  const inner = typeof meta === "object" && meta !== null ? Reflect.get(meta, "driverAdapterError") : undefined;
  return tookTooLong(cause, depth + 1) || tookTooLong(inner, depth + 1);
}

// PostgreSQL's classes for values, constraints and limits of size, and Prisma's codes for the same.
const DATA_CODES = /^(22\w{3}|23\w{3}|54\w{3}|P2000|P2002|P2003|P2004|P2005|P2006|P2007|P2011|P2019|P2020|P2033)$/;

/** Returns whether `error` or one of its causes means that the database refuses the values that a write holds. */
export function refusesData(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, originalCode, name, cause, meta } = error as Record<string, unknown>;
  if ([code, originalCode].some((value) => typeof value === "string" && DATA_CODES.test(value))) return true;
  if (name === "PrismaClientValidationError") return true;
  const inner = typeof meta === "object" && meta !== null ? Reflect.get(meta, "driverAdapterError") : undefined;
  return refusesData(cause, depth + 1) || refusesData(inner, depth + 1);
}

// Prisma's codes for "can't reach, timed out, closed"; PostgreSQL's classes 08, 53 and 57P and its statement and lock
// timeouts; and Node's socket errors.
const CODES =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|08\w{3}|53\w{3}|57P\d\d|57014|55P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|DatabaseDoesNotExist)$/;
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Can't reach database server|Query read timeout|pool after calling end/i;

/** Returns whether `error` or one of its causes means that the database can't be reached right now. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, originalCode, kind, message, cause, meta } = error as Record<string, unknown>;
  if ([code, originalCode].some((value) => typeof value === "string" && CODES.test(value))) return true;
  if (typeof kind === "string" && KINDS.test(kind)) return true;
  if (typeof message === "string" && WORDS.test(message)) return true;
  const inner = typeof meta === "object" && meta !== null ? Reflect.get(meta, "driverAdapterError") : undefined;
  return isDatabaseUnavailable(cause, depth + 1) || isDatabaseUnavailable(inner, depth + 1);
}
