import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { AuthorDto } from "@/lib/messages/dto";
import { cleanText } from "./clean-text";

/** Who says it, whether that is a tool, and when. `id` is the prefix of the ids by which the article is named. */
export function MessageByline({ id, author, createdAt }: { id: string; author: AuthorDto; createdAt: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <span id={`${id}-author`} className="truncate font-semibold [unicode-bidi:isolate]">
        {cleanText(author.name)}
      </span>
      {author.kind === "webhook" && <Badge>APP</Badge>}
      <span id={`${id}-time`} className="shrink-0 text-text-muted text-xs">
        <Time at={createdAt} format="clock" />
      </span>
    </div>
  );
}
