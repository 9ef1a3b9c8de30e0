import { readingDb, readingTime } from "@/lib/db/client";
import { tookTooLong } from "@/lib/db/failures";
import { env } from "@/lib/process/env";
import { inTurn } from "@/lib/process/in-turn";
import { personalLimit } from "@/lib/process/limits";
import { AppError, isAppError } from "@/lib/text/errors";

/** The client with its own connections, which only `heavyRead` provides. */
export type ReadingClient = ReturnType<typeof readingDb>;

// Per person.
const AT_ONCE = { count: 2, seconds: 1 };
// How long a read waits for its turn, on top of the time limit of the read before it.
const PATIENCE_MS = 3_000;
// Search fields send a request per letter, and a page has several of them.
const MOST_WAITING = 4;

/**
 * Runs a read that people can start at will and that may take the database long. It uses separate connections, so posts
 * don't wait for it; a few run at once on this instance, two per person, and others wait. Throws `rate_limited` if the
 * user runs too many, `unavailable` if everyone together does, if it takes longer than `readingTime`, or once `signal`
 * aborts.
 */
export async function heavyRead<T>(
  userId: bigint,
  read: (client: ReadingClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const connections = env.searchConnections;
  const atOnce = personalLimit("searches", AT_ONCE)?.count ?? connections;
  const patience = PATIENCE_MS + readingTime();
  const mine = {
    code: "rate_limited" as const,
    message: "You're running too many searches at once. Try again in a moment.",
  };
  const all = {
    code: "unavailable" as const,
    message: "Too many people are searching right now. Try again in a moment.",
  };
  return inTurn(`read:${userId}`, { atOnce, waiting: MOST_WAITING, patience, refusal: mine, signal }, () =>
    inTurn("read", { atOnce: connections, waiting: 200, patience, by: `${userId}`, refusal: all, signal }, () =>
      read(readingDb()).catch((error: unknown) => {
        if (isAppError(error) || !tookTooLong(error)) throw error;
        throw new AppError("unavailable", "This took too long. Narrow it down, or try again later.", {
          retryAfter: 5,
          cause: error,
        });
      }),
    ),
  );
}
