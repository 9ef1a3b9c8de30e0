import type { PresenceDiff, Typed } from "@/lib/presence/dto";

// NOTIFY takes fewer than 8000 bytes, of which some say who sends.
const MOST_BYTES = 7_000;
const FRAME_BYTES = 200;

/** A page of somebody, which may be connected to any process, is looked at again, or not any more. */
export type PageMove = { userId: string; tab: string; away: boolean };

/** What a process tells the others: what has changed of its people, who types, and which of somebody's pages was left alone. */
export type News = PresenceDiff & { typing: Typed[]; pages: PageMove[] };

/** What one signal carries. `whole`: this is part of all whom the process has. */
export type Packet = Partial<News> & {
  from: string;
  whole?: { part: number; of: number };
  /** A process that has just started asks for everybody's whole roll. */
  asks?: boolean;
  /** It is about to end. */
  leaves?: boolean;
};

type Wire = {
  s: string;
  w?: [part: number, of: number];
  h?: string;
  a?: string;
  o?: string;
  t?: [channelId: string, threadId: string | null, userId: string, name: string, ago: number][];
  p?: [userId: string, tab: string, away: 0 | 1][];
  q?: 1;
  x?: 1;
};

/** The news as signals, none of them too long for the bus; with `whole`, as all whom the process has, of which there may be nobody. */
export function toSignals(from: string, news: Partial<News>, whole = false): string[] {
  const parts = split(news, whole);
  return parts.map((part, index) => {
    const { here, away, off, typing, pages } = part;
    const wire: Wire = { s: from };
    if (whole) wire.w = [index, parts.length];
    if (here.length > 0) wire.h = here.join(" ");
    if (away.length > 0) wire.a = away.join(" ");
    if (off.length > 0) wire.o = off.join(" ");
    if (typing.length > 0)
      wire.t = typing.map(({ at, ...typed }) => [typed.channelId, typed.threadId, typed.userId, typed.name, ago(at)]);
    if (pages.length > 0) wire.p = pages.map(({ userId, tab, away: isAway }) => [userId, tab, isAway ? 1 : 0]);
    return JSON.stringify(wire);
  });
}

/** A process's first words, and its last. */
export function asking(from: string): string {
  return JSON.stringify({ s: from, q: 1 } satisfies Wire);
}

/** See `asking`. */
export function leaving(from: string): string {
  return JSON.stringify({ s: from, x: 1 } satisfies Wire);
}

/** What a signal says. Throws for what is none. */
export function fromSignal(text: string): Packet {
  const { s, w, h, a, o, t = [], p = [], q, x } = JSON.parse(text) as Wire;
  return {
    from: s,
    ...(w && { whole: { part: w[0], of: w[1] } }),
    here: words(h),
    away: words(a),
    off: words(o),
    typing: t.map(([channelId, threadId, userId, name, since]) => {
      return { channelId, threadId, userId, name, at: performance.now() - since };
    }),
    pages: p.map(([userId, tab, away]) => ({ userId, tab, away: away === 1 })),
    asks: q === 1,
    leaves: x === 1,
  };
}

/** How many milliseconds ago something was, by this process's `performance.now()`: what it is to others, whose clocks say something else. */
export function ago(at: number): number {
  return Math.round(performance.now() - at);
}

function words(text = ""): string[] {
  return text === "" ? [] : text.split(" ");
}

function split(news: Partial<News>, whole: boolean): News[] {
  const parts: News[] = [];
  let bytes = MOST_BYTES;
  const room = (needed: number): News => {
    const last = parts.at(-1);
    bytes += needed;
    if (last && bytes <= MOST_BYTES) return last;
    const next: News = { here: [], away: [], off: [], typing: [], pages: [] };
    parts.push(next);
    bytes = FRAME_BYTES + needed;
    return next;
  };
  for (const state of ["here", "away", "off"] as const) {
    for (const key of news[state] ?? []) room(key.length + 1)[state].push(key);
  }
  for (const typed of news.typing ?? []) room(Buffer.byteLength(JSON.stringify(typed))).typing.push(typed);
  for (const page of news.pages ?? []) room(JSON.stringify(page).length).pages.push(page);
  if (whole && parts.length === 0) room(0);
  return parts;
}
