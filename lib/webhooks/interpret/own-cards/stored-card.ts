import { type CardModel, cardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { readCardFile } from "@/lib/webhooks/interpret/own-cards/read-file";
import { isObject } from "@/lib/webhooks/payload/json-object";

/** A stored version of a card, or why it can't be used. */
export type StoredCard = { model: CardModel; problem: null } | { model: null; problem: string };

/**
 * Reads a version of a card as it's stored. One that an instance of the version before has written has only a file. Never
 * throws.
 */
export async function storedCard({ yaml, model }: { yaml: string; model: unknown }): Promise<StoredCard> {
  if (model === null) {
    const read = await readCardFile(yaml);
    return read.model ? { model: read.model, problem: null } : read;
  }
  const found = cardModel.safeParse(model);
  if (found.success) return { model: found.data, problem: null };
  const unfit: unknown = isObject(model) ? Reflect.get(model, "unfit") : undefined;
  return { model: null, problem: typeof unfit === "string" ? unfit : "a newer version of Parley has saved this card" };
}
