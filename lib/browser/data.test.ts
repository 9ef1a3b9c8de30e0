import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, askBelow, change, keepData, known } from "./data";
import { type Answer, request } from "./request";

const address = "/api/things";
const failed = { ok: false, status: 503, error: null, retryAfter: null } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let stop = () => {};

function started({ rendered = [0], current = false }: { rendered?: number[]; current?: boolean } = {}) {
  const loads: { at: number; answer: (answer: Answer<number[]>) => void; signal: AbortSignal }[] = [];
  const began = Date.now();
  stop = keepData<number[]>(address, {
    rendered,
    current,
    load: (_, signal) =>
      new Promise((answer) => {
        loads.push({ at: Date.now() - began, answer, signal });
      }),
  });
  const answer = (n: number, data: number[] | null) =>
    loads[n]?.answer(data === null ? failed : { ok: true, status: 200, data });
  return { loads, answer, times: () => loads.map(({ at }) => at) };
}

test("urgent requests run immediately, then at most every second", async () => {
  const { answer, times } = started();
  ask(address);
  await vi.advanceTimersByTimeAsync(10);
  answer(0, []);
  await vi.advanceTimersByTimeAsync(10);
  ask(address);
  ask(address);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_000]);
});

test("settled requests wait a second, however many there are", async () => {
  const { times } = started();
  for (let n = 0; n < 5; n += 1) {
    ask(address, "settled");
    await vi.advanceTimersByTimeAsync(150);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([1_000]);
});

test("an urgent request doesn't wait for a settled one", async () => {
  const { times } = started();
  ask(address, "settled");
  await vi.advanceTimersByTimeAsync(100);
  ask(address);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([100]);
});

test("requests made during one cause another one", async () => {
  const { answer, times } = started();
  ask(address);
  await vi.advanceTimersByTimeAsync(300);
  ask(address, "settled");
  ask(address);
  answer(0, []);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_000]);
});

test("data that has to be current is requested once although it was rendered", async () => {
  const { answer, times } = started({ current: true });
  await vi.advanceTimersByTimeAsync(1_000);
  answer(0, []);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([1_000]);
});

test("a failed request is retried", async () => {
  const { answer, times } = started({ current: true });
  ask(address);
  await vi.advanceTimersByTimeAsync(300);
  answer(0, null);
  await vi.advanceTimersByTimeAsync(1_000);
  answer(1, []);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_300]);
});

test("nothing is requested after the last user has left", async () => {
  const { times } = started();
  ask(address, "settled");
  stop();
  ask(address);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([]);
});

test("a final refusal isn't retried", async () => {
  const { loads, times } = started({ current: true });
  ask(address);
  await vi.advanceTimersByTimeAsync(10);
  loads[0]?.answer({ ...failed, status: 404 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0]);
});

test("known data stays when a later request fails", async () => {
  const { answer } = started({ rendered: [1] });
  ask(address);
  await vi.advanceTimersByTimeAsync(10);
  answer(0, null);
  await vi.advanceTimersByTimeAsync(10);
  expect(known(address)).toEqual([1]);
});

test("a local change during a request is also applied to its response", async () => {
  const { answer } = started();
  ask(address);
  await vi.advanceTimersByTimeAsync(10);
  change<number[]>(address, (all) => [...all, 7]);
  expect(known(address)).toEqual([0, 7]);
  answer(0, [5]);
  await vi.advanceTimersByTimeAsync(10);
  expect(known(address)).toEqual([5, 7]);
});

test("data is requested after the page's own changes are saved, so that no answer takes one back", async () => {
  const { loads, answer } = started();
  let save = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (save = resolve)));
  change<number[]>(address, (all) => [...all, 7]);
  const saved = request(address, { method: "PUT" });
  ask(address);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(loads).toEqual([]);
  save(new Response(null, { status: 204 }));
  await saved;
  await vi.advanceTimersByTimeAsync(10);
  answer(0, [0, 7]);
  await vi.advanceTimersByTimeAsync(10);
  expect(known(address)).toEqual([0, 7]);
});

test("data that wasn't rendered is requested immediately, and aborted when its last user leaves", async () => {
  const load = vi.fn((_: string, __: AbortSignal) => new Promise<Answer<number>>(() => {}));
  const stops = [keepData(address, { load }), keepData(address, { load })];
  await vi.advanceTimersByTimeAsync(10);
  expect(load).toHaveBeenCalledTimes(1);
  const signal = load.mock.calls[0]?.[1];
  stops[0]?.();
  expect(signal?.aborted).toBe(false);
  stops[1]?.();
  expect(signal?.aborted).toBe(true);
});

test("all addresses with a prefix can be requested again", async () => {
  const { times } = started();
  askBelow("/api/thi");
  askBelow("/api/other");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0]);
});
