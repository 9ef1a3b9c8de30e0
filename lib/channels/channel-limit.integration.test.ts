import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChannel } from "@/lib/channels/create-channel";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { makeUser } from "@/lib/testing/factories";

beforeEach(() => {
  for (const name of ["LIMITS", "CHANNEL_LIMIT"]) vi.stubEnv(name, "");
});
afterEach(() => vi.unstubAllEnvs());

let made = 0;
const make = (user: Awaited<ReturnType<typeof makeUser>>) => {
  made += 1;
  return createChannel(user, { name: `limited-${made}`, private: made % 2 === 0 });
};
const tooMany = {
  code: "rate_limited",
  retryAfter: expect.any(Number),
  message: "You have opened many new channels and conversations. Open more in 24 hours.",
};

test("a person makes twenty channels a day, direct messages among them, and opens as often as they like what there is", async () => {
  const [user, other, third] = [await makeUser(), await makeUser(), await makeUser()];
  const direct = await openDirect(user, [other.id]);
  for (let count = 1; count < 20; count += 1) await make(user);
  const before = await db().channel.count();
  await expect(make(user)).rejects.toMatchObject(tooMany);
  await expect(openDirect(user, [third.id])).rejects.toMatchObject(tooMany);
  expect(await db().channel.count()).toBe(before);
  expect(await openDirect(user, [other.id])).toEqual(direct);
  await make(other);
});

test("twenty at the same moment are twenty", async () => {
  const user = await makeUser();
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => make(user)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  expect(await db().channel.count({ where: { createdById: user.id } })).toBe(20);
});

test("what came to nothing doesn't count", async () => {
  vi.stubEnv("CHANNEL_LIMIT", "2/86400");
  const user = await makeUser();
  await createChannel(user, { name: "taken", private: false });
  for (let times = 0; times < 3; times += 1) {
    await expect(createChannel(user, { name: "taken", private: false })).rejects.toMatchObject({ code: "conflict" });
    await expect(openDirect(user, [1n])).rejects.toMatchObject({ code: "invalid" });
  }
  await make(user);
});
