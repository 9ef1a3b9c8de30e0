import { linkText } from "@/lib/messages/cards/compose-title";
import type { CardLeads, Embed } from "@/lib/messages/dto";
import { leadsTo } from "@/lib/messages/markdown/leads-to";
import { cleanText } from "@/lib/text/text";

/**
 * Returns where the links of a card lead whose texts name another place, or null without such a link. Computed on the
 * server, so that browsers needn't load what recognizes addresses.
 */
export function leadsOf(embed: Embed): CardLeads | null {
  const { url, author, buttons = [] } = embed;
  const title = leadsTo(url, cleanText(linkText(embed)) || (url ?? ""));
  const by = leadsTo(author?.url, cleanText(author?.name ?? ""));
  const of = buttons.map((button) => leadsTo(button.url, cleanText(button.label)));
  if (!title && !by && of.every((each) => each === null)) return null;
  return { ...(title && { title }), ...(by && { author: by }), buttons: of };
}
