import { atMostEvery } from "@/lib/presence/at-most-every";
import type { PresenceDiff, PresenceState, Typed } from "@/lib/presence/dto";
import { asking, fromSignal, leaving, type News, type PageMove, toSignals } from "@/lib/presence/packet";
import { Roll } from "@/lib/presence/roll";

/** So long somebody whose page has gone still counts as what they were: they may be loading it anew. */
export const GRACE_MS = 6_000;

const EVERY_MS = 1_000;
const WHOLE_ROLL_MS = 20_000;
// A process hears the others only a moment after it has started.
const ASKS_AGAIN_MS = 1_500;

/** What this process's streams are told, at most once a second. */
export type Told = { diff: PresenceDiff | null; typing: Typed[] };

type Hears = { told: (told: Told) => void | Promise<void>; page: (page: PageMove) => void };

const RANK = { here: 2, away: 1 } as const;

/**
 * This process's part in knowing who is here: says to the others what its own people do, and hears what theirs do. Changes go out
 * together, at most once a second; all whom this process has, every 20 seconds, so that what was lost is made up for. Nothing of it
 * is stored.
 */
export class Exchange {
  readonly roll = new Roll();
  readonly #source: string;
  readonly #send: (text: string) => void;
  /** Those whose page has just gone, and when what they are then is to count. */
  readonly #fading = new Map<string, { at: number; read: () => PresenceState | null }>();
  readonly #moved = new Set<string>();
  #out: Pick<News, "typing" | "pages"> = { typing: [], pages: [] };
  #typing: Typed[] = [];
  #hears: Hears | null = null;
  #saidSomebody = false;
  readonly #toOthers = atMostEvery(EVERY_MS, () => this.#tellOthers());
  readonly #toStreams = atMostEvery(EVERY_MS, () => this.#tellStreams());
  readonly #timers: NodeJS.Timeout[] = [];

  /** `send` carries a signal to all other processes; `source` is a name that none of them has. */
  constructor(source: string, send: (text: string) => void) {
    this.#source = source;
    this.#send = send;
  }

  /** Begins to take part, until `stop`. */
  start(): void {
    const ask = () => this.#send(asking(this.#source));
    ask();
    this.#timers.push(
      setTimeout(ask, ASKS_AGAIN_MS),
      setInterval(() => this.#look(), EVERY_MS),
      setInterval(() => this.#tellAll(), WHOLE_ROLL_MS),
    );
  }

  /** Takes part no more; the others keep this process's people for as long as they may need to come to them. */
  stop(): void {
    this.#send(leaving(this.#source));
    for (const timer of this.#timers) clearInterval(timer);
    this.#toOthers.stop();
    this.#toStreams.stop();
  }

  /** Has the process's streams told; `told` is never called again before it has resolved. */
  connect(hears: Hears): void {
    this.#hears = hears;
  }

  /** Has the streams told soon, also when nobody's state has changed. */
  askForNews(): void {
    this.#toStreams.ask();
  }

  /** What somebody is in this process, from now on. */
  say(key: string, state: PresenceState | null): void {
    this.#fading.delete(key);
    if (this.roll.stateAt(this.#source, key) === state) return;
    this.roll.set(this.#source, key, state, performance.now());
    this.#moved.add(key);
    this.#toOthers.ask();
    this.#noteChange();
  }

  /** The same after a page was opened or has gone: what is better counts at once, what is worse if it still is after the grace. */
  sayWithGrace(key: string, read: () => PresenceState | null): void {
    const [before, now] = [this.roll.stateAt(this.#source, key), read()];
    if (rank(now) >= rank(before)) this.say(key, now);
    else if (!this.#fading.has(key)) this.#fading.set(key, { at: performance.now() + GRACE_MS, read });
  }

  /** Somebody is typing. */
  sayTyping(typed: Typed): void {
    this.#out.typing.push(typed);
    this.#toOthers.ask();
    this.#hearTyping([typed]);
  }

  /** One of somebody's pages, connected to whichever process, was left alone or is looked at again. */
  sayPage(page: PageMove): void {
    this.#out.pages.push(page);
    this.#toOthers.ask();
    this.#hears?.page(page);
  }

  /** What another process has signalled. Throws for what is no signal. */
  hear(text: string): void {
    const packet = fromSignal(text);
    const { from, whole, here = [], away = [], off = [], typing = [], pages = [] } = packet;
    const now = performance.now();
    if (packet.asks) this.#tellAll();
    if (packet.leaves) this.roll.leave(from, GRACE_MS, now);
    if (whole) {
      const people = new Map<string, PresenceState>();
      for (const key of here) people.set(key, "here");
      for (const key of away) people.set(key, "away");
      this.roll.replace(from, { ...whole, people }, now);
    } else {
      for (const key of here) this.roll.set(from, key, "here", now);
      for (const key of away) this.roll.set(from, key, "away", now);
      for (const key of off) this.roll.set(from, key, null, now);
    }
    this.#noteChange();
    if (typing.length > 0) this.#hearTyping(typing);
    for (const page of pages) this.#hears?.page(page);
  }

  #hearTyping(typing: readonly Typed[]): void {
    this.#typing.push(...typing);
    this.#toStreams.ask();
  }

  #noteChange(): void {
    if (this.roll.changed) this.#toStreams.ask();
  }

  #look(): void {
    const now = performance.now();
    for (const [key, { at, read }] of this.#fading) if (at <= now) this.say(key, read());
    this.roll.expire(this.#source, now);
    this.#noteChange();
  }

  #tellAll(): void {
    const own = this.roll.peopleAt(this.#source);
    // Who has nobody says so once.
    if (own.size === 0 && !this.#saidSomebody) return;
    this.#saidSomebody = own.size > 0;
    const here = [...own.keys()].filter((key) => own.get(key) === "here");
    const away = [...own.keys()].filter((key) => own.get(key) === "away");
    for (const text of toSignals(this.#source, { here, away }, true)) this.#send(text);
  }

  #tellOthers(): void {
    const diff: PresenceDiff = { here: [], away: [], off: [] };
    for (const key of this.#moved) diff[this.roll.stateAt(this.#source, key) ?? "off"].push(key);
    if (diff.here.length + diff.away.length > 0) this.#saidSomebody = true;
    const news = { ...diff, ...this.#out };
    this.#moved.clear();
    this.#out = { typing: [], pages: [] };
    for (const text of toSignals(this.#source, news)) this.#send(text);
  }

  async #tellStreams(): Promise<void> {
    const typing = this.#typing;
    this.#typing = [];
    await this.#hears?.told({ diff: this.roll.takeDiff(), typing });
  }
}

function rank(state: PresenceState | null): number {
  return state === null ? 0 : RANK[state];
}
