import { ReadingProcess, Unread } from "@/lib/network/foreign-text/reading-process";
import { takeTurn } from "@/lib/process/in-turn";
import { countLimit } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { record } from "@/lib/process/recorder";
import type { BudgetLimits } from "@/lib/text/budget";

// Why: docs/decisions/foreign-text.md

const TURNS = { atOnce: 1, waiting: 1_000 };
const PATIENCE_SECONDS = 10;

/** What `process.mjs` can read: a post's text, or the HTML of a linked page. */
export type ForeignText = "text" | "page";

/**
 * Reads a foreign text in a process of its own, within the limits, and returns what its reader does. Texts that come
 * from others, by `by`, take turns. Throws Unread, with nothing of the text in it, if it couldn't be read.
 */
export async function readApart(
  what: ForeignText,
  input: object,
  { limits, by }: { limits: BudgetLimits; by: string },
): Promise<unknown> {
  try {
    const patience = countLimit("foreign-text-patience", PATIENCE_SECONDS) * 1_000;
    const end = await takeTurn("read-foreign-text", { ...TURNS, patience, by });
    if (end === null) throw new Unread("busy");
    try {
      return await readingProcess().ask({ what, input, limits });
    } finally {
      end();
    }
  } catch (error) {
    if (error instanceof Unread) {
      record()?.unread(what, error.reason);
      log.warn({ what, by, reason: error.reason }, "a foreign text couldn't be read");
    }
    throw error;
  }
}

/** Returns this server's process for reading, which starts with the first text. */
export function readingProcess(): ReadingProcess {
  return processWide("reading-process", () => new ReadingProcess());
}
