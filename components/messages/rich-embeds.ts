import type { Embed, MessageDto } from "@/lib/messages/dto";

// One full text and one full card, or many small ones: what people and tools really send.
const MOST_CHARACTERS = 15_000;

/** How many of the message's embeds are shown as Markdown: ten full ones would keep a page busy for a second. */
export function richEmbeds({ content, embeds }: MessageDto): number {
  let left = MOST_CHARACTERS - content.length;
  const firstPlain = embeds.findIndex((embed) => {
    left -= sourceLength(embed);
    return left < 0;
  });
  return firstPlain === -1 ? embeds.length : firstPlain;
}

function sourceLength({ description, fields }: Embed): number {
  return (fields ?? []).reduce((sum, field) => sum + field.value.length, description?.length ?? 0);
}
