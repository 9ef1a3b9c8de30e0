import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamEvent } from "@/lib/live/streams/types";
import { type Connection, makeConnection } from "./events";
import { request } from "./request";

/** A fake of the browser's EventSource. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  tell(event: StreamEvent): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
  vi.stubGlobal("navigator", { onLine: true });
  FakeSource.all = [];
  page.visibilityState = "visible";
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that heard nothing for a minute is rendered again, and one that did isn't", async () => {
  const heard: string[] = [];
  const connection = makeConnection();
  stop = connection.start(({ type }) => heard.push(type));
  const reopened = async () => {
    connection.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    FakeSource.all.at(-1)?.tell({ type: "ready", channelId: null, rev: 0 });
  };
  await reopened();
  FakeSource.all.at(-1)?.tell({ type: "displaced" });
  await vi.advanceTimersByTimeAsync(50_000);
  await reopened();
  expect(heard).toEqual(["ready", "displaced", "ready"]);
  FakeSource.all.at(-1)?.tell({ type: "displaced" });
  await vi.advanceTimersByTimeAsync(70_000);
  await reopened();
  expect(heard.slice(3)).toEqual(["displaced", "ready", "channels"]);
});

async function displaced(): Promise<Connection> {
  const connection = makeConnection();
  stop = connection.start(() => {});
  await vi.advanceTimersByTimeAsync(0);
  FakeSource.all[0]?.tell({ type: "ready", channelId: null, rev: 0 });
  expect(connection.status.get()).toBe("open");
  FakeSource.all[0]?.tell({ type: "displaced" });
  return connection;
}

test("a displaced stream isn't reopened on its own", async () => {
  const connection = await displaced();
  expect([connection.status.get(), FakeSource.all[0]?.closed]).toEqual(["displaced", true]);
  browser.dispatchEvent(new Event("online"));
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeSource.all).toHaveLength(1);
});

test.each<[string, (connection: Connection) => void]>([
  ["looks at its page", () => page.dispatchEvent(new Event("visibilitychange"))],
  ["goes to its window", () => browser.dispatchEvent(new Event("focus"))],
  ["retries", (connection) => connection.retryNow()],
  ["opens a channel in it", (connection) => connection.open("7", 1)],
])("a displaced stream is reopened once when the user %s", async (_, act) => {
  const connection = await displaced();
  act(connection);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSource.all).toHaveLength(2);
  FakeSource.all[1]?.tell({ type: "ready", channelId: null, rev: 0 });
  expect(connection.status.get()).toBe("open");
});

test("a page reports being away once, and again after reconnecting", async () => {
  const said = vi.fn(async (_: string) => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", said);
  const connection = makeConnection();
  stop = connection.start(() => {});
  await vi.advanceTimersByTimeAsync(0);
  const [tab = ""] = /tab=\w+/.exec(FakeSource.all[0]?.url ?? "") ?? [];
  expect(tab).toMatch(/^tab=[a-z0-9]{32}$/);
  connection.setAway(false);
  connection.setAway(true);
  connection.setAway(true);
  expect(said.mock.calls.map(([url]) => url)).toEqual([`/api/presence?${tab}&away=1`]);
  connection.open("7", 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSource.all[1]?.url).toBe(`/api/events?channel=7&rev=3&${tab}&away=1`);
});

async function opened(): Promise<Connection> {
  const connection = makeConnection();
  stop = connection.start(() => {});
  await vi.advanceTimersByTimeAsync(0);
  FakeSource.all[0]?.tell({ type: "ready", channelId: null, rev: 0 });
  return connection;
}

test("a browser that loses its network is offline immediately, and online when the stream is open again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const connection = await opened();
  expect(connection.lost.get()).toBe(false);
  browser.dispatchEvent(new Event("offline"));
  expect([connection.lost.get(), FakeSource.all[0]?.closed]).toEqual([true, true]);
  browser.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.lost.get()).toBe(true);
  FakeSource.all.at(-1)?.tell({ type: "ready", channelId: null, rev: 0 });
  expect(connection.lost.get()).toBe(false);
});

test("two requests without an answer close a stream that seems open, and the page shows it a second later", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const connection = await opened();
  await request("/api/anything");
  await vi.advanceTimersByTimeAsync(0);
  expect([connection.status.get(), connection.lost.get()]).toEqual(["reconnecting", false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connection.lost.get()).toBe(true);
});

test("a single request without an answer, or an aborted one, leaves the stream open", async () => {
  const answers = ["lost", "answered", "lost"];
  vi.stubGlobal("fetch", async () => {
    if (answers.shift() === "lost") throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
  const connection = await opened();
  await request("/api/anything");
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(["lost"]);
  await request("/api/anything", { signal: AbortSignal.abort() });
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.status.get()).toBe("open");
});
