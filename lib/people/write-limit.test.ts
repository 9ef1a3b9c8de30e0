import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CountsAs, countWrite } from "@/lib/people/write-limit";
import { isAppError } from "@/lib/text/errors";

beforeEach(() => {
  vi.stubEnv("LIMITS", "");
});
afterEach(() => vi.unstubAllEnvs());

let people = 0n;
const newUserId = () => {
  people += 1n;
  return people;
};

/** The number of simultaneous writes that are accepted. */
async function taken(userId: bigint, times: number, as?: CountsAs): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => countWrite(userId, as)));
  for (const each of all) if (each.status === "rejected" && !isAppError(each.reason)) throw each.reason;
  return all.filter(({ status }) => status === "fulfilled").length;
}

test("thirty writes at once are accepted and no more, without blocking other people", async () => {
  const [one, other] = [newUserId(), newUserId()];
  expect(await taken(one, 40)).toBe(30);
  await expect(countWrite(one)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfter: 1,
    message: "You're doing that too fast. Try again in 1 s.",
  });
  expect(await taken(other, 30)).toBe(30);
});

test("a second later, ten more writes per second are accepted", async () => {
  const id = newUserId();
  expect(await taken(id, 40)).toBe(30);
  await vi.waitFor(() => countWrite(id), { timeout: 5_000, interval: 50 });
  expect(await taken(id, 20)).toBe(9);
});

test("reading and writing have separate limits", async () => {
  const id = newUserId();
  expect(await taken(id, 40, "reading")).toBe(30);
  expect(await taken(id, 40)).toBe(30);
  expect(await taken(id, 100, "nothing")).toBe(100);
});

test("LIMITS=off lifts all of them, except limits that a test sets", async () => {
  vi.stubEnv("LIMITS", "off");
  expect(await taken(newUserId(), 100)).toBe(100);
  expect(await taken(newUserId(), 100, "reading")).toBe(100);
  vi.stubEnv("TEST_LIMITS", "write=3/600");
  expect(await taken(newUserId(), 100)).toBe(3);
});
