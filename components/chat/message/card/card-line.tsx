import type { ReactNode } from "react";
import { type Mentions, mentionsOf, withMentionNames } from "@/components/chat/message/markdown/mentions";
import { OutsideLink } from "@/components/chat/message/markdown/outside-link";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { linkText } from "@/lib/messages/cards/compose-title";
import type { Embed, MessageDto } from "@/lib/messages/dto";
import { excerpt } from "@/lib/messages/excerpt";
import { cleanText, oneLine } from "@/lib/text/text";
import { StateChip } from "./state-chip";
import { ToolMark } from "./tool-name";

type CardLineProps = {
  embed: Embed;
  mentions: Mentions;
  /** Shows the tool's mark. */
  tool?: boolean;
  /** Makes the subject a link to the thing's page. */
  linked?: boolean;
  /** Shows the subject, which has no markup. */
  show?: (text: string) => ReactNode;
};

/** A card in a line of text: its state, subject and place. */
export function CardLine({ embed, mentions, tool = false, linked = false, show = withCustomEmoji }: CardLineProps) {
  const { card, url, leads, head } = embed;
  const named = (text: string) => oneLine(cleanText(withMentionNames(text, mentions)));
  const text = named(linkText(embed)) || (linked ? cleanText(url ?? "") : "");
  const place = named(card?.place?.join(" · ") ?? "");
  return (
    <>
      {tool && embed.tool && (
        <span className="text-text-muted">
          <ToolMark tool={embed.tool} />
        </span>
      )}
      {card?.state && (
        <>
          <StateChip state={card.state} />{" "}
        </>
      )}
      {card?.event && card.subject && <span className="text-text-muted">{named(card.event)} · </span>}
      {linked && text ? (
        <OutsideLink href={url} leads={(leads ?? head?.leads)?.title} className="font-medium">
          {show(text)}
        </OutsideLink>
      ) : (
        show(text)
      )}
      {place && place !== text && <span className="text-text-muted"> · {show(place)}</span>}
    </>
  );
}

/** The start of a message on one line: of its text, or else its first card's state, subject and place. */
export function MessageLine({ message, atMost }: { message: MessageDto; atMost?: number }) {
  const [embed] = message.embeds;
  if (message.content === "" && embed?.card) return <CardLine embed={embed} mentions={mentionsOf(message, null)} />;
  return withCustomEmoji(excerpt(message, atMost));
}
