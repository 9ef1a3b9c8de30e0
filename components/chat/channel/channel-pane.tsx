"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Composer } from "@/components/chat/composer/composer";
import { DropArea } from "@/components/chat/composer/drop-area";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { ActionsProvider } from "@/components/chat/conversation/actions/actions-context";
import { FocusMessages } from "@/components/chat/conversation/focus";
import { MessageRows } from "@/components/chat/conversation/message-rows";
import { usePaneCovers } from "@/components/chat/conversation/open-pane";
import { useMarkRead } from "@/components/chat/conversation/reading/use-mark-read";
import { BeforeChange, useScroller, useScrollIntent } from "@/components/chat/conversation/scrolling/use-scroller";
import { rovingStep } from "@/components/chat/conversation/use-roving-message";
import { TypingLine } from "@/components/people/presence/typing-line";
import { draftKey } from "@/lib/browser/drafts";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/people/dto";
import { CatchUp } from "./catch-up";
import { type useChannel, useLastFirst } from "./use-channel";

/** The parts of a channel that the server renders. */
export type ChannelSlots = {
  /** Replaces the composer for people who can't write here. */
  instead: ReactNode;
  /** Replaces the messages while there are none. */
  whenEmpty: ReactNode;
};

type ChannelPaneProps = ChannelSlots & {
  channel: ChannelDto;
  me: MeDto;
  conversation: ReturnType<typeof useChannel>;
  /** Set to the `seq` in the middle of the view; null at the end. */
  middle: RefObject<number | null>;
  /** The message that a permalink points to. */
  target: number | null;
  /** The read position when the channel was opened. */
  openedAt: number;
  /** The last message above the start position; null when the channel opens at its end. */
  startAfter: number | null;
  /** Whether viewing messages marks them as read. */
  reads: boolean;
  /** Returns the first of the loaded messages that is unread from this read position on. */
  firstNew: (lastReadSeq: number) => MessageDto | null;
  onEditLast: () => void;
};

/** A channel's messages with their scroll and read positions, and the composer below. */
export function ChannelPane({ channel, me, conversation, middle, target, openedAt, ...props }: ChannelPaneProps) {
  const { startAfter, reads, firstNew, onEditLast, instead, whenEmpty } = props;
  const { run, caughtUp, pages, bound, sendNew, retry, discard, cancel, change } = conversation;
  const { shown, isWhole } = useLastFirst(run, startAfter === null && target === null);
  const { scroller, isAtEnd, onScroll, noteIfMoved, jumpToEnd, jumpToStart, jumpToNew } = useScroller({
    // Don't request what is already loaded.
    pages: isWhole ? pages : { ...pages, loadOlder: doNothing },
    bound,
    run: shown,
    start: startAfter === null ? "end" : "marked",
    middle,
  });
  const covered = usePaneCovers();
  // Messages that arrived before the reader looked are in place from the start.
  const [begun, setBegun] = useState(caughtUp);
  const atEnd = isAtEnd === true && reads && !covered && begun;
  const reading = useMarkRead(channel.id, { lastReadSeq: openedAt, newest: run.latest, atEnd });
  useScrollIntent(scroller, reading.release);
  const begin = useEffectEvent(() => {
    const fresh = reads ? firstNew(reading.read) : null;
    if (fresh) jumpToNew(fresh.seq);
    setBegun(true);
  });
  useLayoutEffect(() => {
    if (caughtUp && !begun) begin();
  }, [caughtUp, begun]);
  // The same when it's shown again.
  useLayoutEffect(() => () => setBegun(false), []);
  const isAllRead = !reads || (reading.line >= run.latest && reading.read >= run.latest);
  const isAsOpened = begun && isAtEnd === true && !run.hasNewer && target === null && run.pending.length === 0;

  const jumpToLatest = async () => {
    if (run.hasNewer) await pages.loadLatest();
    jumpToEnd();
  };
  const jumpToFirst = async () => {
    if (run.hasOlder) await pages.loadFirst();
    jumpToStart();
  };
  const catchUp = async () => {
    await jumpToLatest();
    if (reads) reading.catchUp();
  };
  const onSend = (content: string, files: readonly LocalFile[]) => {
    void jumpToLatest();
    sendNew(content, files);
  };
  const jumps = useRef({ toFirst: jumpToFirst, toLast: jumpToLatest });
  jumps.current = { toFirst: jumpToFirst, toLast: jumpToLatest };
  const { loadOlder, loadNewer } = pages;
  // A stable object, or every message would render again.
  const ways = useMemo(() => {
    const toFirst = () => void jumps.current.toFirst();
    const toLast = () => void jumps.current.toLast();
    return { loadOlder, loadNewer, toFirst, toLast };
  }, [loadOlder, loadNewer]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.target === event.currentTarget ? rovingStep(event) : null;
    if (to !== "first" && to !== "last") return;
    // The browser would only go to the end of the messages on the page, not of the channel.
    event.preventDefault();
    void (to === "first" ? jumpToFirst() : jumpToLatest());
  };
  const empty = run.messages.every(({ isLine }) => isLine) && run.pending.length === 0 && !run.hasOlder;
  return (
    <DropArea trayKey={instead ? null : draftKey(me.id, channel.id)} to={channelTitle(channel)}>
      <div className="@container relative flex min-h-0 flex-1 flex-col">
        <BeforeChange measure={noteIfMoved}>
          <section
            ref={scroller}
            aria-label="Messages"
            data-messages
            data-read-all={isAsOpened && isAllRead ? run.latest : undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            tabIndex={0}
            onScroll={onScroll}
            onKeyDown={onKeyDown}
            className="isolate flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-none [overflow-anchor:none] focus-visible:outline-2 focus-visible:-outline-offset-2"
          >
            <div data-arriving className="pb-4">
              {empty && <FocusMessages value={() => scroller.current?.focus()}>{whenEmpty}</FocusMessages>}
              <ActionsProvider channel={channel} readerId={me.id} change={change}>
                <MessageRows
                  channelId={channel.id}
                  me={me}
                  label={channel.kind === "direct" ? `Messages with ${channel.name}` : `Messages in #${channel.name}`}
                  run={shown}
                  ways={ways}
                  loading={pages.loading}
                  line={reads ? reading.line : null}
                  startAfter={startAfter}
                  target={target}
                  onRetry={retry}
                  onDiscard={discard}
                  onCancel={cancel}
                />
              </ActionsProvider>
            </div>
          </section>
        </BeforeChange>
        <CatchUp
          channelId={channel.id}
          readerId={me.id}
          run={run}
          reading={reading}
          reads={reads}
          atEnd={isAtEnd !== false}
          empty={empty}
          onJump={() => {
            // The button disappears, so focus moves to the messages to stay in the channel.
            scroller.current?.focus({ preventScroll: true });
            void jumpToLatest();
          }}
          onCatchUp={() => void catchUp()}
        />
      </div>
      <TypingLine channelId={channel.id} myId={me.id} />
      {instead ?? <Composer channel={channel} me={me} onSend={onSend} onEditLast={onEditLast} />}
    </DropArea>
  );
}

function doNothing(): void {}
