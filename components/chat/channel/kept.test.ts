import { describe, expect, test } from "vitest";
import { type Kept, nextKept, renewed, settled } from "./kept";
import { openIn } from "./kept-pages";

type Place = { pathname: string; outlet: string };

const at = (pathname: string, outlet = ""): Place => ({ pathname, outlet });
const channel = (id: string, outlet?: string) => at(`/channels/${id}`, outlet);
const readTo =
  (positions: Record<string, number | null> = {}) =>
  (id: string) =>
    id in positions ? (positions[id] ?? null) : 10;

/** Opens pages one after another and returns what is kept after the last. */
function open(...places: Place[]): readonly Kept<Place>[] {
  return places.reduce<readonly Kept<Place>[]>((kept, place) => nextKept(kept, place, openIn(place), readTo()), []);
}

const idsOf = (kept: readonly Kept<Place>[]) => kept.map(({ id, open: isOpen }) => (isOpen ? `${id} open` : id));
const turnOf = (kept: readonly Kept<Place>[], id: string) => kept.find((each) => each.id === id)?.turn;

describe("what is kept", () => {
  test("is the open conversation and the two before it, in an order that doesn't change", () => {
    expect(idsOf(open(channel("1"), channel("2"), channel("3")))).toEqual(["1", "2", "3 open"]);
    expect(idsOf(open(channel("1"), channel("2"), channel("1"), channel("3")))).toEqual(["1", "2", "3 open"]);
    expect(idsOf(open(channel("1"), channel("2"), channel("3"), channel("1"), channel("4")))).toEqual([
      "1",
      "3",
      "4 open",
    ]);
  });

  test("stays while other pages are open, a channel's settings among them", () => {
    expect(idsOf(open(channel("1"), channel("2"), at("/channels/2/settings/members"), at("/inbox")))).toEqual([
      "1",
      "2",
    ]);
    expect(idsOf(open(channel("1"), at("/channels"), channel("1")))).toEqual(["1 open"]);
  });

  test("is shown where the router is, and stays as it was left", () => {
    const kept = open(channel("1", "a"), channel("1", "b"), channel("2", "c"));
    expect(kept.map(({ place }) => place.outlet)).toEqual(["b", "c"]);
    expect(nextKept(kept, channel("2", "c"), openIn(channel("2")), readTo())).toBe(kept);
  });

  test("doesn't include a conversation that isn't in the sidebar any more, unless it is open", () => {
    const kept = open(channel("1"), channel("2"));
    expect(idsOf(nextKept(kept, channel("2"), openIn(channel("2")), readTo({ 1: null, 2: null })))).toEqual(["2 open"]);
  });
});

describe("a hidden conversation", () => {
  const kept = open(channel("1"), channel("2"));
  const hears = (from: readonly Kept<Place>[], lastReadSeq: number) =>
    nextKept(from, channel("2"), openIn(channel("2")), readTo({ 1: lastReadSeq }));

  test("is rendered anew when it is read or marked as unread elsewhere", () => {
    expect(turnOf(kept, "1")).toBe(0);
    expect(turnOf(hears(kept, 12), "1")).toBe(1);
    expect(turnOf(hears(kept, 8), "1")).toBe(1);
    expect(turnOf(hears(hears(kept, 12), 8), "1")).toBe(2);
  });

  test("isn't rendered anew when what it shows as read is reported late", () => {
    const left = settled(kept, "1", 12);
    expect(turnOf(hears(left, 11), "1")).toBe(0);
    expect(turnOf(hears(hears(left, 11), 12), "1")).toBe(0);
    expect(turnOf(hears(left, 13), "1")).toBe(1);
    expect(turnOf(hears(hears(left, 12), 11), "1")).toBe(1);
  });

  test("is rendered anew on request, but an open one isn't", () => {
    expect(turnOf(renewed(kept, "1"), "1")).toBe(1);
    expect(turnOf(renewed(kept, "2"), "2")).toBe(0);
  });
});
