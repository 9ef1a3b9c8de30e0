import { isAppError } from "@/lib/errors";
import type { Embed } from "@/lib/messages/dto";
import { slack } from "@/lib/webhooks/senders/slack/parse";

/** Returns the cards of a message. Null if they can't be read. */
export function cardsOf(
  props: Record<string, unknown>,
  _toMarkdown: (written: string) => string,
): readonly Embed[] | null {
  const { attachments } = props;
  if (!Array.isArray(attachments) || attachments.length === 0) return [];
  try {
    return slack({ attachments }).embeds;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}
