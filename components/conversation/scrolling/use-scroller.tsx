"use client";

import {
  Component,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { MOST_LOADED, type View } from "@/components/conversation/run/run";
import { START_BELOW_PX } from "./start-script";
import { messagesInView, seqOf, seqsNear, useScrollAnchor } from "./use-scroll-anchor";

// Closer to the end than this counts as being at the end.
const NEAR_PX = 48;
const LOAD_AHEAD_PX = 1_200;
// What is nearer than this isn't dropped: twice the above, or what has just been dropped would be loaded again.
const KEEP_PX = 2 * LOAD_AHEAD_PX;
// Every message above makes the next one at the end slower. So fewer are kept there, and some go together.
const MOST_AT_END = 100;
const GO_TOGETHER = 25;
// A row may stand for many messages. Where so many don't fill what is loaded ahead, the next are for who scrolls up to them.
const MANY = 4 * MOST_LOADED;

type ScrollerOptions = {
  pages: { loadOlder: () => void; loadNewer: () => void };
  /** Is told where the reader is whenever the run has changed. */
  bound: (view: View, most: number) => void;
  run: { messages: readonly unknown[]; hasOlder: boolean; hasNewer: boolean };
  /** Where to begin: at the end, at what is marked as the start, or wherever `showMessage` leads. */
  start: "end" | "marked" | "elsewhere";
  /** Is set to the `seq` in the middle of what is in view; null at the end. */
  middle: RefObject<number | null>;
};

/**
 * Keeps the scroll position in a list that grows and shrinks at both ends. The scroller is laid out in reverse, so that its natural
 * position is the end, before any script runs; away from the end, the topmost visible message stays where it is.
 * Where it begins elsewhere, `StartScript` brings it there while the page comes in; what comes without a page begins there here.
 */
export function useScroller({ pages, bound, run, start, middle }: ScrollerOptions) {
  const { loadOlder, loadNewer } = pages;
  const { messages, hasOlder, hasNewer } = run;
  const ahead = messages.length > MANY ? NEAR_PX : LOAD_AHEAD_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(start === "end");
  // Null until the list has been brought to where it begins.
  const [isAtEnd, setIsAtEnd] = useState<boolean | null>(start === "end" ? true : null);
  const started = useRef(start !== "marked");
  const { note, noteIfMoved, hold, inView } = useScrollAnchor(scroller, atEnd, hasOlder);

  const noteAll = useCallback(() => {
    note();
    const shown = inView();
    middle.current = atEnd.current ? null : (shown[shown.length >> 1]?.seq ?? null);
  }, [note, inView, middle]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // In a reversed layout scrollTop is 0 at the end and negative above it.
    // The end of what is loaded isn't the end, unless somebody has jumped there and the latest page is about to be rendered.
    atEnd.current = -element.scrollTop < NEAR_PX && (atEnd.current || !hasNewer);
    // Setting what it is already would render again and again while something else waits to be rendered.
    if (isAtEnd !== atEnd.current) setIsAtEnd(atEnd.current);
    noteAll();
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (above < ahead) loadOlder();
    if (-element.scrollTop < ahead) loadNewer();
  }, [loadOlder, loadNewer, ahead, hasNewer, isAtEnd, noteAll]);

  const toStart = useRef(false);
  const [, render] = useReducer((turn: number) => turn + 1, 0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (!started.current) goToStart(element);
    else if (toStart.current && !hasOlder) {
      toStart.current = false;
      element.scrollTop = -element.scrollHeight;
    } else hold();
    started.current = true;
    noteAll();
  });

  // Not before the page is painted: what goes is out of view.
  useEffect(() => {
    const element = scroller.current;
    if (!element || messages.length <= (atEnd.current ? MOST_AT_END + GO_TOGETHER : MOST_LOADED)) return;
    const { first, last } = seqsNear(element, KEEP_PX);
    const kept = keptMessages(element);
    if (atEnd.current) bound({ first, last: Number.POSITIVE_INFINITY, kept }, MOST_AT_END);
    else bound({ first, last, kept }, MOST_LOADED);
  }, [messages, bound]);

  // A short list has no scroll bar and sends no scroll event, so more messages are asked for here.
  useEffect(onScroll);

  const jumpToEnd = useCallback(() => {
    atEnd.current = true;
    setIsAtEnd(true);
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  /** Goes to the beginning of what is loaded as soon as that is the channel's beginning. */
  const jumpToStart = useCallback(() => {
    atEnd.current = false;
    setIsAtEnd(false);
    toStart.current = true;
    render();
  }, []);

  /** Brings the first unread message to the top, for who has not scrolled since the list was there. */
  const jumpToNew = useCallback(
    (seq: number) => {
      const element = scroller.current;
      const message = element?.querySelector(`[data-seq="${seq}"]`);
      if (!element || !message || element.scrollTop !== 0) return;
      bringToTop(element, message);
      atEnd.current = -element.scrollTop < NEAR_PX;
      onScroll();
    },
    [onScroll],
  );

  const showMessage = useCallback(
    (seq: number, onlyIfHidden = false) => {
      const list = scroller.current;
      const all = [...(list?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])];
      // Where it has been deleted, what came after it.
      const element = all.find((each) => Number(each.dataset.seq) >= seq) ?? all.at(-1);
      if (!list || !element) return;
      if (onlyIfHidden && messagesInView(list).some((each) => each.element === element)) return;
      atEnd.current = false;
      element.scrollIntoView({ block: "center" });
      // At once: the scroll event may come after the next rendering, which would put back what it holds, or not at all.
      onScroll();
    },
    [onScroll],
  );

  return { scroller, isAtEnd, onScroll, noteIfMoved, jumpToEnd, jumpToStart, jumpToNew, showMessage };
}

