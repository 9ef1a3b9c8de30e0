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
import { MOST_LOADED, type View } from "@/components/chat/conversation/run/run";
import { START_BELOW_PX } from "./start-script";
import { seqOf, seqsNear, useScrollAnchor } from "./use-scroll-anchor";

// Closer to the end than this counts as being at the end.
const NEAR_PX = 48;
const LOAD_AHEAD_PX = 1_200;
// Nothing nearer than this is dropped. Twice the loading distance, or dropped messages would be loaded again.
const KEEP_PX = 2 * LOAD_AHEAD_PX;
// Each message above slows down the next one at the end, so fewer are kept there, and they are dropped in groups.
const MOST_AT_END = 100;
const GO_TOGETHER = 25;
// A row can stand for many messages. If this many don't fill the space to load ahead, wait until the user scrolls.
const MANY = 4 * MOST_LOADED;

type ScrollerOptions = {
  pages: { loadOlder: () => void; loadNewer: () => void };
  /** Called with the reader's position whenever the run changes. */
  bound: (view: View, most: number) => void;
  run: { messages: readonly unknown[]; hasOlder: boolean; hasNewer: boolean };
  /** Where to start: at the end, at the marked message, or wherever `showMessage` goes. */
  start: "end" | "marked" | "elsewhere";
  /** Set to the `seq` in the middle of the view; null at the end. */
  middle: RefObject<number | null>;
};

/**
 * Keeps the scroll position in a list that grows and shrinks at both ends. The scroller is laid out in reverse, so it
 * starts at the end before any script runs; elsewhere, the topmost visible message stays in place. `StartScript` sets
 * another start position while the page arrives; after client navigation, this hook does.
 */
export function useScroller({ pages, bound, run, start, middle }: ScrollerOptions) {
  const { loadOlder, loadNewer } = pages;
  const { messages, hasOlder, hasNewer } = run;
  const ahead = messages.length > MANY ? NEAR_PX : LOAD_AHEAD_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(start === "end");
  // Null until the list is at its start position.
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
    // In a reversed layout scrollTop is 0 at the end and negative above it. The end of what is loaded isn't the
    // channel's end, unless the user jumped there and the latest page is about to render.
    atEnd.current = -element.scrollTop < NEAR_PX && (atEnd.current || !hasNewer);
    // Setting the same value would cause endless renders while another update is pending.
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

  // After the paint: what is dropped is out of view.
  useEffect(() => {
    const element = scroller.current;
    if (!element || messages.length <= (atEnd.current ? MOST_AT_END + GO_TOGETHER : MOST_LOADED)) return;
    const { first, last } = seqsNear(element, KEEP_PX);
    const kept = keptMessages(element);
    if (atEnd.current) bound({ first, last: Number.POSITIVE_INFINITY, kept }, MOST_AT_END);
    else bound({ first, last, kept }, MOST_LOADED);
  }, [messages, bound]);

  // A short list never scrolls, so load more here.
  useEffect(onScroll);

  const jumpToEnd = useCallback(() => {
    atEnd.current = true;
    setIsAtEnd(true);
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  /** Goes to the start of the loaded messages once that is the channel's start. */
  const jumpToStart = useCallback(() => {
    atEnd.current = false;
    setIsAtEnd(false);
    toStart.current = true;
    render();
  }, []);

  /** Scrolls the first unread message to the top, unless the user has scrolled. */
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
    (seq: number) => {
      const list = scroller.current;
      const all = [...(list?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])];
      // If it was deleted, the message after it.
      const element = all.find((each) => Number(each.dataset.seq) >= seq) ?? all.at(-1);
      if (!list || !element) return;
      atEnd.current = false;
      element.scrollIntoView({ block: "center" });
      // At once: the scroll event may come after the next render, which would restore the old position, or not at
      // all.
      onScroll();
    },
    [onScroll],
  );

  return { scroller, isAtEnd, onScroll, noteIfMoved, jumpToEnd, jumpToStart, jumpToNew, showMessage };
}

/** Scrolls the start position to the top, unless the user or `StartScript` has scrolled. */
function goToStart(element: HTMLElement): void {
  const start = element.querySelector("[data-start]");
  if (start && element.scrollTop === 0) bringToTop(element, start);
}

function bringToTop(element: HTMLElement, start: Element): void {
  element.scrollTop += start.getBoundingClientRect().top - element.getBoundingClientRect().top - START_BELOW_PX;
}

/**
 * Returns the `seq`s of messages that must stay loaded: those being edited or with something open, and the focused one
 * if that doesn't make the page much longer.
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

/** Calls `measure` right before its children change in the DOM. No hook can see the page before a change. */
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

// The page also scrolls when content above grows. A scroll counts as the user's within this time after input.
const BY_HAND_MS = 1_000;
const REST_MS = 1_200;
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Calls `onScrolled` when the user scrolls the element. It must be stable. */
export function useScrollIntent(scroller: RefObject<HTMLElement | null>, onScrolled: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let touchedAt = Number.NEGATIVE_INFINITY;
    const touched = (event: Event) => {
      // Only a press on the scroller itself can be on its scroll bar.
      if (event.type !== "pointerdown" || event.target === element) touchedAt = event.timeStamp;
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (event: Event) => {
      if (event.timeStamp - touchedAt >= BY_HAND_MS) return;
      // The day's pill is shown meanwhile.
      element.dataset.scrolling = "";
      clearTimeout(rest);
      rest = setTimeout(() => delete element.dataset.scrolling, REST_MS);
      onScrolled();
    };
    for (const hand of HANDS) element.addEventListener(hand, touched, { passive: true });
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      for (const hand of HANDS) element.removeEventListener(hand, touched);
      element.removeEventListener("scroll", scrolled);
      clearTimeout(rest);
      delete element.dataset.scrolling;
    };
  }, [scroller, onScrolled]);
}
