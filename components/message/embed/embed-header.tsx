import { withNames } from "@/components/message/markdown/mentions";
import { useMentions } from "@/components/message/markdown/mentions-context";
import { OutsideLink } from "@/components/message/markdown/outside-link";
import type { Embed } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { EmbedIcon } from "./embed-image";

/** Who an embed speaks for: an icon and a name. */
export function EmbedAuthor({ author }: { author: NonNullable<Embed["author"]> }) {
  const name = withNames(cleanText(author.name), useMentions());
  return (
    <p dir="auto" className="flex items-center gap-2 font-medium text-sm [overflow-wrap:anywhere]">
      <EmbedIcon of={author} className="size-5" />
      <OutsideLink href={author.url} says={name}>
        {name}
      </OutsideLink>
    </p>
  );
}

/** The title, a link when the embed has an address; an address without title stands for itself. */
export function EmbedTitle({ title, url }: { title: string | undefined; url: string | undefined }) {
  if (!title && !url) return null;
  const text = cleanText(title || url || "");
  return (
    <p dir="auto" className="font-semibold text-base leading-5 [overflow-wrap:anywhere]">
      <OutsideLink href={url} says={text} className={url ? "text-accent" : ""}>
        {text}
      </OutsideLink>
    </p>
  );
}
