import { codePoints } from "@/lib/text";
import { payloadLimits } from "@/lib/webhooks/schema";
import type { EmbedDraft } from "./draft";

/** How many characters an embed's texts have together, said once that comes near the limit; null before. */
export function allTexts(embed: EmbedDraft): string | null {
  const { title, description, authorName, footerText, fields } = embed;
  const texts = [title, description, authorName, footerText, ...fields.flatMap(({ name, value }) => [name, value])];
  const count = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const limit = payloadLimits.embed.allTexts;
  return count >= limit * 0.8 ? `${count} of ${limit} characters in all its texts together` : null;
}
