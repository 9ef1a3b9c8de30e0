import type { Embed } from "@/lib/messages/dto";

// So that it fits an index.
const LONGEST = 400;

/**
 * Returns what cards have in common that someone can say aren't incidents, in a line for people: the tool's event, such as
 * "Stripe · Charge · Failed", or if it only has a state, the thing, such as "Grafana · p99 of checkout-api". A
 * webhook's other events and things stay incidents. "" for cards that can't be told apart.
 */
export function incidentKind(embeds: readonly Embed[]): string {
  const [card] = embeds;
  if (!card) return "";
  const { event, subject = card.title, state } = card.card ?? {};
  const parts = event ? [event, state?.word] : [subject];
  const what = parts.filter(Boolean).join(" · ");
  return what === "" ? "" : [card.tool?.name, what].filter(Boolean).join(" · ").slice(0, LONGEST);
}
