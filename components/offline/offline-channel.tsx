import { useMemo } from "react";
import { pendingAsMessage } from "@/components/chat/composer/pending";
import { DayDivider } from "@/components/chat/conversation/day-divider";
import { ReactionRow } from "@/components/chat/conversation/reactions/reaction-row";
import { toRows } from "@/components/chat/conversation/rows";
import { threadText } from "@/components/chat/conversation/thread-summary";
import { ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import { MessageArticle } from "@/components/chat/message/message-article";
import { QueuedLine } from "@/components/chat/message/queued-line";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/display/empty-state";
import { ChevronLeft } from "@/components/ui/icons/icons";
import { CloudOff } from "@/components/ui/icons/more-icons";
import { useTimeZone } from "@/components/ui/time/time-zone";
import type { KeptChannel, KeptOwner, KeptUnsent } from "@/lib/browser/kept/types";
import { channelTitle, type SidebarChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { OfflineComposer } from "./offline-composer";
import { toPending } from "./unsent-files";

type OfflineChannelProps = {
  /** Null if this device doesn't have it. */
  kept: KeptChannel | null;
  /** The channel's sidebar entry; null if it had none. */
  link: SidebarChannelDto | null;
  me: KeptOwner;
  /** Messages waiting to be sent, in this channel and others. */
  unsent: readonly KeptUnsent[];
  onWrite: (channelId: string, content: string) => Promise<boolean>;
  onDiscard: (nonce: string) => Promise<void>;
};

/** A channel as it was last read, with messages waiting to be sent and a composer. */
export function OfflineChannel({ kept, link, me, unsent, onWrite, onDiscard }: OfflineChannelProps) {
  const known = kept?.channel ?? link;
  const title = known ? channelTitle(known) : "Not saved on this device";
  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-3 border-b px-4 max-md:gap-1 max-md:px-2">
        {/* A plain link: if the server answers again, it loads the real page. */}
        <a
          href={paths.browse}
          aria-label="Show channels"
          className="target flex items-center justify-center rounded-md text-text-muted hover:bg-surface-hover hover:text-text md:hidden"
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </a>
        <h1 className="min-w-0 truncate font-semibold text-lg md:shrink-0">{title}</h1>
        {kept?.channel.topic && (
          <p className="min-w-0 truncate text-sm text-text-muted max-md:hidden">{kept.channel.topic}</p>
        )}
      </header>
      {kept ? (
        <Messages kept={kept} title={title} me={me} unsent={unsent} onDiscard={onDiscard} />
      ) : (
        <div className="flex-1">
          <EmptyState icon={<CloudOff />} title="Not available offline">
            {known
              ? "Only the channels you read most recently are saved on this device."
              : "Only channels you've joined and read recently are saved on this device."}
          </EmptyState>
        </div>
      )}
      {kept?.channel.canWrite && (
        <OfflineComposer
          me={me}
          channelId={kept.id}
          label={`Message ${title}`}
          onWrite={(content) => onWrite(kept.id, content)}
        />
      )}
    </>
  );
}

type MessagesProps = Pick<OfflineChannelProps, "me" | "unsent" | "onDiscard"> & { kept: KeptChannel; title: string };

function Messages({ kept, title, me, unsent, onDiscard }: MessagesProps) {
  const timeZone = useTimeZone();
  const { rows, byNonce } = useMemo(() => {
    const here = unsent.filter(({ channelId, threadId }) => channelId === kept.id && threadId === null);
    const waiting = here.map((each) => pendingAsMessage(toPending(each), kept.id, me));
    const messages = [...kept.messages, ...waiting];
    const all = new Set(messages.map(({ id }) => id));
    return {
      rows: toRows({ messages, lastReadSeq: null, readerId: me.id, timeZone, unfolded: all }),
      byNonce: new Map(here.map((each) => [each.nonce, each])),
    };
  }, [kept, unsent, me, timeZone]);
  return (
    <section
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-none focus-visible:outline-2 focus-visible:-outline-offset-2"
    >
      <div className="mb-auto w-full pb-4">
        {rows.length === 0 && <EmptyState title={`${title} had no messages when you last read it`} />}
        <ReaderProvider id={me.id}>
          <div {...(rows.length > 0 && { role: "feed", "aria-label": `Messages in ${title}` })}>
            {rows.map((row) => {
              if (row.kind === "day") return <DayDivider key={row.key} at={row.at} />;
              if (row.kind !== "message") return null;
              const { message, grouped } = row;
              const waits = byNonce.get(message.id);
              return (
                <MessageArticle
                  key={row.key}
                  message={message}
                  grouped={grouped}
                  state={waits ? "pending" : "sent"}
                  footer={
                    waits ? (
                      <Waiting
                        error={waits.offline ? null : waits.error}
                        onDiscard={() => void onDiscard(waits.nonce)}
                      />
                    ) : (
                      <Below message={message} readerId={me.id} />
                    )
                  }
                />
              );
            })}
          </div>
        </ReaderProvider>
      </div>
    </section>
  );
}

/** The state of an unsent message, with a button to discard it. */
function Waiting({ error, onDiscard }: { error: string | null; onDiscard: () => void }) {
  if (error === null) return <QueuedLine kept onDiscard={onDiscard} />;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-text-muted">
      Not sent. {error}
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  );
}

/** Reactions and the number of replies, read-only. */
function Below({ message, readerId }: { message: MessageDto; readerId: string }) {
  return (
    <>
      <ReactionRow message={message} readerId={readerId} onReact={null} />
      {message.thread && <p className="text-sm text-text-muted">{threadText(message.thread)}</p>}
    </>
  );
}
