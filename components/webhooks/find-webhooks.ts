import { foldText } from "@/lib/text";
import type { WebhookDto, WebhookState } from "@/lib/webhooks/dto";

export type WebhookSearch = { text: string; state: WebhookState | "all" };

export const EVERYTHING: WebhookSearch = { text: "", state: "all" };

/** How many webhooks a channel can have; the server decides. */
export const MOST_WEBHOOKS = 50;

// So few are found quicker by looking.
const FEW = 6;

/** Whether a list is long enough for a search over it. */
export function needsSearch(webhooks: readonly WebhookDto[]): boolean {
  return webhooks.length > FEW;
}

/** The webhooks in this state whose name, description, creator or id hold every word of the text, in their order. */
export function findWebhooks(webhooks: readonly WebhookDto[], { text, state }: WebhookSearch): WebhookDto[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return webhooks.filter(
    (webhook) =>
      (state === "all" || webhook.state === state) &&
      (words.length === 0 || words.every((word) => textOf(webhook).includes(word))),
  );
}

/** How many webhooks are in each state, and how many there are in all. */
export function countByState(webhooks: readonly WebhookDto[]): Record<WebhookSearch["state"], number> {
  const counts = { all: webhooks.length, active: 0, paused: 0, failing: 0 };
  for (const { state } of webhooks) counts[state] += 1;
  return counts;
}

function textOf({ id, name, description, creatorName }: WebhookDto): string {
  return foldText([name, description, creatorName ?? "", id].join("\n"));
}
