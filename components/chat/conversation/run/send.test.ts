import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { send } from "./send";

const message = { content: "hi", nonce: "n", threadId: null, files: [] };
const tooMuch = (seconds: string) =>
  Response.json(
    { error: `You're doing that too fast. Try again in ${seconds} s.` },
    { status: 429, headers: { "Retry-After": seconds } },
  );
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a rate-limited message is retried when the server allows it", async () => {
  fetched.mockResolvedValueOnce(tooMuch("2")).mockResolvedValueOnce(Response.json(aMessage({ content: "hi" })));
  const outcome = send("1", message);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ message: { content: "hi" } });
  const [first, second] = fetched.mock.calls;
  expect(second).toEqual([first?.[0], { ...first?.[1], signal: expect.any(AbortSignal) }]);
});

test("a rate-limited message is retried five times, then fails with the reason", async () => {
  fetched.mockImplementation(async () => tooMuch("1"));
  const outcome = send("1", message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({ error: "You're doing that too fast. Try again in 1 s.", offline: false });
  expect(fetched).toHaveBeenCalledTimes(6);
});

test("a message that must wait for minutes isn't retried", async () => {
  fetched.mockResolvedValue(tooMuch("600"));
  expect(await send("1", message)).toMatchObject({ offline: false });
  expect(fetched).toHaveBeenCalledTimes(1);
});
