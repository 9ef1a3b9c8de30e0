"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { MentionsProvider } from "@/components/chat/message/markdown/mentions-context";
import { Button } from "@/components/ui/controls/button";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Time } from "@/components/ui/time/time";
import { request } from "@/lib/browser/request";
import type { IncidentActDto, MessageDto, MessageEditDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import { threadPaths } from "@/lib/text/thread-paths";

const LOST = "Couldn't load the history. Check your connection and try again.";

/** Earlier versions of a message, newest first. */
export function HistoryDialog({ message, onClose }: HistoryDialogProps) {
  const { history, load, more } = useHistory(message);
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
        {history && "edits" in history && <Versions {...history} />}
        {more && (
          <Button onClick={more} className="mt-4">
            Show more
          </Button>
        )}
      </MentionsProvider>
    </Dialog>
  );
}

/** Loads the message's latest versions when the dialog opens, and more of them on demand; null while it loads. */
function useHistory({ channelId, id }: MessageDto) {
  const [history, setHistory] = useState<History | { error: string } | null>(null);
  const load = async (known?: History) => {
    if (!known) setHistory(null);
    const answer = await request<History>(threadPaths.edits(channelId, id, known?.next ?? null));
    if (!answer.ok) return setHistory({ error: answer.error ?? LOST });
    const { edits, acts, next } = answer.data;
    setHistory({ edits: [...(known?.edits ?? []), ...edits], acts: known?.acts ?? acts ?? [], next: next ?? null });
  };
  const begin = useEffectEvent(() => load());
  useEffect(() => void begin(), []);
  const isMore = history !== null && "edits" in history && history.next !== null;
  return { history, load: () => void load(), more: isMore ? () => void load(history) : null };
}

/** `acts` and `next` are missing from an older server during an upgrade. */
type History = { edits: MessageEditDto[]; acts?: IncidentActDto[]; next?: string | null };

function Versions({ edits, acts = [] }: History) {
  const entries = [
    ...edits.map((edit) => ({ at: edit.until, edit, act: null })),
    ...acts.map((act) => ({ at: act.at, edit: null, act })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  if (entries.length === 0) return <p className="text-sm text-text-muted">Nothing has changed since it was posted.</p>;
  return (
    <ol className="flex flex-col gap-4">
      {entries.map(({ at, edit, act }) => (
        <li key={`${at} ${act?.kind}`} className="border-border border-s-2 ps-3">
          {edit && <Version edit={edit} />}
          {act && (
            <p className="text-sm">
              {actText(act)}{" "}
              <span className="text-text-muted text-xs">
                <Time at={at} format="date" />
              </span>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function actText({ kind, by, to }: IncidentActDto): string {
  const texts = {
    acknowledge: "acknowledged the incident.",
    unacknowledge: "took back the acknowledgment.",
    assign: `assigned it to ${cleanText(to ?? "Unknown")}.`,
    unassign: "removed the assignment.",
    close: "closed the incident.",
    reopen: "reopened the incident.",
  };
  return `${cleanText(by)} ${texts[kind]}`;
}

function Version({ edit: { content, embeds, until } }: { edit: MessageEditDto }) {
  return (
    <>
      <p className="text-text-muted text-xs">
        Until <Time at={until} format="date" />
      </p>
      <Markdown source={content} />
      {embeds.map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes.
        <EmbedCard key={index} part={`card ${index} until ${until}`} embed={embed} />
      ))}
    </>
  );
}

type HistoryDialogProps = { message: MessageDto; onClose: () => void };
