import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import type { WebhookDto, WebhookState } from "@/lib/webhooks/dto";

export type WebhookSearch = { text: string; state: WebhookState | "all" };

export const EVERYTHING: WebhookSearch = { text: "", state: "all" };

/** The most webhooks that a channel can have. The server enforces it. */
export const MOST_WEBHOOKS = 50;

// Up to six webhooks fit on the screen, so they need no search.
const FEW = 6;

/** Returns whether the list is long enough to need a search. */
export function needsSearch(webhooks: readonly WebhookDto[]): boolean {
  return webhooks.length > FEW;
}

/**
 * Returns the webhooks in this state whose name, description, creator or id contains every word of the text, in order.
 */
export function findWebhooks<W extends WebhookDto>(webhooks: readonly W[], { text, state }: WebhookSearch): W[] {
  const words = searchWords(text);
  return webhooks.filter(
    (webhook) => (state === "all" || webhook.state === state) && holdsWords(textOf(webhook), words),
  );
}

/** Counts the webhooks in each state and in total. */
export function countByState(webhooks: readonly WebhookDto[]): Record<WebhookSearch["state"], number> {
  const counts = { all: webhooks.length, active: 0, paused: 0, failing: 0, silent: 0 };
  for (const { state } of webhooks) counts[state] += 1;
  return counts;
}

/** Returns "3 of 120 webhooks", or "120 webhooks" if all are shown. */
export function countLabel(shown: number, all: number): string {
  const noun = all === 1 ? "webhook" : "webhooks";
  return shown === all ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

function textOf({ id, name, description, creatorName }: WebhookDto): string {
  return [name, description, creatorName ?? "", id].join("\n");
}
