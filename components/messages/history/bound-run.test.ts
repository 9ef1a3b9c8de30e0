import { expect, test } from "vitest";
import { aMessage } from "@/components/message/testing/message";
import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import { type ChannelState, channelReducer, startFrom } from "../channel-store";
import { boundRun, MOST_HELD } from "./bound-run";

const range = (from: number, to: number): MessageDto[] =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const seq = from + index;
    return aMessage({ id: `id-${seq}`, seq, rev: seq });
  });
const page = (messages: MessageDto[], ends: Partial<MessagePageDto> = {}): MessagePageDto => {
  return { messages, hasOlder: false, hasNewer: false, rev: 0, ...ends };
};
const held = (from: number, to: number) => startFrom(page(range(from, to)));
const ends = ({ messages, hasOlder, hasNewer, from, to }: ChannelState) => {
  expect([from, to]).toEqual([messages[0]?.seq, messages.at(-1)?.seq]);
  return { from, to, hasOlder, hasNewer };
};
const toTheEnd = Number.POSITIVE_INFINITY;

test("a run that isn't longer than it may be stays the same object", () => {
  const state = held(1, MOST_HELD);
  expect(boundRun(state, { first: 1, last: 20, kept: [] })).toBe(state);
});

test("whoever reads at the top loses the newest, whoever reads at the end the oldest", () => {
  const state = held(1, 350);
  expect(ends(boundRun(state, { first: 1, last: 130, kept: [] }))).toEqual({
    from: 1,
    to: 300,
    hasOlder: false,
    hasNewer: true,
  });
  expect(ends(boundRun(state, { first: 200, last: toTheEnd, kept: [] }))).toEqual({
    from: 51,
    to: 350,
    hasOlder: true,
    hasNewer: false,
  });
});

test("in the middle the farther side goes first, and nothing that is near goes at all", () => {
  const state = held(1, 600);
  expect(ends(boundRun(state, { first: 150, last: 400, kept: [] }))).toMatchObject({ from: 101, to: 400 });
  expect(ends(boundRun(state, { first: 20, last: 560, kept: [] }))).toMatchObject({ from: 20, to: 560 });
});

test("what is kept stays, with all between it and the reader", () => {
  const state = held(1, 400);
  expect(ends(boundRun(state, { first: 1, last: 100, kept: [390] }))).toMatchObject({ from: 1, to: 390 });
  expect(boundRun(state, { first: 300, last: toTheEnd, kept: [1] })).toBe(state);
});

test("a view of what isn't held drops nothing", () => {
  const state = held(301, 700);
  for (const view of [
    { first: 900, last: 950 },
    { first: 1, last: 5 },
  ]) {
    expect(boundRun(state, { ...view, kept: [] })).toBe(state);
  }
});

test("deleted messages at the border leave no gap, and what was dropped is loaded again from there", () => {
  const start = channelReducer(held(1, 350), {
    type: "changes",
    messages: [aMessage({ id: "id-300", seq: 300, rev: 900, deleted: true })],
  });
  const state = boundRun(start, { first: 1, last: 100, kept: [] });
  expect(ends(state)).toMatchObject({ to: 301, hasNewer: true });
  const again = channelReducer(state, { type: "newer", page: page(range(302, 350)), after: 301 });
  expect(again.messages.map(({ seq }) => seq)).toEqual(start.messages.map(({ seq }) => seq));
  expect(again.hasNewer).toBe(false);
});

test("changes of what was dropped and what comes after it are left out, and it is known to have been there", () => {
  const state = boundRun(held(1, 350), { first: 1, last: 100, kept: [] });
  const changes = [aMessage({ id: "id-340", seq: 340, rev: 900 }), ...range(351, 352)];
  const told = channelReducer(state, { type: "changes", messages: changes });
  expect(ends(told)).toMatchObject({ from: 1, to: 300, hasNewer: true });
  expect(told.latest).toBe(350);
});

test("a page that continues an end that has been dropped meanwhile is left out", () => {
  const start = startFrom(page(range(101, 450), { hasOlder: true }));
  const state = boundRun(start, { first: 300, last: toTheEnd, kept: [] });
  const older = channelReducer(state, { type: "older", page: page(range(51, 100)), before: 101 });
  expect(older).toBe(state);
  const other = boundRun(start, { first: 101, last: 200, kept: [] });
  expect(channelReducer(other, { type: "newer", page: page(range(451, 460)), after: 450 })).toBe(other);
});
