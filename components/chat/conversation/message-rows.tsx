"use client";

import { Activity, memo, type ReactNode, useCallback, useMemo, useState } from "react";
import { type PendingMessage, pendingAsMessage } from "@/components/chat/composer/pending";
import { useInThread } from "@/components/chat/conversation/actions/actions-context";
import { withChanges } from "@/components/chat/conversation/run/local-change";
import type { Run } from "@/components/chat/conversation/run/run";
import { isMuted, noneMuted, withoutNotifications } from "@/components/chat/conversation/webhooks/muted";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import { MessageArticle } from "@/components/chat/message/message-article";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { storedNonces } from "@/lib/browser/kept/stored-nonces";
import { useMutedPeople } from "@/lib/browser/people";
import { useStore } from "@/lib/browser/store";
import type { MeDto } from "@/lib/people/dto";
import { ChannelLine } from "./channel-line";
import { DayDivider } from "./day-divider";
import type { Fold } from "./fold";
import { MessageItem } from "./message-item";
import { type ListRow, reachable, splitRows, toRows } from "./rows";
import { type RovingRun, useRovingMessage } from "./use-roving-message";

const MutedLine = deferredPart(async () => (await import("./muted-line")).MutedLine);
const UploadProgress = deferredPart(async () => (await import("./upload-progress")).UploadProgress);

type MessageRowsProps = {
  channelId: string;
  me: MeDto;
  /** The list's accessible name. */
  label: string;
  run: Run;
  ways: Pick<RovingRun, "loadOlder" | "loadNewer" | "toFirst" | "toLast">;
  /** Whether more messages are loading at either end. */
  loading: boolean;
  /** The "New" line appears after this message; null shows none. */
  line: number | null;
  /** The last message above the start position ("New" or a permalink's target); null otherwise. It never changes. */
  startAfter: number | null;
  /** The message that a permalink points to. */
  target: number | null;
  onRetry: (message: PendingMessage) => void;
  onDiscard: (nonce: string) => void;
  onCancel: (nonce: string) => void;
};

// A constant, so that the message below it doesn't render again.
const newLine: ReactNode = <NewDivider />;

/**
 * The channel's messages with dates and the "New" line between them, followed by pending ones. They hydrate after the
 * rest of the page, the composer included.
 */
export const MessageRows = memo(function MessageRows(props: MessageRowsProps) {
  return (
    <Activity>
      <Rows {...props} />
    </Activity>
  );
});

