import { db } from "@/lib/db/client";
import { patiently } from "@/lib/process/patiently";
import { OverBudget } from "@/lib/text/budget";
import type { ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { evaluating } from "@/lib/webhooks/interpret/own-cards/evaluate";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { type StoredCard, storedCard } from "@/lib/webhooks/interpret/own-cards/stored-card";

/** What a webhook's own card makes of a request. */
export type CardResult =
  | { kind: "messages"; messages: ToolMessage[] }
  /** A rule of the card skips it. */
  | { kind: "skipped"; rule: string }
  /** The card isn't for this request. */
  | { kind: "other" }
  | { kind: "failed"; reason: string };

const MOST_KNOWN = 300;
const AT_ONCE_MS = 10;

// A version never changes.
const known = new Map<string, Promise<StoredCard>>();

/** Makes a request's messages with the card that the webhook uses. If it uses none, the request is for others. */
export async function applyCardInUse(
  webhook: { id: bigint; cardVersion: number | null },
  request: { payload: object | string; sent: object | string },
): Promise<CardResult> {
  if (webhook.cardVersion === null) return { kind: "other" };
  const { model, problem } = await cardInUse(webhook.id, webhook.cardVersion);
  return model ? applyCard(model, request) : { kind: "failed", reason: problem };
}

/** Makes a request's messages with a card. If secrets are masked in `payload`, keys are made from the original, `sent`. */
export async function applyCard(
  model: CardModel,
  request: { payload: object | string; sent: object | string },
): Promise<CardResult> {
  try {
    const made = await patiently(evaluating(model, request), AT_ONCE_MS);
    if (made === null) return { kind: "other" };
    const { messages, skipped } = made;
    return messages.length > 0 ? { kind: "messages", messages } : { kind: "skipped", rule: skipped };
  } catch (error) {
    if (error instanceof OverBudget) return { kind: "failed", reason: "it takes too long" };
    throw error;
  }
}

async function cardInUse(webhookId: bigint, version: number): Promise<StoredCard> {
  const key = `${webhookId} ${version}`;
  const found = known.get(key) ?? readStored(webhookId, version);
  // The least recently used comes first.
  known.delete(key);
  known.set(key, found);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? "");
  return found.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
}

async function readStored(webhookId: bigint, version: number): Promise<StoredCard> {
  const where = { webhookId_version: { webhookId, version } };
  const row = await db().webhookCard.findUnique({ where, select: { yaml: true, model: true } });
  return row ? storedCard(row) : { model: null, problem: "this version no longer exists" };
}
