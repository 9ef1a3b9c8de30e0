import { withNames } from "@/components/message/markdown/mentions";
import { useMentions } from "@/components/message/markdown/mentions-context";
import { Time } from "@/components/ui/time";
import type { Embed } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { EmbedIcon } from "./embed-image";

/** The quiet line at an embed's end: where it comes from, and of when it is. */
export function EmbedFooter({ footer, timestamp }: Pick<Embed, "footer" | "timestamp">) {
  const text = withNames(cleanText(footer?.text ?? ""), useMentions());
  if (!text && !footer?.icon_url && !timestamp) return null;
  return (
    <p dir="auto" className="flex items-start gap-1.5 text-text-muted text-xs [overflow-wrap:anywhere]">
      <EmbedIcon of={footer} className="size-4" />
      <span>
        {text}
        {text && timestamp && <span aria-hidden="true"> · </span>}
        {timestamp && <Time at={timestamp} format="date" />}
      </span>
    </p>
  );
}
