import { isAppError } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";
import { orNotFound } from "@/lib/web/http";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { ruleChoicesOf } from "@/lib/webhooks/rule-choices";

/**
 * Returns the request that a rule's conditions are made from, by default the latest one with a payload, and others to
 * choose from.
 */
export async function ruleSample(channel: ManagedChannel, webhookId: bigint, asked: string | string[] | undefined) {
  const { deliveries } = await orNotFound(listDeliveries(channel, webhookId));
  const samples = deliveries.filter(({ hasPayload, method }) => hasPayload && method === "POST");
  const id = typeof asked === "string" ? parseId(asked) : parseId(samples[0]?.id ?? "");
  const choices = id === null ? null : await choicesIfKept(channel, webhookId, id);
  return {
    samples,
    sample: choices && { id: `${id}`, choices },
    isSampleGone: choices === null && (asked !== undefined || samples.length > 0),
  };
}

async function choicesIfKept(channel: ManagedChannel, webhookId: bigint, deliveryId: bigint) {
  try {
    return await ruleChoicesOf(channel, webhookId, deliveryId);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}
