import { Time } from "@/components/ui/time";
import type { AuthorDto } from "@/lib/messages/dto";
import { AuthorName } from "./author";

/** Who says it, whether that is a tool, and when. `id` is the prefix of the ids by which the article is named. */
export function MessageByline({ id, author, createdAt }: { id: string; author: AuthorDto; createdAt: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <AuthorName author={author} id={`${id}-author`} linked />
      <span id={`${id}-time`} className="shrink-0 text-text-muted text-xs">
        <Time at={createdAt} format="clock" />
      </span>
    </div>
  );
}
