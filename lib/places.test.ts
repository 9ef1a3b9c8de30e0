import { expect, test, vi } from "vitest";
import { keepPlace } from "@/lib/places";

test("beyond so many the oldest place is lost, and those that were left don't count", () => {
  const lost = vi.fn();
  const [leaveFirst] = ["first", "second", "third"].map((name) => keepPlace("a", 3, () => lost(name)));
  leaveFirst?.();
  keepPlace("a", 3, () => lost("fourth"));
  keepPlace("b", 3, () => lost("elsewhere"));
  expect(lost).not.toHaveBeenCalled();
  keepPlace("a", 3, () => lost("fifth"));
  keepPlace("a", 3, () => lost("sixth"));
  expect(lost.mock.calls).toEqual([["second"], ["third"]]);
  keepPlace("a", 1, () => lost("seventh"));
  expect(lost.mock.calls.slice(2)).toEqual([["fourth"], ["fifth"], ["sixth"]]);
});
