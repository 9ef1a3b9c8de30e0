import { db } from "@/lib/db/client";
import type { CompiledSender } from "@/lib/webhooks/interpret/described/compile";
import {
  makeMessagesPatiently,
  TemplateFailure,
  type ToolMessage,
} from "@/lib/webhooks/interpret/described/make-messages";
import { type ReadCard, readCard } from "@/lib/webhooks/interpret/own-cards/read-card";

/** What a webhook's own card makes of a request. */
export type CardResult =
  | { kind: "messages"; messages: ToolMessage[] }
  /** A rule of the card skips it. */
  | { kind: "skipped"; rule: string }
  /** The card isn't for this request. */
  | { kind: "other" }
  | { kind: "failed"; reason: string };

const MOST_KNOWN = 300;

// A version never changes. Not process-wide, because a template only works with its own module's engine.
const known = new Map<string, Promise<ReadCard>>();

/** Makes a request's messages with the card that the webhook uses. If it uses none, the request is for others. */
export async function applyCardInUse(
  webhook: { id: bigint; cardVersion: number | null },
  request: { payload: object | string; sent: object | string },
): Promise<CardResult> {
  if (webhook.cardVersion === null) return { kind: "other" };
  const { card, problems } = await storedCard(webhook.id, webhook.cardVersion);
  if (card) return applyCard(card, request);
  return { kind: "failed", reason: problems[0]?.message ?? "it can't be read" };
}

/** Makes a request's messages with a card. If secrets are masked in `payload`, keys are made from the original, `sent`. */
export async function applyCard(
  card: CompiledSender,
  { payload, sent }: { payload: object | string; sent: object | string },
): Promise<CardResult> {
  const headers = {};
  try {
    const { result } = await makeMessagesPatiently(card, { payload, headers }, { payload: sent, headers });
    return result.kind === "unknown" ? { kind: "other" } : result;
  } catch (error) {
    if (error instanceof TemplateFailure) return { kind: "failed", reason: error.message };
    throw error;
  }
}

async function storedCard(webhookId: bigint, version: number): Promise<ReadCard> {
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

async function readStored(webhookId: bigint, version: number): Promise<ReadCard> {
  const where = { webhookId_version: { webhookId, version } };
  const row = await db().webhookCard.findUnique({ where, select: { yaml: true } });
  return row ? readCard(row.yaml) : { card: null, problems: [{ line: 1, message: "this version no longer exists" }] };
}
