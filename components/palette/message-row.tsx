import { excerptOf } from "@/components/search/excerpt";
import { Marked } from "@/components/search/marked";
import { saidBy } from "@/components/search/said";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { channelTitle } from "@/lib/channels/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import type { SearchResultDto } from "@/lib/search/dto";

type MessageRowProps = { result: SearchResultDto; terms: readonly string[] };

/** What a row of the palette says of a message: who wrote it, where and when, and the part of it that was searched for. */
export function MessageRow({ result: { message, channel }, terms }: MessageRowProps) {
  const { author, createdAt } = message;
  return (
    <>
      <Avatar
        name={author.name}
        seed={author.id ?? author.name}
        src={author.avatarUrl}
        shape={author.kind === "webhook" ? "square" : "round"}
        size={24}
        className="mt-0.5 self-start"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium [unicode-bidi:isolate]">{cleanText(author.name)}</span>
          {author.kind === "webhook" && <Badge>APP</Badge>}
          <span className="min-w-0 truncate text-text-muted">{channelTitle(channel)}</span>
          <span className="ms-auto shrink-0 ps-2 text-text-muted text-xs">
            <Time at={createdAt} format="date" />
          </span>
        </span>
        <span className="line-clamp-2 text-text-muted wrap-anywhere">
          <Marked parts={excerptOf(saidBy(message, terms), terms, 140)} />
        </span>
      </span>
    </>
  );
}
