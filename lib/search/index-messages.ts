import { takeBatches } from "@/lib/messages/follow-changes";
import { indexBatch } from "@/lib/search/index-batch";

/**
 * Makes everything findable that was posted, edited or deleted before now, in batches with pauses between them, until nothing is
 * left, another process is at it, or `goOn` says no. Answers how many messages it took.
 */
export async function indexMessages(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(indexBatch, goOn);
}
