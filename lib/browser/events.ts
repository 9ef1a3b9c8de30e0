import { paths } from "@/lib/paths";
import type { StreamEvent } from "@/lib/streams/types";
import { makeNonce } from "./nonce";
import { request } from "./request";
import { type Readable, store, useStore } from "./store";

/** `displaced`: this person has opened too many other pages since, so that this one is live again only when they come back to it. */
export type ConnectionStatus = "connecting" | "open" | "reconnecting" | "displaced";

type Target = { channelId: string | null; rev: number | null };

// The server pings every 15 s; a connection silent for three of them is dead, whatever the socket says.
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** Whether the page is leaving because its session ends: it does so once, as a second time would break off the first. */
export const leaving = { page: false };

/**
 * The browser's one event stream, kept open whatever happens: it reconnects with growing waits, at once when the network or
 * the page comes back, and asks for everything after the last revision that it has seen.
 */
export type Connection = {
  status: Readable<ConnectionStatus>;
  /** Makes this the channel whose messages come in full, after `rev`; leaves it when the returned function is called. */
  open: (channelId: string, rev: number) => () => void;
  /** A page of the channel was read as of `rev`: asks again for whatever came between that and the page's arrival. */
  rewind: (channelId: string, rev: number) => void;
  /** Opens the stream until the returned function is called. `apply` is the page's one listener. */
  start: (apply: (event: StreamEvent) => void) => () => void;
  /** Closes the stream until the returned function is called, whatever happens meanwhile. */
  pause: () => () => void;
  /** Whether this page was left alone, which others see of its person. */
  setAway: (away: boolean) => void;
  /** Tries again without waiting any longer. */
  retryNow: () => void;
};

/** Makes one: for `connection` below, and for tests. */
export function makeConnection(): Connection {
  const status = store<ConnectionStatus>("connecting");
  const page = { tab: makeNonce(), away: false };
  let source: EventSource | null = null;
  let target: Target = { channelId: null, rev: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let heardAt = 0;
  let running = false;
  let apply: (event: StreamEvent) => void = () => {};

  function open(channelId: string, rev: number): () => void {
    const mine: Target = { channelId, rev };
    target = mine;
    reconnectSoon(0);
    return () => {
      if (target !== mine) return;
      target = { channelId: null, rev: null };
      reconnectSoon(0);
    };
  }

  function rewind(channelId: string, rev: number): void {
    if (target.channelId !== channelId || (target.rev ?? 0) <= rev) return;
    target.rev = rev;
    reconnectSoon(0);
  }

  function start(listener: (event: StreamEvent) => void): () => void {
    apply = listener;
    running = true;
    setStatus("connecting");
    reconnectSoon(0);
    const watch = setInterval(checkAlive, 5_000);
    const wake = () => {
      comeBack();
      checkAlive();
    };
    window.addEventListener("online", retryLost);
    window.addEventListener("focus", comeBack);
    document.addEventListener("visibilitychange", wake);
    return () => {
      pause();
      clearInterval(watch);
      window.removeEventListener("online", retryLost);
      window.removeEventListener("focus", comeBack);
      document.removeEventListener("visibilitychange", wake);
    };
  }

  function pause(): () => void {
    running = false;
    clearTimeout(timer);
    drop();
    return () => {
      running = true;
      reconnectSoon(0);
    };
  }

  function setAway(away: boolean): void {
    if (page.away === away) return;
    page.away = away;
    // What isn't told now is told when the stream connects again.
    void request(paths.api.presence(page), { method: "POST" });
  }

  function retryNow(): void {
    if (status.get() !== "open") reconnectSoon(0);
  }

  function retryLost(): void {
    if (status.get() !== "displaced") retryNow();
  }

  /** A page that was displaced displaces another, so it does that only where somebody looks at it. */
  function comeBack(): void {
    if (status.get() === "displaced" && document.visibilityState === "visible") retryNow();
  }

  function checkAlive(): void {
    if (source && Date.now() - heardAt > SILENT_MS) lost();
    else if (document.visibilityState === "visible" && !source && status.get() === "reconnecting" && wait > 2_000)
      reconnectSoon(0);
  }

  function reconnectSoon(delay: number): void {
    if (!running) return;
    clearTimeout(timer);
    timer = setTimeout(connect, delay);
  }

  function connect(): void {
    drop();
    source = new EventSource(paths.api.events(target.channelId, target.rev, page));
    heardAt = Date.now();
    source.onmessage = (message: MessageEvent<string>) => receive(JSON.parse(message.data) as StreamEvent);
    source.addEventListener("ping", () => {
      heardAt = Date.now();
    });
    source.onerror = lost;
  }

  function receive(event: StreamEvent): void {
    heardAt = Date.now();
    if (event.type === "ready") {
      wait = FIRST_WAIT_MS;
      setStatus("open");
    }
    // Applied first: if that fails, the same changes are asked for again.
    tell(event);
    if ("rev" in event && event.channelId === target.channelId) target.rev = event.rev;
  }

  function lost(): void {
    drop();
    setStatus("reconnecting");
    // Random, so that a restarted server isn't met by everybody at the same moment.
    reconnectSoon(wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    void askWhy();
  }

  /** EventSource doesn't tell why it failed, so whether the session or the channel is gone is asked for in another way. */
  async function askWhy(): Promise<void> {
    const { channelId } = target;
    const answer = await request(channelId ? paths.api.messagesBefore(channelId, 0) : paths.api.sidebar);
    if (answer.status === 401) tell({ type: "signed-out" });
    if (answer.status === 404 && channelId) tell({ type: "gone", channelId });
  }

  function tell(event: StreamEvent): void {
    if (event.type === "displaced") {
      drop();
      setStatus("displaced");
    }
    if (event.type === "signed-out") {
      if (leaving.page) return;
      leaving.page = true;
      pause();
    }
    apply(event);
  }

  function drop(): void {
    source?.close();
    source = null;
  }

  function setStatus(now: ConnectionStatus): void {
    if (status.get() !== now) status.set(now);
  }

  return { status, open, rewind, start, pause, setAway, retryNow };
}

/** This page's event stream. `EventsProvider` opens it. */
export const connection = makeConnection();

/** Whether messages come in live just now. */
export function useConnectionStatus(): ConnectionStatus {
  return useStore(connection.status, (status) => status, "connecting");
}
