import { db } from "@/lib/db/client";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const busy = processWide("webhook-errors", () => new Map<bigint, string | null>());

/**
 * Keeps what went wrong last with a webhook, for its members to read. Answers at once; of errors that come faster than they
 * can be written only the latest is kept. Never throws.
 */
export function recordError(webhookId: bigint, reason: string): void {
  if (busy.has(webhookId)) busy.set(webhookId, reason);
  else void write(webhookId, reason);
}

async function write(webhookId: bigint, reason: string): Promise<void> {
  for (let next: string | null = reason; next !== null; ) {
    busy.set(webhookId, null);
    try {
      await db().webhook.updateMany({ where: { id: webhookId }, data: { lastErrorAt: new Date(), lastError: next } });
    } catch (error) {
      log.debug({ err: error }, "a webhook's last error was not recorded");
    }
    next = busy.get(webhookId) ?? null;
  }
  busy.delete(webhookId);
}
