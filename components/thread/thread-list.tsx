import { MessagesSquare } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import type { ThreadSummaryDto } from "@/lib/messages/dto";
import { ThreadRow } from "./thread-row";

/** The threads that one follows; without any, how one comes to follow them. */
export function ThreadList({ threads }: { threads: ThreadSummaryDto[] }) {
  if (threads.length === 0) {
    return (
      <EmptyState icon={<MessagesSquare />} title="No threads yet">
        Threads that you begin, answer in or are mentioned in stand here. Begin one with “Reply in thread” on any
        message.
      </EmptyState>
    );
  }
  return (
    <ul className="overflow-hidden rounded-xl border">
      {threads.map((thread) => (
        <ThreadRow key={thread.root.id} thread={thread} />
      ))}
    </ul>
  );
}
