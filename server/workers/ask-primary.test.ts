import { expect, test, vi } from "vitest";
import type { Primary } from "@/lib/primary";
import { until } from "@/lib/testing/until";
import { answerWorker } from "@/server/workers/answer-worker";
import { askPrimary } from "@/server/workers/ask-primary";

/** A worker as the primary in this process answers it: what it sends, counted, and how it ends. */
function worker(): { primary: Primary; sent: () => number; end: () => void } {
  const passed = <T>(message: T): T => JSON.parse(JSON.stringify(message));
  const send = vi.fn((asks: Parameters<typeof answering.hear>[0]) => answering.hear(passed(asks)));
  const { primary, hear } = askPrimary("instance", send);
  const answering = answerWorker((answers) => hear(passed(answers)));
  return { primary, sent: () => send.mock.calls.length, end: answering.end };
}

/** Resolves once whatever was asked for by now is answered. */
async function settled(): Promise<void> {
  await worker().primary.count({ ...limit, name: "settled" }, `${Math.random()}`);
}

const limit = { name: "posts", count: 3, seconds: 600 };
const turns = { atOnce: 1, waiting: 1, patience: 20_000 };

test("all workers count together, each key and each limit by itself", async () => {
  const workers = [worker(), worker()];
  const counted = await Promise.all(workers.flatMap(({ primary }) => [1, 2].map(() => primary.count(limit, "one"))));
  expect(counted.map(({ taken, remaining }) => [taken, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(await workers[0]?.primary.count(limit, "another")).toMatchObject({ taken: true, remaining: 2 });
  expect(await workers[1]?.primary.count({ ...limit, name: "writes" }, "one")).toMatchObject({
    taken: true,
    remaining: 2,
  });
});

test("several are counted at once, and taken back", async () => {
  const { primary } = worker();
  expect(await primary.count(limit, "several", 2)).toMatchObject({ taken: true, remaining: 1 });
  expect(await primary.count(limit, "several", 2)).toMatchObject({ taken: false });
  await primary.count(limit, "several", -2);
  expect(await worker().primary.count(limit, "several")).toMatchObject({ taken: true, remaining: 0 });
});

test("what is asked for in one turn of the event loop is one message", async () => {
  const { primary, sent } = worker();
  await Promise.all(Array.from({ length: 100 }, (_, index) => primary.count(limit, `key ${index}`)));
  expect(sent()).toBe(1);
});

test("turns of the same name are taken one after the other, whichever worker wants them", async () => {
  const [one, other, third] = [worker(), worker(), worker()];
  const end = await one.primary.takeTurn("a", turns);
  const waiting = other.primary.takeTurn("a", turns);
  expect(await third.primary.takeTurn("a", turns)).toBeNull();
  expect(await third.primary.takeTurn("b", turns)).not.toBeNull();
  end?.();
  expect(await waiting).not.toBeNull();
});

test("who gives up leaves the place to others", async () => {
  const [one, other] = [worker(), worker()];
  const end = await one.primary.takeTurn("c", turns);
  const abandoned = new AbortController();
  const waiting = other.primary.takeTurn("c", turns, abandoned.signal);
  abandoned.abort();
  expect(await waiting).toBeNull();
  expect(await other.primary.takeTurn("c", turns, abandoned.signal)).toBeNull();
  const next = other.primary.takeTurn("c", turns);
  end?.();
  expect(await next).not.toBeNull();
});

test("what one worker tells, all others hear, and those that have ended don't", async () => {
  const [one, other, third, ended] = [worker(), worker(), worker(), worker()];
  const told = vi.fn();
  for (const each of [one, other, third, ended]) each.primary.onTold((text) => told(each, text));
  ended.end();
  one.primary.tell("hello");
  await until(() =>
    expect(told.mock.calls).toEqual([
      [other, "hello"],
      [third, "hello"],
    ]),
  );
});

test("the oldest place is lost, in whichever worker it is, and a worker's places are left when it ends", async () => {
  const [one, other] = [worker(), worker()];
  const lost = vi.fn();
  one.primary.takePlace("e", 2, () => lost("first"));
  const leaveSecond = other.primary.takePlace("e", 2, () => lost("second"));
  await settled();
  other.primary.takePlace("e", 2, () => lost("third"));
  await until(() => expect(lost.mock.calls).toEqual([["first"]]));
  leaveSecond();
  other.end();
  one.primary.takePlace("e", 2, () => lost("fourth"));
  one.primary.takePlace("e", 2, () => lost("fifth"));
  await settled();
  expect(lost).toHaveBeenCalledTimes(1);
});

test("what a worker had when it ended is free again", async () => {
  const [killed, other] = [worker(), worker()];
  await killed.primary.takeTurn("d", turns);
  const waiting = other.primary.takeTurn("d", turns);
  killed.end();
  const end = await waiting;
  expect(end).not.toBeNull();
  void killed.primary.takeTurn("d", turns);
  // Asked in the same turn of the event loop as this, and before it.
  expect(await other.primary.takeTurn("d", turns)).toBeNull();
  killed.end();
  const next = other.primary.takeTurn("d", turns);
  end?.();
  expect(await next).not.toBeNull();
});
