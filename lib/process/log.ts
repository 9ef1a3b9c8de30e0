import { pino } from "pino";
import { env } from "@/lib/process/env";
import { type FullPlace, fullPlaceIn, noteFull } from "@/lib/process/full-disk";
import { requestId } from "@/lib/process/request-id";
import { partsOf } from "@/lib/text/errors";

// A token is everything after a webhook's id in a path, including percent signs and stray characters. Slashes may be
// doubled, escaped as in JSON, or percent-encoded, even twice.
const SLASH = String.raw`(?:\\*/|%(?:25)*2f)+`;
const TOKEN_IN_PATH = new RegExp(
  String.raw`(webhooks${SLASH}(?:incoming${SLASH})?[^/\s"'?\\]{1,128}?${SLASH})[^/\s"'?\\]+`,
  "gi",
);

const TOKEN_IN_LINK = /((?:reset-password(?:#|%(?:25)*23)|stop-mail(?:\\*\/|%(?:25)*2f)+))[\w-]+/gi;

const WARN = 40;

/** Returns the text of what the database or the system said first. */
function innermost(error: unknown): string {
  const texts = [...partsOf(error)].flatMap(({ message, originalMessage }) => originalMessage ?? message ?? []);
  return String(texts.at(-1));
}

/** Removes the tokens of webhook, reset and unsubscribe URLs and paths from a text. */
export function redactTokens(text: string): string {
  return text.replace(TOKEN_IN_PATH, "$1[redacted]").replace(TOKEN_IN_LINK, "$1[redacted]");
}

const FULL_LINES: Record<FullPlace, string> = {
  database: "the disk with the database is full: reading goes on, writes get 503 until there is room",
  files: "the disk for files is full: uploads get 503 until there is room",
};

/**
 * The process's log: JSON lines on stderr, with the id of the request that they're about. Each line is redacted as a
 * whole, so no field can be forgotten. A full disk makes most work fail, so it's one line when it's first noticed, here, and
 * only details after that.
 */
export const log = pino(
  {
    level: env.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const id = requestId();
      return id === undefined ? {} : { requestId: id };
    },
    hooks: {
      logMethod(args, method, level) {
        const [given] = args as unknown[];
        const isFailure = level >= WARN && typeof given === "object" && given !== null;
        if (isFailure && noticeFullDisk(Reflect.get(given, "err"))) this.debug(...args);
        else method.apply(this, args);
      },
    },
  },
  { write: (line: string) => void process.stderr.write(redactTokens(line)) },
);

/** Returns whether a full disk made `error`. The first one is logged; after that, the state is known. */
export function noticeFullDisk(error: unknown): boolean {
  const place = fullPlaceIn(error);
  if (place === null) return false;
  if (noteFull(place)) log.error({ place, reason: innermost(error) }, FULL_LINES[place]);
  return true;
}
