import { cardHead } from "@/lib/messages/cards/card-head";
import type { Embed } from "@/lib/messages/dto";
import { colors } from "@/lib/webhooks/interpret/described/description";
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
      ...embeds.flatMap((embed) => embedText({ ...embed, tool: { name: tool } })),
      ...line("Thread key", thread_key),
      ...line("Update key", update_key),
      ...line("Keeps earlier fields", keepFields ? "yes" : ""),
      ...line("Remark for the delivery log", remark),
    ];
  });
}

/** Returns the parts of a card, as lines. */
export function embedText(embed: Embed): string[] {
  const { title, url, description, color, author, fields = [], image, thumbnail, footer, timestamp } = embed;
  const name = Object.entries(colors).find(([, value]) => value === color)?.[0];
  return [
    ...line("Author", author?.name),
    ...line("Author's link", author?.url),
    ...line("Author's image", author?.icon_url),
    ...line("Title", title),
    ...line("State", cardHead(embed)?.state ?? embed.state),
    ...line("Link", url),
    ...line("Color", name ?? (color === undefined ? "" : `#${color.toString(16).padStart(6, "0")}`)),
    ...line("Text", description),
    ...fields.flatMap((field) => line(`${field.inline ? "Field" : "Row"} ${field.name}`, field.value)),
    ...line("Image", image?.url),
    ...line("Thumbnail", thumbnail?.url),
    ...line("Footer", footer?.text),
    ...line("Footer's image", footer?.icon_url),
    ...line("Time", timestamp),
    ...(embed.buttons ?? []).flatMap((button) => line(`Button ${button.label}`, button.url)),
  ];
}

/** Returns a labelled text, or nothing if there is none. A text with several lines is indented below its label. */
export function line(label: string, text: string | undefined): string[] {
  if (!text) return [];
  return text.includes("\n")
    ? [`  ${label}:`, ...text.split("\n").map((each) => each && `    ${each}`)]
    : [`  ${label}: ${text}`];
}
