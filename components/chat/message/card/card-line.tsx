import type { ReactNode } from "react";
import { type Mentions, withMentionNames } from "@/components/chat/message/markdown/mentions";
import { OutsideLink } from "@/components/chat/message/markdown/outside-link";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { linkText } from "@/lib/messages/cards/compose-title";
import type { Embed } from "@/lib/messages/dto";
import { cleanText, oneLine } from "@/lib/text/text";
import { StateChip } from "./state-chip";
import { ToolMark } from "./tool-name";

type CardLineProps = {
  embed: Embed;
  mentions: Mentions;
  /** Shows the tool's mark. */
  tool?: boolean;
  /** Makes the subject a link to the thing's page, which looks so. */
  link?: string;
  /** Leaves out the place. */
  placed?: boolean;
  /** Shows the subject, which has no markup. */
  show?: (text: string) => ReactNode;
};

/** A card in a line of text: its state, subject and place. A state without a subject, such as a review, is the link itself. */
export function CardLine({
  embed,
  mentions,
  tool = false,
  link,
  placed = true,
  show = withCustomEmoji,
}: CardLineProps) {
  const { card, url, leads, head } = embed;
  const named = (text: string) => oneLine(cleanText(withMentionNames(text, mentions)));
  const said = named(linkText(embed));
  const text = said || (link === undefined || card?.state ? "" : cleanText(url ?? ""));
  const place = placed ? named(card?.place?.join(" · ") ?? "") : "";
  return (
    <>
      {tool && embed.tool && (
        <span className="text-text-muted">
          <ToolMark tool={embed.tool} />
        </span>
      )}
      {card?.state && (
        <>
          {said === "" && link !== undefined && url ? (
            <OutsideLink href={url} leads={(leads ?? head?.leads)?.title}>
              <StateChip state={card.state} />
            </OutsideLink>
          ) : (
            <StateChip state={card.state} />
          )}{" "}
        </>
      )}
      {card?.event && card.subject && <span className="font-normal text-text-muted">{show(named(card.event))} · </span>}
      {link !== undefined && text ? (
        <OutsideLink href={url} leads={(leads ?? head?.leads)?.title} className={url ? link : ""}>
          {show(text)}
        </OutsideLink>
      ) : (
        show(text)
      )}
      {place && place !== text && <span className="text-text-muted"> · {show(place)}</span>}
    </>
  );
}
