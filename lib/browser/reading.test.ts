import { afterEach, expect, test, vi } from "vitest";
import { markRead, onRead } from "./reading";

vi.mock("./sidebar", () => ({ afterRead: vi.fn(), changeSidebar: vi.fn() }));
vi.mock("./data", () => ({ ask: vi.fn() }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a position read right after an earlier one was stored is stored too", async () => {
  const stored: number[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    stored.push(JSON.parse(body).seq);
    return new Response(null, { status: 204 });
  });
  // What happens on a page: the stored position renders it anew, and by then the next message is there.
  const stop = onRead(({ lastReadSeq }) => {
    if (lastReadSeq === 1) queueMicrotask(() => void markRead("7", 2));
  });
  await markRead("7", 1);
  await vi.waitFor(() => expect(stored).toEqual([1, 2]));
  stop();
});
