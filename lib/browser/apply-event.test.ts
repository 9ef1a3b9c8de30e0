import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StreamEvent } from "@/lib/live/streams/types";
import { aMessage } from "@/lib/testing/message";
import { applyEvent } from "./apply-event";
import { onChannelEvent } from "./channel-feed";
import { keepData, known } from "./data";
import { fullDisk } from "./events";
import type { Sidebar } from "./rendered";

const channel = {
  id: "1",
  name: "deploys",
  kind: "public",
  msgSeq: 5,
  unread: 2,
  mentions: 1,
  notifications: "all",
  starred: false,
  section: null,
} as const;
const sidebar: Sidebar = {
  channels: [{ ...channel, lastReadSeq: 3 }],
  sections: [],
  threads: [],
  notices: { any: false, unseen: 0, newest: null },
};
const page = { refresh: vi.fn(), forget: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  page.refresh.mockClear();
});
afterEach(() => {
  forget();
  vi.useRealTimers();
});

const stops: (() => void)[] = [];
function forget(): void {
  for (const stop of stops.splice(0)) stop();
}

/** Returns which of these addresses are requested again within two seconds of the event. */
async function askedBy(event: StreamEvent, addresses: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  for (const address of addresses) {
    const rendered = address === "/api/channels" ? sidebar : { ids: new Set(), messages: null };
    const load = (at: string) => {
      asked.push(at);
      return new Promise<never>(() => {});
    };
    stops.push(keepData<unknown>(address, { rendered, load }));
  }
  applyEvent(event, page);
  await vi.advanceTimersByTimeAsync(2_000);
  return asked;
}

describe("a delivery log is requested again", () => {
  const [log, other, members] = [
    "/api/channels/1/webhooks/2/deliveries",
    "/api/channels/1/webhooks/3/deliveries",
    "/api/channels/1/members",
  ];
  const asked = (event: StreamEvent) =>
    askedBy(
      event,
      [log, other, members].map((address) => address ?? ""),
    );

  test("for requests to its webhook", async () => {
    expect(await asked({ type: "deliveries", channelId: "1", webhookId: "2" })).toEqual([log]);
  });

  test("when the stream of its channel is ready or reset", async () => {
    expect(await asked({ type: "ready", channelId: "1", rev: 0 })).toEqual([log, other]);
    forget();
    expect(await asked({ type: "ready", channelId: null, rev: 0 })).toEqual([]);
    forget();
    expect(await asked({ type: "reset", channelId: "1", rev: 0 })).toEqual([log, other, members]);
    forget();
    expect(await asked({ type: "expired", channelId: "1", seq: 1 })).toEqual([log, other, members]);
  });

  test("when a message is deleted, but not for new messages", async () => {
    expect(await asked({ type: "changes", channelId: "1", rev: 1, messages: [aMessage({})] })).toEqual([]);
    forget();
    expect(await asked({ type: "changes", channelId: "1", rev: 1, messages: [aMessage({ deleted: true })] })).toEqual([
      log,
      other,
    ]);
  });
});

test.each<StreamEvent>([
  { type: "ready", channelId: null, rev: 0 },
  { type: "changes", channelId: "1", rev: 1, messages: [] },
  { type: "reset", channelId: "1", rev: 1 },
  { type: "expired", channelId: "1", seq: 3 },
  { type: "activity", channelId: "2", msgSeq: 4 },
  { type: "read", channelId: "1", lastReadSeq: 4, back: false },
  { type: "unread" },
])("the sidebar's counts are requested after $type", async (event) => {
  expect(await askedBy(event, ["/api/channels"])).toEqual(["/api/channels"]);
});

test.each([
  "/api/inbox?show=all",
  "/api/later?show=open",
  "/api/incidents?show=all",
  "/api/scheduled",
  "/api/search/saved",
  "/api/drafts",
  "/api/emoji",
  "/api/files?kind=pdf",
])("%s is requested when a stream begins, because its events may have been missed", async (address) => {
  expect(await askedBy({ type: "ready", channelId: null, rev: 0 }, [address])).toEqual([address]);
});

test("the files of all channels are requested when files were posted or deleted, or channels changed", async () => {
  const files = ["/api/files", "/api/files?kind=pdf"];
  expect(await askedBy({ type: "files" }, files)).toEqual(files);
  forget();
  expect(await askedBy({ type: "channels" }, files)).toEqual(files);
  forget();
  expect(await askedBy({ type: "activity", channelId: "2", msgSeq: 4 }, files)).toEqual([]);
});

test.each<StreamEvent>([
  { type: "ready", channelId: "1", rev: 0 },
  { type: "changes", channelId: "1", rev: 1, messages: [aMessage({ deleted: true })] },
  { type: "reset", channelId: "1", rev: 1 },
  { type: "expired", channelId: "1", seq: 3 },
])("the open channel's files are requested after $type", async (event) => {
  const files = ["/api/channels/1/files", "/api/channels/2/files"];
  expect(await askedBy(event, files)).toEqual(files.slice(0, 1));
});

test("messages read in another tab stop counting immediately", async () => {
  await askedBy({ type: "read", channelId: "1", lastReadSeq: 5, back: false }, ["/api/channels"]);
  expect(known<Sidebar>("/api/channels")?.channels).toEqual([{ ...channel, lastReadSeq: 5, unread: 0, mentions: 0 }]);
});

test("messages go to their channel's view", async () => {
  const heard = vi.fn();
  const stop = onChannelEvent("1", heard);
  const event = { type: "changes", channelId: "1", rev: 1, messages: [] } as const;
  applyEvent({ ...event, messages: [] }, page);
  applyEvent({ ...event, channelId: "2", messages: [] }, page);
  expect(heard.mock.calls).toEqual([[event]]);
  stop();
});

test("the page is rendered again when the channels have changed", async () => {
  expect(await askedBy({ type: "channels" }, ["/api/channels/1/members"])).toEqual(["/api/channels/1/members"]);
  expect(page.refresh).toHaveBeenCalledTimes(1);
});

test("pages say that the server's disk is full until there is room, or a stream begins without that", () => {
  const says = (event: StreamEvent) => {
    applyEvent(event, page);
    return fullDisk.get();
  };
  expect(says({ type: "disk", full: "The server's disk is full." })).toBe("The server's disk is full.");
  expect(says({ type: "disk" })).toBeUndefined();
  expect(says({ type: "ready", channelId: null, rev: 0, full: "It's full." })).toBe("It's full.");
  expect(says({ type: "ready", channelId: null, rev: 0 })).toBeUndefined();
});
