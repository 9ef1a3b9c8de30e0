import { TONE_COLORS } from "@/lib/messages/cards/tones";
import { type CardFacts, type Embed, STATE_TONES } from "@/lib/messages/dto";
import type { Outcome, ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";

/** Returns what a request becomes, as lines: what `npm run senders -- try` prints and what an example expects. */
export function outcomeText({ event, tool, result }: Outcome): string[] {
  const first = `Event: ${event || "none"}`;
  if (result.kind === "skipped") return [first, `Skipped: ${result.rule}`];
  return [first, ...(result.kind === "messages" ? cardText(result.messages, tool) : [])];
}

/** Returns messages of a tool with this name, as lines: a label and a text each, without what's missing. */
export function cardText(messages: readonly ToolMessage[], tool: string): string[] {
  return messages.flatMap((message, index) => {
    const { content, embeds, thread_key, update_key, remark, keepFields } = message;
    return [
      "",
      messages.length > 1 ? `Card ${index + 1} of ${messages.length}` : "Card",
      ...line("Message", content),
      ...line("Tool", embeds.length > 0 ? tool : ""),
      ...embeds.flatMap(embedText),
      ...line("Thread key", thread_key),
      ...line("Update key", update_key),
      ...line("Keeps earlier fields", keepFields ? "yes" : ""),
      ...line("Remark for the delivery log", remark),
    ];
  });
}

/** Returns the parts of a card, as lines: its facts, or of a sender's own card its title. */
export function embedText(embed: Embed): string[] {
  const { title, url, description, color, author, fields = [], image, thumbnail, footer, timestamp, card } = embed;
  return [
    ...line("Person", author?.name),
    ...line("Person's link", author?.url),
    ...line("Person's image", author?.icon_url),
    ...(card?.subject === undefined ? line("Title", title) : []),
    ...factsText(card),
    ...line("Tone", card?.state ? "" : toneText(color)),
    ...line("Link", url),
    ...line("Text", description),
    ...fields.flatMap(({ name, value, inline, kind }) =>
      line(`${inline ? "Fact" : "Row"} ${name}${kind ? ` (${kind})` : ""}`, value),
    ),
    ...line("Image", image?.url),
    ...line("Thumbnail", thumbnail?.url),
    ...line("Footer", footer?.text),
    ...line("Footer's image", footer?.icon_url),
    ...line("Time", timestamp),
    ...(embed.buttons ?? []).flatMap((button) => line(`Button ${button.label}`, button.url)),
  ];
}

function factsText({
  place = [],
  subject,
  event,
  state,
  severity,
  summary,
  startedAt,
  endedAt,
}: CardFacts = {}): string[] {
  return [
    ...line("Place", place.join(" · ")),
    ...line("Event", event),
    ...line("State", state && `${state.word} (${state.tone}${state.open ? ", open" : ""})`),
    ...line("Subject", subject),
    ...line("Severity", severity),
    ...line("Summary", summary),
    ...line("Started", startedAt),
    ...line("Ended", endedAt),
  ];
}

function toneText(color: number | undefined): string {
  const known = STATE_TONES.find((tone) => TONE_COLORS[tone] === color);
  return known ?? (color === undefined ? "" : `#${color.toString(16).padStart(6, "0")}`);
}

/** Returns a labelled text, or nothing if there is none. A text with several lines is indented below its label. */
export function line(label: string, text: string | undefined): string[] {
  if (!text) return [];
  return text.includes("\n")
    ? [`  ${label}:`, ...text.split("\n").map((each) => each && `    ${each}`)]
    : [`  ${label}: ${text}`];
}