/** Brings the start to the top, unless somebody, or the script in the page, has scrolled before. */
function goToStart(element: HTMLElement): void {
  const start = element.querySelector("[data-start]");
  if (start && element.scrollTop === 0) bringToTop(element, start);
}

function bringToTop(element: HTMLElement, start: Element): void {
  element.scrollTop += start.getBoundingClientRect().top - element.getBoundingClientRect().top - START_BELOW_PX;
}

/**
 * The `seq`s of messages that must stay on the page wherever it is scrolled: those being edited, or with something open, and the one
 * with the keyboard's focus, as long as that doesn't make the page grow much.
 */
function keptMessages(scroller: HTMLElement): number[] {
  const kept = new Set<number>();
  const keep = (element: Element | null) => {
    const message = element?.closest<HTMLElement>("article[data-seq]");
    if (message) kept.add(seqOf(message));
  };
  for (const busy of scroller.querySelectorAll('article textarea, article [aria-haspopup][aria-expanded="true"]')) {
    keep(busy);
  }
  const few = scroller.querySelectorAll("article[data-seq]").length <= 2 * MOST_LOADED;
  if (few) keep(scroller.querySelector("article:focus-visible, article :focus-visible"));
  return [...kept];
}

type Props = { children: ReactNode; measure: () => void };

/** Calls `measure` right before what it renders changes on the page: nothing else in React can look at a page as it still is. */
export class BeforeChange extends Component<Props> {
  override getSnapshotBeforeUpdate(): null {
    this.props.measure();
    return null;
  }

  // React requires componentDidUpdate beside getSnapshotBeforeUpdate.
  override componentDidUpdate(): void {}

  override render(): ReactNode {
    return this.props.children;
  }
}

// A page scrolls by itself too, when something above grows; by hand it does so within this time of a person's doing.
const BY_HAND_MS = 1_000;
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Calls `onScrolled` when a person scrolls the element; it must be stable. */
export function useScrollIntent(scroller: RefObject<HTMLElement | null>, onScrolled: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let touchedAt = Number.NEGATIVE_INFINITY;
    const touched = (event: Event) => {
      // Only a press on the scroller itself can be a press on its scroll bar.
      if (event.type !== "pointerdown" || event.target === element) touchedAt = event.timeStamp;
    };
    const scrolled = (event: Event) => event.timeStamp - touchedAt < BY_HAND_MS && onScrolled();
    for (const hand of HANDS) element.addEventListener(hand, touched, { passive: true });
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      for (const hand of HANDS) element.removeEventListener(hand, touched);
      element.removeEventListener("scroll", scrolled);
    };
  }, [scroller, onScrolled]);
}
