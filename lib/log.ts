import { pino } from "pino";
import { env } from "@/lib/env";
import { requestId } from "@/lib/request-id";

// A token is everything after a webhook's id in a path, including percent signs and stray characters. Slashes may be
// doubled, escaped as in JSON, or percent-encoded, even twice.
const SLASH = String.raw`(?:\\*/|%(?:25)*2f)+`;
const TOKEN_IN_PATH = new RegExp(
  String.raw`(webhooks${SLASH}(?:incoming${SLASH})?[^/\s"'?\\]{1,128}?${SLASH})[^/\s"'?\\]+`,
  "gi",
);

const TOKEN_IN_LINK = /((?:reset-password(?:#|%(?:25)*23)|stop-mail(?:\\*\/|%(?:25)*2f)+))[\w-]+/gi;

/** Removes the tokens of webhook, reset and unsubscribe URLs and paths from a text. */
export function redactTokens(text: string): string {
  return text.replace(TOKEN_IN_PATH, "$1[redacted]").replace(TOKEN_IN_LINK, "$1[redacted]");
}

/**
 * The process's log: JSON lines on stderr, with the id of the request that they're about. Each line is redacted as a
 * whole, so no field can be forgotten.
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
  },
  { write: (line: string) => void process.stderr.write(redactTokens(line)) },
);
