import { paths } from "@/lib/paths";
import type { StreamEvent } from "@/lib/streams/types";
import { makeNonce } from "./nonce";
import { tellPerson } from "./people";
import { request } from "./request";
import { emitter, type Readable, store } from "./store";

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
export class Connection {
  private source: EventSource | null = null;
  private target: Target = { channelId: null, rev: null };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private wait = FIRST_WAIT_MS;
  private heardAt = 0;
  private running = false;
  private readonly page = { tab: makeNonce(), away: false };
  private readonly current = store<ConnectionStatus>("connecting");
  private readonly events = emitter<StreamEvent>();

  readonly status: Readable<ConnectionStatus> = this.current;

  /** Hears every event until the returned function is called. */
  readonly listen = this.events.subscribe;

  /** Makes this the channel whose messages come in full, after `rev`; leaves it when the returned function is called. */
  readonly open = (channelId: string, rev: number): (() => void) => {
    const target: Target = { channelId, rev };
    this.target = target;
    this.reconnectSoon(0);
    return () => {
      if (this.target !== target) return;
      this.target = { channelId: null, rev: null };
      this.reconnectSoon(0);
    };
  };

  /** A page of the channel was read as of `rev`: asks again for whatever came between that and the page's arrival. */
  readonly rewind = (channelId: string, rev: number): void => {
    if (this.target.channelId !== channelId || (this.target.rev ?? 0) <= rev) return;
    this.target.rev = rev;
    this.reconnectSoon(0);
  };

  readonly start = (): (() => void) => {
    this.running = true;
    this.reconnectSoon(0);
    this.watch = setInterval(this.checkAlive, 5_000);
    const wake = () => {
      this.comeBack();
      this.checkAlive();
    };
    window.addEventListener("online", this.retryLost);
    window.addEventListener("focus", this.comeBack);
    document.addEventListener("visibilitychange", wake);
    return () => {
      this.running = false;
      clearTimeout(this.timer);
      clearInterval(this.watch);
      this.drop();
      window.removeEventListener("online", this.retryLost);
      window.removeEventListener("focus", this.comeBack);
      document.removeEventListener("visibilitychange", wake);
    };
  };

  /** Closes the stream until the returned function is called, whatever happens meanwhile. */
  readonly pause = (): (() => void) => {
    this.running = false;
    clearTimeout(this.timer);
    this.drop();
    return () => {
      this.running = true;
      this.reconnectSoon(0);
    };
  };

  /** Whether this page was left alone, which others see of its person. */
  readonly setAway = (away: boolean): void => {
    if (this.page.away === away) return;
    this.page.away = away;
    // What isn't told now is told when the stream connects again.
    void request(paths.api.presence(this.page), { method: "POST" });
  };

  /** Tries again without waiting any longer. */
  readonly retryNow = (): void => {
    if (this.status.get() !== "open") this.reconnectSoon(0);
  };

  private readonly retryLost = (): void => {
    if (this.status.get() !== "displaced") this.retryNow();
  };

  /** A page that was displaced displaces another, so it does that only where somebody looks at it. */
  private readonly comeBack = (): void => {
    if (this.status.get() === "displaced" && document.visibilityState === "visible") this.retryNow();
  };

  private readonly checkAlive = (): void => {
    if (this.source && Date.now() - this.heardAt > SILENT_MS) this.lost();
    else if (document.visibilityState === "visible") this.retryIfWaiting();
  };

  private retryIfWaiting(): void {
    if (!this.source && this.status.get() === "reconnecting" && this.wait > 2_000) this.reconnectSoon(0);
  }

  private reconnectSoon(delay: number): void {
    if (!this.running) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), delay);
  }

  private connect(): void {
    this.drop();
    const source = new EventSource(paths.api.events(this.target.channelId, this.target.rev, this.page));
    this.source = source;
    this.heardAt = Date.now();
    source.onmessage = (message: MessageEvent<string>) => this.receive(JSON.parse(message.data) as StreamEvent);
    source.addEventListener("ping", () => {
      this.heardAt = Date.now();
    });
    source.onerror = () => this.lost();
  }

  private receive(event: StreamEvent): void {
    this.heardAt = Date.now();
    if (event.type === "ready") {
      this.wait = FIRST_WAIT_MS;
      this.setStatus("open");
    }
    // Listeners first: if one fails, the same changes are asked for again.
    this.tell(event);
    if ("rev" in event && event.channelId === this.target.channelId) this.target.rev = event.rev;
  }

  private lost(): void {
    this.drop();
    this.setStatus("reconnecting");
    // Random, so that a restarted server isn't met by everybody at the same moment.
    this.reconnectSoon(this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    void this.askWhy();
  }

  /** EventSource doesn't tell why it failed, so whether the session or the channel is gone is asked for in another way. */
  private async askWhy(): Promise<void> {
    const { channelId } = this.target;
    const url = channelId ? paths.api.messagesBefore(channelId, 0) : paths.api.sidebar;
    const { status } = await request(url);
    if (status === 401) this.tell({ type: "signed-out" });
    if (status === 404 && channelId) this.tell({ type: "gone", channelId });
  }

  private tell(event: StreamEvent): void {
    if (event.type === "displaced") {
      this.drop();
      this.setStatus("displaced");
    }
    if (event.type === "person") tellPerson(event.userId, event);
    if (event.type === "signed-out") {
      if (leaving.page) return;
      leaving.page = true;
      this.pause();
    }
    this.events.emit(event);
  }

  private drop(): void {
    this.source?.close();
    this.source = null;
  }

  private setStatus(status: ConnectionStatus): void {
    if (this.current.get() !== status) this.current.set(status);
  }
}
