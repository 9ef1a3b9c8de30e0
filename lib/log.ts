import { pino } from "pino";
import { env } from "@/lib/env";

// A token is whatever follows a webhook's id in a path; percent signs and stray characters belong to it too.
// Slashes may be doubled, escaped as in JSON, or encoded, also twice.
const SLASH = String.raw`(?:\\*/|%(?:25)*2f)+`;
const TOKEN_IN_PATH = new RegExp(
  String.raw`(webhooks${SLASH}(?:incoming${SLASH})?[^/\s"'?\\]{1,128}?${SLASH})[^/\s"'?\\]+`,
  "gi",
);

const TOKEN_IN_LINK = /((?:reset-password(?:#|%(?:25)*23)|stop-mail(?:\\*\/|%(?:25)*2f)+))[\w-]+/gi;

/** The text with every token of a webhook, a reset link or a mail's stop link that stands in a URL or path replaced, whoever wrote it. */
export function redactTokens(text: string): string {
  return text.replace(TOKEN_IN_PATH, "$1[redacted]").replace(TOKEN_IN_LINK, "$1[redacted]");
}

/** The process's log: JSON lines on standard error, each redacted as a whole, so that no field has to be remembered. */
export const log = pino(
  { level: env.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (line: string) => void process.stderr.write(redactTokens(line)) },
);
