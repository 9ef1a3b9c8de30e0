"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { EmbedCard } from "@/components/message/embed/embed-card";
import { Markdown } from "@/components/message/markdown/markdown";
import { MentionsProvider } from "@/components/message/markdown/mentions-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { request } from "@/lib/browser/request";
import type { MessageDto, MessageEditDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

const LOST = "Couldn't load the history. Check your connection and try again.";

/** Earlier versions of a message, newest first. */
export function HistoryDialog({ message, onClose }: HistoryDialogProps) {
  const { history, load } = useHistory(message);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Edit history"
      description="Earlier versions of this message, newest first."
    >
      <MentionsProvider message={message}>
        {history === null && <Skeleton className="h-16" />}
        {history && "error" in history && (
          <div role="alert" className="flex items-center justify-between gap-2 text-danger text-sm">
            {history.error}
            <Button size="small" onClick={load}>
              Try again
            </Button>
          </div>
        )}
        {history && "edits" in history && <Versions edits={history.edits} />}
      </MentionsProvider>
    </Dialog>
  );
}

/** Loads the message's edit history when the dialog opens; null while it loads. */
function useHistory({ channelId, id }: MessageDto) {
  const [history, setHistory] = useState<{ edits: MessageEditDto[] } | { error: string } | null>(null);
  const load = async () => {
    setHistory(null);
    const answer = await request<{ edits: MessageEditDto[] }>(paths.api.edits(channelId, id));
    setHistory(answer.ok ? answer.data : { error: answer.error ?? LOST });
  };
  const begin = useEffectEvent(load);
  useEffect(() => void begin(), []);
  return { history, load: () => void load() };
}

function Versions({ edits }: { edits: MessageEditDto[] }) {
  return (
    <ol className="flex flex-col gap-4">
      {edits.toReversed().map(({ content, embeds, until }) => (
        <li key={until} className="border-border border-s-2 ps-3">
          <p className="text-text-muted text-xs">
            Until <Time at={until} format="date" />
          </p>
          <Markdown source={content} />
          {embeds.map((embed, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes.
            <EmbedCard key={index} part={`card ${index} until ${until}`} embed={embed} />
          ))}
        </li>
      ))}
    </ol>
  );
}

type HistoryDialogProps = { message: MessageDto; onClose: () => void };
