"use client";

import { Markdown } from "@/components/message/markdown/markdown";
import { MentionsProvider } from "@/components/message/markdown/mentions-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { MessageDto, MessageEditDto } from "@/lib/messages/dto";
import type { History } from "./use-history";

/** What a message said before its edits, the latest first. */
export function HistoryDialog({ message, history, onRetry, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Edit history"
      description="What this message said before it was edited, the latest first."
    >
      <MentionsProvider message={message}>
        {history === null && <Skeleton className="h-16" />}
        {history && "error" in history && (
          <div role="alert" className="flex items-center justify-between gap-2 text-danger text-sm">
            {history.error}
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
        {history && "edits" in history && <Versions edits={history.edits} />}
      </MentionsProvider>
    </Dialog>
  );
}

function Versions({ edits }: { edits: MessageEditDto[] }) {
  return (
    <ol className="flex flex-col gap-4">
      {edits.toReversed().map(({ content, until }) => (
        <li key={`${until} ${content}`} className="border-border border-s-2 ps-3">
          <p className="text-text-muted text-xs">
            Until <Time at={until} format="date" />
          </p>
          <Markdown source={content} />
        </li>
      ))}
    </ol>
  );
}

type HistoryDialogProps = { message: MessageDto; history: History; onRetry: () => void; onClose: () => void };