function Rows({ channelId, me, run, line, startAfter, target, ...props }: MessageRowsProps) {
  const timeZone = useTimeZone();
  const { muted, filter } = useWebhooks();
  const mutedPeople = useMutedPeople();
  // A muted webhook's messages are shown in its filter and in threads.
  const showsWebhooks = useInThread() || filter?.by === "webhook";
  const hidden = showsWebhooks ? mutedPeople : muted;
  const targetId = run.messages.find(({ seq }) => seq === target)?.id ?? null;
  const { open, toggle } = useOpenFolds(hidden, targetId);
  const { open: unfolded, toggle: toggleAlike } = useOpenFolds(noneMuted, targetId);
  const rows = useMemo(() => {
    const pending = run.hasNewer ? [] : run.pending.map((each) => pendingAsMessage(each, channelId, me));
    const messages = [...withChanges(run.messages, run.changes, me), ...pending];
    return toRows({
      messages,
      lastReadSeq: lineIn(run, line),
      readerId: me.id,
      timeZone,
      muted: hidden,
      open,
      unfolded,
    });
  }, [run, channelId, me, line, timeZone, hidden, open, unfolded]);
  const messages = useMemo(() => reachable(rows), [rows]);
  const { feed, tabbable, handlers } = useRovingMessage({ ...run, messages, ...props.ways });
  const stored = useStore(storedNonces, noneStored);
  const pendingByNonce = new Map(run.pending.map((each) => [each.nonce, each]));
  const toElement = (row: ListRow, index: number, among: ListRow[]) => {
    if (row.kind === "day") return <DayDivider key={row.key} at={row.at} />;
    if (row.kind === "muted") return <MutedLine key={row.key} row={row} tabbable={tabbable} onToggle={toggle} />;
    // Attached to the message below it: a feed may only contain articles.
    if (row.kind !== "message") return null;
    if (row.message.isLine) return <ChannelLine key={row.key} message={row.message} />;
    const before = among[index - 1]?.kind === "new" ? newLine : undefined;
    const { message, grouped, fold } = row;
    const pending = pendingByNonce.get(message.id);
    if (!pending) {
      return (
        <MessageItem
          key={row.key}
          message={isMuted(message, muted) ? withoutNotifications(message) : message}
          grouped={grouped}
          before={before}
          followed={run.hasNewer || row !== rows.at(-1)}
          fold={fold}
          onFold={toggleAlike}
          highlighted={message.seq === target}
          tabbable={message.seq === tabbable}
        />
      );
    }
    return (
      <MessageArticle
        key={row.key}
        message={message}
        grouped={grouped}
        state={stateOf(pending)}
        kept={stored.has(pending.nonce)}
        reason={pending.error ?? undefined}
        toolbar={
          pending.files.length > 0 &&
          !pending.error && (
            <UploadProgress
              nonce={pending.nonce}
              files={pending.files}
              onCancel={() => props.onCancel(pending.nonce)}
            />
          )
        }
        // Queued texts are retried every few seconds. Files are too large for that.
        onRetry={pending.offline && pending.files.length === 0 ? undefined : () => props.onRetry(pending)}
        onDiscard={() => props.onDiscard(pending.nonce)}
      />
    );
  };
  const [above, below] = startAfter === null ? [[], rows] : splitRows(rows, startAfter);
  return (
    <ReaderProvider id={me.id}>
      <div
        ref={feed}
        {...(rows.length > 0 && { role: "feed", "aria-label": props.label, "aria-busy": props.loading })}
        {...handlers}
      >
        {above.map(toElement)}
        {startAfter !== null && <div key="start" data-start />}
        {below.map(toElement)}
      </div>
    </ReaderProvider>
  );
}

const noneStored: ReadonlySet<string> = new Set();

function stateOf({ error, offline }: PendingMessage): "pending" | "queued" | "failed" {
  if (error === null) return "pending";
  return offline ? "queued" : "failed";
}

/** Hides the line if the first unread message isn't loaded: it would appear above the wrong one. */
function lineIn({ hasOlder, from }: Run, line: number | null): number | null {
  return line !== null && hasOlder && from > line + 1 ? null : line;
}

/** The "New" line above the first unread message. */
function NewDivider() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't contain text.
    <div role="separator" aria-label="New" className="absolute inset-x-0 bottom-full flex h-6 items-center gap-2 px-5">
      <span className="h-px flex-1 bg-accent" />
      <span aria-hidden="true" className="font-semibold text-accent text-xs">
        New
      </span>
    </div>
  );
}

/** Returns the ids of opened folded messages, and a function to open or close a fold. Newly muted messages start hidden. */
function useOpenFolds(muted: ReadonlySet<string>, targetId: string | null) {
  const [shown, setShown] = useState(noneMuted);
  const [hidden, setHidden] = useState(false);
  const [before, setBefore] = useState(muted);
  if (before !== muted) {
    setBefore(muted);
    setShown(noneMuted);
  }
  const toggle = useCallback(
    ({ messages, open }: Fold) => {
      const ids = messages.map(({ id }) => id);
      if (targetId !== null && ids.includes(targetId)) setHidden(open);
      setShown((all) => new Set(open ? [...all].filter((id) => !ids.includes(id)) : [...all, ...ids]));
    },
    [targetId],
  );
  // A link to a folded message opens its fold.
  const open = useMemo(
    () => (targetId === null || hidden ? shown : new Set([...shown, targetId])),
    [shown, targetId, hidden],
  );
  return { open, toggle };
}
