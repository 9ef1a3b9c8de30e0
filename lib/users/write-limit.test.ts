import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/errors";
import { type CountsAs, countWrite } from "@/lib/users/write-limit";

beforeEach(() => {
  vi.stubEnv("LIMITS", "");
});
afterEach(() => vi.unstubAllEnvs());

let people = 0n;
const somebody = () => {
  people += 1n;
  return people;
};

/** How many of so many at once are taken. */
async function taken(userId: bigint, times: number, as?: CountsAs): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => countWrite(userId, as)));
  for (const each of all) if (each.status === "rejected" && !isAppError(each.reason)) throw each.reason;
  return all.filter(({ status }) => status === "fulfilled").length;
}

test("thirty at once are taken and not one more, and nobody else is kept from writing", async () => {
  const [one, other] = [somebody(), somebody()];
  expect(await taken(one, 40)).toBe(30);
  await expect(countWrite(one)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfter: 1,
    message: "You're doing that too fast. Try again in 1 s.",
  });
  expect(await taken(other, 30)).toBe(30);
});

test("a second later it goes on, at ten a second", async () => {
  const id = somebody();
  expect(await taken(id, 40)).toBe(30);
  await vi.waitFor(() => countWrite(id), { timeout: 5_000, interval: 50 });
  expect(await taken(id, 20)).toBe(9);
});

test("what pages say of reading keeps nobody from writing, nor the other way round, and has a limit too", async () => {
  const id = somebody();
  expect(await taken(id, 40, "reading")).toBe(30);
  expect(await taken(id, 40)).toBe(30);
  expect(await taken(id, 100, "nothing")).toBe(100);
});

test("LIMITS=off takes all of it, but what a test limits", async () => {
  vi.stubEnv("LIMITS", "off");
  expect(await taken(somebody(), 100)).toBe(100);
  expect(await taken(somebody(), 100, "reading")).toBe(100);
  vi.stubEnv("TEST_LIMITS", "write=3/600");
  expect(await taken(somebody(), 100)).toBe(3);
});
