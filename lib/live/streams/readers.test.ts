import { expect, test } from "vitest";
import { type Carrier, EventStream } from "@/lib/live/streams/event-stream";
import {
  type Audience,
  addReader,
  emptyAudience,
  type Reader,
  readersElsewhere,
  removeReader,
  setMemberOf,
  withBreaks,
} from "@/lib/live/streams/readers";

const nowhere: Carrier = { write: () => {}, unsent: () => 0, end: () => {}, onGone: () => {} };

function readerOf(audience: Audience, userId: bigint, channelId: bigint | null, memberOf: bigint[]): Reader {
  const stream = new EventStream(nowhere, () => removeReader(audience, reader));
  const reader: Reader = { userId, sessionId: userId, seesSenders: false, channelId, page: null, stream, queued: null };
  addReader(audience, reader, new Set(memberOf));
  return reader;
}

test("a hint finds only the readers of its channel and its members, however many others there are", () => {
  const audience = emptyAudience();
  const there = [readerOf(audience, 1n, 100n, [100n, 200n]), readerOf(audience, 2n, 100n, [])];
  const elsewhere = [readerOf(audience, 1n, null, [100n, 200n]), readerOf(audience, 3n, 200n, [100n])];
  for (let id = 1000n; id < 2000n; id += 1n) readerOf(audience, id, id, [id, 5n]);
  expect([...(audience.feeds.get(100n)?.readers ?? [])]).toEqual(there);
  expect([...readersElsewhere(audience, 100n)]).toEqual(elsewhere);
  expect([...(audience.people.get(1n)?.readers ?? [])]).toEqual([there[0], elsewhere[0]]);
  expect([...readersElsewhere(audience, 300n)]).toEqual([]);
});

test("a reader who disconnects or leaves a channel isn't found any more", () => {
  const audience = emptyAudience();
  const [one, two] = [readerOf(audience, 1n, 100n, [100n, 200n]), readerOf(audience, 1n, 300n, [100n, 200n])];
  const person = audience.people.get(1n);
  if (!person) throw new Error("There is no such person.");
  expect(setMemberOf(audience, person, new Set([200n, 400n]))).toBe(true);
  expect(setMemberOf(audience, person, new Set([400n, 200n]))).toBe(false);
  expect([...audience.members.keys()]).toEqual([200n, 400n]);
  one.stream.close();
  one.stream.close();
  expect([...readersElsewhere(audience, 400n)]).toEqual([two]);
  two.stream.close();
  expect(Object.values(audience).map(({ size }) => size)).toEqual([0, 0, 0, 0]);
});

test("a newer stream's memberships matter to the person's other streams only if they differ", () => {
  const audience = emptyAudience();
  const add = (memberOf: bigint[]) => {
    const reader: Reader = {
      userId: 1n,
      sessionId: 1n,
      seesSenders: false,
      channelId: null,
      page: null,
      stream: new EventStream(nowhere, () => {}),
      queued: null,
    };
    return addReader(audience, reader, new Set(memberOf));
  };
  expect([add([1n]), add([1n]), add([1n, 2n])]).toEqual([false, false, true]);
});

test("long work gives others a turn in between and handles each item once", async () => {
  const done: string[] = [];
  const others = setImmediate(() => done.push("another"));
  await withBreaks(["first", "second"], (item) => {
    done.push(item);
    const began = performance.now();
    while (performance.now() - began < 11);
  });
  clearImmediate(others);
  expect(done).toEqual(["first", "another", "second"]);
});
