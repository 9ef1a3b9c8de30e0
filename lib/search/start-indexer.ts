import { keepUp } from "@/lib/events/keep-up";
import { indexMessages } from "@/lib/search/index-messages";

/** Keeps messages findable from now on. Starts once per process; of several processes one at a time does the work. */
export function startIndexer(): void {
  keepUp("search-index", {
    work: async (goOn) => {
      await indexMessages(goOn);
      return null;
    },
    wakes: ["channel"],
    // A search catches up by itself, so the index may wait until many posts can share a batch.
    settleMs: 1_000,
    failure: "messages were not made findable; the sweep tries again",
  });
}
