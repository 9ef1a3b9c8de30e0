import { CARD_LIMITS, composeTitle } from "@/lib/messages/cards/compose-title";
import { TONE_COLORS } from "@/lib/messages/cards/tones";
import type { CardFacts, Embed, EmbedButton, EmbedField, EmbedImageDto, StateTone } from "@/lib/messages/dto";
import { cut, isBlank } from "@/lib/text/text";
import { cutMiddle, withinLimits } from "@/lib/webhooks/interpret/within-limits";
import { literal, withoutMentions } from "@/lib/webhooks/payload/markdown";

// Why: docs/decisions/cards.md

/**
 * What a card says, as its maker knows it. Texts are plain, but `body`, `list` and the facts' values are Markdown. Blank
 * texts count as absent. URLs are http(s) and times ISO 8601 in UTC.
 */
export type Card = CardFacts & {
  /** Below the summary. */
  body?: string | undefined;
  /** What it consists of, such as a push's commits, a line each. */
  list?: readonly string[] | undefined;
  facts?: readonly EmbedField[] | undefined;
  /** Short "key=value" texts of which a reader needs few. */
  labels?: readonly string[] | undefined;
  /** The thing's own page. */
  url?: string | undefined;
  /** Pages that belong to it, such as its runbook. */
  links?: readonly EmbedButton[] | undefined;
  person?: Embed["author"];
  image?: EmbedImageDto | undefined;
  thumbnail?: EmbedImageDto | undefined;
  footer?: string | undefined;
  /** When it happened. */
  at?: string | undefined;
  /** The tone of a card without a state; it only colors it. */
  tone?: StateTone | undefined;
};

const MOST_LABELS = 20;
const LONGEST_LABEL = 80;

/** Returns the card as it's stored: within the limits, with its title composed, and what embeds have no key for in `card`. */
export function embedOf(card: Card): Embed {
  const facts = storedFacts(card);
  const { body, list = [], person, footer = "", labels = [], links = [] } = card;
  const { summary } = facts;
  const tone = facts.state?.tone ?? card.tone;
  const parts = [summary && withoutMentions(literal(summary)), body, list.map((each) => `- ${each}`).join("\n")];
  const isNamed = person !== undefined && !isBlank(person.name);
  const embed = withinLimits({
    title: composeTitle(facts),
    url: card.url,
    description: parts.filter((part) => part && !isBlank(part)).join("\n\n"),
    color: tone && TONE_COLORS[tone],
    author: isNamed ? person : undefined,
    fields: [...(card.facts ?? []), ...labelField(labels)],
    footer: isBlank(footer) ? undefined : { text: footer },
    timestamp: card.at,
    image: card.image,
    thumbnail: card.thumbnail,
    ...(links.length > 0 && { buttons: [...links] }),
  });
  return { ...embed, card: facts };
}

/** Labels are a field, so that search, exports and older instances have them. */
function labelField(labels: readonly string[]): EmbedField[] {
  const shown = labels.filter((label) => !isBlank(label)).slice(0, MOST_LABELS);
  if (shown.length === 0) return [];
  const value = shown.map((label) => `\`${cut(label.replaceAll("`", "'"), LONGEST_LABEL)}\``).join(" ");
  return [{ name: "Labels", value, inline: false, kind: "labels" }];
}

function storedFacts({ place = [], subject, event, state, severity, summary, startedAt, endedAt }: Card): CardFacts {
  const where = [...new Set(place)].filter((each) => /[\p{L}\p{N}]/u.test(each)).slice(0, CARD_LIMITS.places);
  const short = (text = "", most: number) => (isBlank(text) ? undefined : cut(text, most));
  const [happened, word, line] = [
    short(event, CARD_LIMITS.event),
    short(state?.word, CARD_LIMITS.state),
    short(summary, CARD_LIMITS.summary),
  ];
  return {
    ...(where.length > 0 && { place: where.map((each) => cut(each, CARD_LIMITS.place)) }),
    subject: cutMiddle(subject ?? "", CARD_LIMITS.subject),
    ...(happened && { event: happened }),
    ...(state && word && { state: { ...state, word: capital(word) } }),
    ...(severity && { severity }),
    ...(line && { summary: line }),
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
  };
}

// "RESOLVED" and "resolved" look alike, but "OK" and "HTTP 503" stay.
function capital(word: string): string {
  const lower = word === word.toUpperCase() && word.length > 3 && !/\d/.test(word) ? word.toLowerCase() : word;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
