import { mentionsOf } from "@/components/chat/message/markdown/mentions";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { excerpt } from "@/lib/messages/cards/excerpt";
import type { MessageDto } from "@/lib/messages/dto";
import { CardLine } from "./card-line";

/** The start of a message on one line: of its text, or else its first card's state, subject and place. */
export function MessageLine({ message, atMost }: { message: MessageDto; atMost?: number }) {
  const [embed] = message.embeds;
  if (message.content === "" && embed?.card) return <CardLine embed={embed} mentions={mentionsOf(message, null)} />;
  return withCustomEmoji(excerpt(message, atMost));
}
