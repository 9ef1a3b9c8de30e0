import { keepUp } from "@/lib/events/keep-up";
import { matchBatch } from "@/lib/keywords/match-batch";
import { matchChanged } from "@/lib/keywords/match-changed";
import { takeBatches } from "@/lib/messages/follow-changes";

/**
 * Matches everything that was posted, edited or deleted before now with keywords, and what changed keywords ask for, until nothing is
 * left, another process is at it, or `goOn` says no. Answers how many messages it took.
 */
export async function matchKeywords(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(async () => {
    const [posted, changed] = [await matchBatch(), await matchChanged()];
    const taken = (posted?.taken ?? 0) + (changed?.taken ?? 0);
    return { taken, more: Boolean(posted?.more || changed?.more) };
  }, goOn);
}

/** Keeps keywords matched from now on. Starts once per process; of several processes one at a time does the work. */
export function startMatching(): void {
  keepUp("keyword-matches", {
    work: async (goOn) => {
      await matchKeywords(goOn);
      return null;
    },
    // Whoever has changed their keywords hears of themselves.
    wakes: ["channel", "user"],
    settleMs: 500,
    failure: "keywords were not matched; the sweep tries again",
  });
}
