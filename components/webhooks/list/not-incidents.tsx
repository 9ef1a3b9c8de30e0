"use client";

import { Button } from "@/components/ui/controls/button";
import { toast } from "@/components/ui/overlays/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import type { WebhookActions } from "./webhook-actions";

type NotIncidentsProps = { webhook: WebhookDto; removeNotIncident: WebhookActions["removeNotIncident"] };

/** The cards of a webhook that someone said aren't incidents, each with a button to take that back. */
export function NotIncidents({ webhook, removeNotIncident }: NotIncidentsProps) {
  const { notIncidents, channelId, id: webhookId } = webhook;
  if (notIncidents.length === 0) return null;
  const remove = async (kind: string) => {
    const result = await removeNotIncident({ channelId, webhookId, kind });
    if (!result.ok) toast.error(result.error);
  };
  return (
    <section aria-labelledby={`calm-${webhookId}`} className="mt-6 border-t pt-4">
      <h4 id={`calm-${webhookId}`} className="font-semibold text-sm">
        Not incidents
      </h4>
      <p className="mt-1 text-sm text-text-muted">These cards don't appear on the Incidents page.</p>
      <ul className="mt-2 flex flex-col">
        {notIncidents.map((kind) => (
          <li key={kind} className="flex min-h-11 items-center gap-3 border-border text-sm not-first:border-t">
            <span className="min-w-0 flex-1 wrap-anywhere">{kind}</span>
            <Button size="small" aria-label={`Remove ${kind}`} onClick={() => void remove(kind)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
