import { afterEach, expect, test, vi } from "vitest";
import { captureFailedPayload, maskedPayload, rawPayload, shortened } from "@/lib/webhooks/deliveries/payload";
import { type AuthorizedWebhook, requestContext } from "@/lib/webhooks/request/context";

afterEach(() => vi.useRealTimers());

const webhook: AuthorizedWebhook = {
  id: 1n,
  channelId: 1n,
  tokenHash: Buffer.alloc(32),
  paused: true,
  archived: false,
  signingSecret: null,
  signatureScheme: null,
  takesAnyJson: false,
  updatesCards: false,
  cardVersion: null,
  oneLine: false,
  gathersAll: false,
  rules: [],
  fresh: true,
};

function capture(body: AsyncIterable<Uint8Array>, headers: Record<string, string> = {}) {
  const all: Record<string, string> = { "content-length": "5", ...headers };
  const request = { method: "POST", pathname: "", headers: (name: string) => all[name] ?? null, body };
  return captureFailedPayload(requestContext(request, webhook), "paused");
}

async function* hello() {
  yield Buffer.from("hello");
}

test("a short unread body is kept", async () => {
  expect(await capture(hello())).toEqual({ body: "hello", cut: false });
});

test("a refusal doesn't wait for a body that never comes", async () => {
  vi.useFakeTimers();
  async function* never() {
    await new Promise(() => undefined);
    yield Buffer.from("");
  }
  const kept = capture(never());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kept).toBeNull();
});

test("a sender with Expect: 100-continue isn't asked for the body of a rejected request", async () => {
  expect(await capture(hello(), { expect: "100-continue" })).toBeNull();
});

test("at most 256 KiB of a long body are kept, and only its start while memory is short", async () => {
  for (const long of ["😀".repeat(80_000), Buffer.from("😀".repeat(80_000))]) {
    const raw = rawPayload(long);
    if (!raw) throw new Error("Nothing is held.");
    const short = shortened(raw);
    if (typeof short.body === "string") throw new Error("The whole is still held.");
    expect(short.body.buffer.byteLength).toBeLessThan(200_000);
    for (const [each, length] of [
      [raw, 131_072],
      [short, 32_768],
    ] as const) {
      const { text, cut } = await maskedPayload(each);
      expect([text.length, cut]).toEqual([length, true]);
    }
  }
  expect(await maskedPayload({ body: "é".repeat(140_000), cut: false })).toEqual({
    text: "é".repeat(131_072),
    cut: true,
  });
});

test("a small stored body keeps no larger buffer in memory", () => {
  const raw = rawPayload(Buffer.concat([Buffer.from('{"content":"x"}')]));
  expect(raw).toEqual({ body: '{"content":"x"}', cut: false });
});

test("a secret that the cut would split is masked first", async () => {
  const whole = "a ".repeat(128 * 1024 - 8);
  const { text, cut } = await maskedPayload({ body: `${whole}ghp_0123456789abcdefghijABCDEFGHIJ`, cut: false });
  expect([text.slice(-4), cut]).toEqual([" •••", false]);
  const before = "a ".repeat(32 * 1024 - 8);
  const halved = await maskedPayload({ body: `${before}ghp_0123456`, cut: true });
  expect(halved).toEqual({ text: `${before}•••`, cut: true });
});
