import { setTimeout as sleep } from "node:timers/promises";
import { indexBatch } from "@/lib/search/index-batch";

/**
 * Makes everything findable that was posted, edited or deleted before now, in batches with pauses between them, until nothing is
 * left, another process is at it, or `goOn` says no. Answers how many messages it took.
 */
export async function indexMessages(goOn: () => boolean = () => true): Promise<number> {
  let indexed = 0;
  while (goOn()) {
    const began = performance.now();
    const batch = await indexBatch();
    indexed += batch?.indexed ?? 0;
    if (!batch?.more) break;
    // Indexing pauses for as long as it worked, so that posting has the database half of the time.
    await sleep(performance.now() - began);
  }
  return indexed;
}
