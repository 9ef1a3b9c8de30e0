import type { Embed } from "@/lib/messages/dto";
import { isBlank } from "@/lib/text/text";

/** Returns whether a reader would see anything of the embed; a color alone is nothing to show. */
export function showsSomething(embed: Embed): boolean {
  if (!isBlank(embed.title)) return true;
  const texts = [embed.description, embed.author?.name, embed.footer?.text, embed.card?.state?.word];
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value]);
  const visible = embed.url ?? embed.timestamp ?? embed.image ?? embed.thumbnail ?? embed.footer?.icon_url;
  return visible !== undefined || embed.buttons !== undefined || [...texts, ...fields].some((text) => !isBlank(text));
}
