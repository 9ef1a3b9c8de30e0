import { holdsWords, searchWords } from "@/components/ui/search-words";
import type { WebhookDto, WebhookState } from "@/lib/webhooks/dto";

export type WebhookSearch = { text: string; state: WebhookState | "all" };

export const EVERYTHING: WebhookSearch = { text: "", state: "all" };

/** How many webhooks a channel can have; the server decides. */
export const MOST_WEBHOOKS = 50;

// Up to six webhooks are all in sight: a search field would only add noise.
const FEW = 6;

/** Whether a list is long enough for a search over it. */
export function needsSearch(webhooks: readonly WebhookDto[]): boolean {
  return webhooks.length > FEW;
}

/** The webhooks in this state whose name, description, creator or id hold every word of the text, in their order. */
export function findWebhooks(webhooks: readonly WebhookDto[], { text, state }: WebhookSearch): WebhookDto[] {
  const words = searchWords(text);
  return webhooks.filter(
    (webhook) => (state === "all" || webhook.state === state) && holdsWords(textOf(webhook), words),
  );
}

/** How many webhooks are in each state, and how many there are in all. */
export function countByState(webhooks: readonly WebhookDto[]): Record<WebhookSearch["state"], number> {
  const counts = { all: webhooks.length, active: 0, paused: 0, failing: 0, silent: 0 };
  for (const { state } of webhooks) counts[state] += 1;
  return counts;
}

/** "3 of 120 webhooks", or "120 webhooks" when none is left out. */
export function countLabel(shown: number, all: number): string {
  const noun = all === 1 ? "webhook" : "webhooks";
  return shown === all ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

function textOf({ id, name, description, creatorName }: WebhookDto): string {
  return [name, description, creatorName ?? "", id].join("\n");
}
