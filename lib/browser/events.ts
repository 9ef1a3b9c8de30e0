import type { StreamEvent } from "@/lib/live/streams/types";
import { paths } from "@/lib/text/paths";
import { makeNonce } from "./nonce";
import { request, unanswered } from "./request";
import { type Readable, store, useStore } from "./store";

/** `displaced`: the person has opened too many other pages since, so this one is live again only when they return to it. */
export type ConnectionStatus = "connecting" | "open" | "reconnecting" | "displaced";

type Target = { channelId: string | null; rev: number | null };

// The server pings every 15 s. After three missed pings the connection is dead, whatever the socket says.
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
// Reconnects shorter than this aren't worth showing.
const PATIENCE_MS = 1_000;
// After a longer silence, the rendered page may be outdated, too. Shorter ones follow restarts, when all pages reconnect.
const CURRENT_MS = 60_000;

/** Whether the page is leaving because its session ended. A second navigation would cancel the first. */
export const leaving = { page: false };

/**
 * The browser's only event stream. It reconnects with growing delays, or immediately when the network or the page comes
 * back, and requests everything after the last revision it has seen.
 */
export type Connection = {
  status: Readable<ConnectionStatus>;
  /** Whether the page shows that it is offline: immediately if the browser says so, otherwise after a second. */
  lost: Readable<boolean>;
  /**
   * Makes this the channel whose messages are streamed, from `rev` on. Call the returned function to leave it; `onLeave`
   * gets the revision that the stream has reached.
   */
  open: (channelId: string, rev: number, onLeave?: (reached: number) => void) => () => void;
  /** Requests everything since `rev` again, for a page that was rendered as of `rev`. */
  rewind: (channelId: string, rev: number) => void;
  /** Opens the stream. `apply` is the page's only listener. Call the returned function to close it. */
  start: (apply: (event: StreamEvent) => void) => () => void;
  /** Closes the stream until the returned function is called. */
  pause: () => () => void;
  /** Sets whether the person is away from this page, which others can see. */
  setAway: (away: boolean) => void;
  /** Reconnects without further delay. */
  retryNow: () => void;
};

/** Makes a connection: for `connection` below, and for tests. */
export function makeConnection(): Connection {
  const status = store<ConnectionStatus>("connecting");
  const isLost = store(false);
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const page = { tab: makeNonce(), away: false };
  let source: EventSource | null = null;
  let target: Target = { channelId: null, rev: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let heardAt = 0;
  let currentAt = 0;
  let running = false;
  let apply: (event: StreamEvent) => void = () => {};

  function open(channelId: string, rev: number, onLeave?: (reached: number) => void): () => void {
    const mine: Target = { channelId, rev };
    target = mine;
    reconnectSoon(0);
    return () => {
      if (target === mine) {
        target = { channelId: null, rev: null };
        reconnectSoon(0);
      }
      onLeave?.(mine.rev ?? rev);
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
    currentAt = Date.now();
    setStatus("connecting");
    reconnectSoon(0);
    const watch = setInterval(checkAlive, 5_000);
    const wake = () => {
      comeBack();
      checkAlive();
    };
    const stopHearing = unanswered.subscribe(() => void suspect());
    window.addEventListener("offline", disconnected);
    window.addEventListener("online", retryLost);
    window.addEventListener("focus", comeBack);
    document.addEventListener("visibilitychange", wake);
    return () => {
      pause();
      clearInterval(watch);
      stopHearing();
      window.removeEventListener("offline", disconnected);
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
    // If this fails, reconnecting reports it.
    void request(paths.api.presence(page), { method: "POST" });
  }

  function retryNow(): void {
    if (status.get() !== "open") reconnectSoon(0);
  }

  function retryLost(): void {
    if (status.get() !== "displaced") retryNow();
  }

  /** A displaced page displaces another when it reconnects, so it does that only when someone looks at it. */
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
    source.addEventListener("ping", hear);
    source.onerror = lost;
  }

  function hear(): void {
    heardAt = Date.now();
    currentAt = heardAt;
  }

  function receive(event: StreamEvent): void {
    const isOld = Date.now() - currentAt > CURRENT_MS;
    hear();
    if (event.type === "ready") {
      wait = FIRST_WAIT_MS;
      setStatus("open");
    }
    // Applied first: if that fails, the same changes are requested again.
    tell(event);
    if (isOld) tell({ type: "channels" });
    if ("rev" in event && event.channelId === target.channelId) target.rev = event.rev;
  }

  function lost(): void {
    drop();
    setStatus("reconnecting");
    // Random, so that not all clients reconnect to a restarted server at once.
    reconnectSoon(wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    void askWhy();
  }

  /** The browser lost its network. An open stream may not notice that for a long time. */
  function disconnected(): void {
    if (!running || status.get() === "displaced") return;
    lost();
    showLost(true);
  }

  let suspecting = false;
  /** A request got no answer. If another gets none either, the stream is dead, too. */
  async function suspect(): Promise<void> {
    if (suspecting || !running || status.get() !== "open") return;
    suspecting = true;
    const { status: answered } = await request(paths.api.sidebar);
    suspecting = false;
    if (answered === null && running && status.get() === "open") lost();
  }

  /** EventSource doesn't report why it failed, so another request finds out whether the session or the channel is gone. */
  async function askWhy(): Promise<void> {
    const { channelId } = target;
    const answer = await request(channelId ? paths.api.messagesBeside(channelId, "before", 0) : paths.api.sidebar);
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
    if (status.get() === now) return;
    status.set(now);
    clearTimeout(lostTimer);
    if (now !== "reconnecting") showLost(false);
    else if (navigator.onLine === false) showLost(true);
    else lostTimer = setTimeout(showLost, PATIENCE_MS, true);
  }

  function showLost(now: boolean): void {
    if (isLost.get() !== now) isLost.set(now);
  }

  return { status, lost: isLost, open, rewind, start, pause, setAway, retryNow };
}

/** This page's event stream, opened by `EventsProvider`. */
export const connection = makeConnection();

/** Returns the state of the event stream, live. */
export function useConnectionStatus(): ConnectionStatus {
  return useStore(connection.status, "connecting");
}

/** What the page says while the server's disk is full; undefined while there is room. */
export const fullDisk = store<string | undefined>(undefined);

/** Returns it, live. */
export function useFullDisk(): string | undefined {
  return useStore(fullDisk, undefined);
}

/** Returns whether the page shows that it is offline. */
export function useLost(): boolean {
  return useStore(connection.lost, false);
}
