import { lineOf } from "@/lib/messages/cards/compose-title";
import { excerpt } from "@/lib/messages/cards/excerpt";
import { toneOf } from "@/lib/messages/cards/tones";
import type { Embed, IncidentDto, MessageDto, StateTone } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

/** How a row's first word looks. */
export type RowTone = "danger" | "warning" | "success" | "neutral";

/** What a row says of a card. Empty texts are unknown. */
export type RowFacts = { word: string; tone: RowTone; mark: string | undefined; subject: string; place: string };

const TONES: Readonly<Record<StateTone, RowTone>> = {
  good: "success",
  bad: "danger",
  warning: "warning",
  progress: "neutral",
  done: "neutral",
  none: "neutral",
};

/** Only a tool says that something is critical. Cards without a state have a color, which isn't enough for everyone. */
const LEVELS = { critical: "Critical", high: "High", medium: "Medium", low: "Low" } as const;
const WORDS: Readonly<Record<RowTone, string>> = { danger: "Alert", warning: "Warning", success: "OK", neutral: "" };

/** Returns what a row says of a message's card: its facts, or of one without any, its title in a line. */
export function rowFacts(message: MessageDto, incident: IncidentDto | null): RowFacts {
  const embed = incident ? openOf(message.embeds) : message.embeds[0];
  const { card, tool } = embed ?? {};
  const tone = incident?.severity ?? (card?.state ? TONES[card.state.tone] : toneOf(embed?.color));
  const word = (incident?.level ? LEVELS[incident.level] : card?.state?.word) ?? WORDS[tone];
  return {
    word: cleanText(word),
    tone,
    mark: tool?.mark,
    subject: cleanText(subjectOf(embed) || excerpt(message, 200)),
    place: cleanText((card?.place ?? []).join(" · ")),
  };
}

function openOf(embeds: readonly Embed[]): Embed | undefined {
  return embeds.find(({ card }) => card?.state?.open) ?? embeds[0];
}

function subjectOf(embed: Embed | undefined): string {
  if (!embed?.card) return embed ? lineOf(embed) : "";
  const { event, subject = embed.title ?? "" } = embed.card;
  return [event, subject].filter(Boolean).join(": ");
}
