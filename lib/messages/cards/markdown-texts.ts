import type { Embed, MessageDto } from "@/lib/messages/dto";

/** The language of a code block with the rest of a payload, which is folded. */
export const PAYLOAD_CODE = "json-payload";

type Texts = Pick<MessageDto, "content" | "embeds">;

// Enough for one full text and one full embed, or for many small ones.
const MOST_CHARACTERS = 15_000;

/** How many of the message's embeds are rendered as Markdown. Ten full ones would keep a page busy for a second. */
export function richEmbeds({ content, embeds }: Texts): number {
  let left = MOST_CHARACTERS - content.length;
  const firstPlain = embeds.findIndex((embed) => {
    left -= sourceLength(embed);
    return left < 0;
  });
  return firstPlain === -1 ? embeds.length : firstPlain;
}

/** The message's Markdown texts that are rendered, in a fixed order: its own, then each embed's. */
export function markdownTexts(message: Texts): string[] {
  const embeds = message.embeds.slice(0, richEmbeds(message));
  const texts = [
    message.content,
    ...embeds.flatMap(({ description, fields, payload }) => [
      description?.trim() ?? "",
      ...(fields ?? []).map(({ value }) => value),
      payload ?? "",
    ]),
  ];
  return texts.filter((text) => text !== "");
}

function sourceLength({ description = "", payload = "", fields = [] }: Embed): number {
  return fields.reduce((sum, field) => sum + field.value.length, description.length + payload.length);
}
