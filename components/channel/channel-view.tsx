"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Composer } from "@/components/composer/composer";
import { DropArea } from "@/components/composer/files/drop-area";
import type { LocalFile } from "@/components/composer/files/local-file";
import { draftKey } from "@/components/composer/use-draft";
import { ActionsProvider } from "@/components/conversation/actions/actions-context";
import { startEditing, useEditLast } from "@/components/conversation/actions/editing";
import { MessageRows } from "@/components/conversation/message-rows";
import { usePaneCovers } from "@/components/conversation/open-pane";
import { Announcer } from "@/components/conversation/reading/announcer";
import { useMarkRead } from "@/components/conversation/reading/use-mark-read";
import { countUnread, firstUnread } from "@/components/conversation/rows";
import { BeforeChange, useScroller, useScrollIntent } from "@/components/conversation/scrolling/use-scroller";
import { rovingStep } from "@/components/conversation/use-roving-message";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { TypingLine } from "@/components/presence/typing-line";
import { readingOf, useUnreadCount } from "@/components/unread/unread-counts";
import { seen } from "@/lib/browser/seen";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/users/dto";
import { useLeaveBySending, useNothingIsRead } from "./filter/use-filter";
import { JumpBar } from "./jump-bar";
import { useCatchUpKey } from "./use-catch-up-key";
import { useChannel, useLastFirst } from "./use-channel";

type ChannelViewProps = {
  channel: ChannelDto;
  me: MeDto;
  page: MessagePageDto;
  /** The message that a permalink led to. */
  target: number | null;
  /** What stands in the composer's place for who can't write here. */
  instead: ReactNode;
  /** Stands where messages would, while there are none. */
  whenEmpty: ReactNode;
  /** Brings the channel to where it opens while the page comes in. */
  startScript: ReactNode;
};

/** A channel: its messages, live, and where to write. */
export function ChannelView({ channel, me, page, target, instead, whenEmpty, startScript }: ChannelViewProps) {
  const place = useRef<number | null>(null);
  const { muted, filter } = useWebhooks();
  const { run, caughtUp, pages, bound, sendNew, retry, discard, cancel, change } = useChannel(
    channel.id,
    page,
    filter,
    place,
    target,
  );
  // A visitor has no read position, and under a filter unseen messages would be marked as read.
  const reads = channel.role !== null && filter === null;
  // The page of a channel that was open before says how far one had read by then.
  const [openedAt] = useState(() => (caughtUp ? null : readingOf(channel.id)?.lastReadSeq) ?? channel.lastReadSeq);
  const opensAtNew = reads && firstUnread(run.messages, openedAt, me.id, muted) !== null;
  const [startAfter] = useState(() => (target === null ? (opensAtNew ? openedAt : null) : before(target, page)));
  const { shown, isWhole } = useLastFirst(run, startAfter === null && target === null);
  const { scroller, isAtEnd, onScroll, noteIfMoved, jumpToEnd, jumpToStart, jumpToNew, showMessage } = useScroller({
    // What is held already isn't asked for.
    pages: isWhole ? pages : { ...pages, loadOlder: doNothing },
    bound,
    run: shown,
    start: startAfter === null ? "end" : "marked",
    place,
  });
  const covered = usePaneCovers();
  // What has come meanwhile stands there before one looks on: nobody has seen it coming.
  const [begun, setBegun] = useState(caughtUp);
  const atEnd = isAtEnd === true && reads && !covered && begun;
  const reading = useMarkRead(channel.id, { lastReadSeq: openedAt, newest: run.latest, atEnd });
  useScrollIntent(scroller, reading.release);
  const counted = useUnreadCount(channel.id);
  const unread = (run.hasNewer ? counted : null) ?? countUnread(run.messages, reading.read, me.id, muted);
  useNothingIsRead(filter !== null);
  useLeaveBySending(channel.id, filter, run.messages);

  useEffect(() => {
    if (filter === null) seen.set({ channel, messages: run.messages });
  }, [filter, channel, run.messages]);

  const led = useRef(false);
  useEffect(() => {
    if (target === null || led.current) return;
    led.current = true;
    // A run of muted messages is folded into one line, and the target may be inside it.
    showMessage(target, true);
  }, [target, showMessage]);

  const begin = useEffectEvent(() => {
    const fresh = reads ? firstUnread(run.messages, openedAt, me.id, muted) : null;
    if (fresh) jumpToNew(fresh.seq);
    setBegun(true);
  });
  useLayoutEffect(() => {
    if (caughtUp && !begun) begin();
  }, [caughtUp, begun]);

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
  useCatchUpKey(() => void catchUp());
  const onSend = (content: string, files: readonly LocalFile[]) => {
    void jumpToLatest();
    sendNew(content, files);
  };
  const editLast = useEditLast(run, me.id, startEditing);
  const jumps = useRef({ toFirst: jumpToFirst, toLast: jumpToLatest });
  jumps.current = { toFirst: jumpToFirst, toLast: jumpToLatest };
  const { loadOlder, loadNewer } = pages;
  // A stable object: otherwise every message would render again.
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
  const empty = run.messages.length === 0 && run.pending.length === 0 && !run.hasOlder;
  return (
    <DropArea place={instead ? null : draftKey(me.id, channel.id)} to={channelTitle(channel)}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <BeforeChange measure={noteIfMoved}>
          <section
            ref={scroller}
            aria-label="Messages"
            data-messages
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            tabIndex={0}
            onScroll={onScroll}
            onKeyDown={onKeyDown}
            className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-none [overflow-anchor:none] focus-visible:outline-2 focus-visible:-outline-offset-2"
          >
            <div data-arriving className="pb-4">
              {empty && whenEmpty}
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
        <Announcer channelId={channel.id} readerId={me.id} latest={run.latest} />
        {!empty && (
          <JumpBar
            atEnd={isAtEnd !== false}
            unread={reads ? unread : 0}
            held={reading.held}
            onJump={() => {
              // The button disappears; focus moves to the messages, so that the keyboard isn't lost.
              scroller.current?.focus({ preventScroll: true });
              void jumpToLatest();
            }}
            onMarkRead={() => void catchUp()}
          />
        )}
      </div>
      <TypingLine channelId={channel.id} myId={me.id} />
      {instead ?? <Composer channel={channel} me={me} onSend={onSend} onEditLast={editLast} />}
      {/* Browsers that know this paint the page once, whole, and not first without its messages or where one writes. */}
      <link rel="expect" href="#arrived" blocking="render" />
      <span data-arrived id="arrived" hidden />
      {startAfter !== null && startScript}
    </DropArea>
  );
}

function doNothing(): void {}

/** After which message the page begins that shows this one, or what came after it where it is deleted; null when there is nothing. */
function before(target: number, { messages }: MessagePageDto): number | null {
  return messages.some(({ seq }) => seq >= target) ? target - 1 : null;
}
