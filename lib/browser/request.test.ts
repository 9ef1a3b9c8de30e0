import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request, toAnswer } from "./request";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => void vi.stubGlobal("fetch", fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

test("a body is sent as JSON, and a JSON response is returned", async () => {
  fetched.mockResolvedValue(Response.json({ id: "1" }));
  expect(await request("/api/x", { method: "POST", body: { a: 1 } })).toEqual({
    ok: true,
    status: 200,
    data: { id: "1" },
  });
  expect(fetched).toHaveBeenCalledWith("/api/x", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"a":1}',
    keepalive: true,
    signal: expect.any(AbortSignal),
  });
});

test("writes outlive their page, as many as the browser lets", async () => {
  const answers: ((response: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const write = (characters: number, letter = "a") =>
    request("/api/x", { method: "PUT", body: { text: letter.repeat(characters) } });
  const isKept = () => fetched.mock.calls.map(([, init]) => init?.keepalive);
  const half = write(32_000);
  const all = [half, write(32_000), write(2_000), request("/api/x"), write(20_000, "я"), write(100)];
  expect(isKept()).toEqual([true, true, false, undefined, false, true]);
  answers[0]?.(Response.json({}));
  await half;
  all.push(write(2_000), write(40_000, "я"));
  expect(isKept().slice(6)).toEqual([true, false]);
  for (let n = 0; n < 100; n += 1) all.push(write(1));
  expect(isKept().slice(8)).toEqual(Array.from({ length: 100 }, (_, n) => n < 94));
  for (const answer of answers.slice(1)) answer(Response.json({}));
  await Promise.all(all);
});

test("a response without content is null", async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  expect(await request("/api/x")).toEqual({ ok: true, status: 204, data: null });
});

test("a refusal has the server's message, and a proxy's error has none", async () => {
  fetched.mockResolvedValueOnce(Response.json({ error: "No such channel." }, { status: 404 }));
  expect(await request("/api/x")).toMatchObject({ ok: false, status: 404, error: "No such channel." });
  fetched.mockResolvedValueOnce(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(await request("/api/x")).toMatchObject({ ok: false, status: 502, error: null });
});

test("a lost connection and a truncated response count as no response", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await request("/api/x")).toMatchObject({ ok: false, status: null, error: null });
  for (const text of ['{"id":', ""]) {
    fetched.mockResolvedValueOnce(new Response(text));
    expect(await request("/api/x")).toMatchObject({ ok: false, status: null, error: null });
  }
});

test("a request is aborted with its signal", async () => {
  fetched.mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return Response.json({});
  });
  const leaving = new AbortController();
  leaving.abort();
  expect(await request("/api/x", { signal: leaving.signal })).toMatchObject({ ok: false, status: null });
});

test("only rate-limited responses say when to retry, and never immediately", () => {
  const retryAfter = (status: number, header: string | null) => {
    const answer = toAnswer(status, "{}", header);
    return answer.ok ? undefined : answer.retryAfter;
  };
  expect([retryAfter(429, "7"), retryAfter(429, "0"), retryAfter(429, null), retryAfter(503, "7")]).toEqual([
    7,
    1,
    1,
    null,
  ]);
});
