import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { networkOf } from "@/lib/network/client-address";
import type { SessionUser } from "@/lib/people/find-session-user";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { makeUser } from "@/lib/testing/factories";
import { type AppError, isAppError } from "@/lib/text/errors";

const PASSWORD = "correct horse battery";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

type Attempt = { email: string; password: string; address?: string };

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

async function refusal({ address = newAddress(), ...who }: Attempt): Promise<AppError> {
  try {
    await signIn(who, { userAgent: "", address });
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  throw new Error("They were let in.");
}

const wrong = (user: SessionUser, address?: string) =>
  refusal({ email: user.email, password: "wrong", ...(address === undefined ? {} : { address }) });
const right = (user: SessionUser, address = newAddress()) =>
  signIn({ email: user.email, password: PASSWORD }, { userAgent: "", address });
const passTime = () => db().rateLimiterFlexible.updateMany({ data: { expire: new Date(Date.now() - 1_000) } });

test("the right password opens the account, however the email is capitalized", async () => {
  const user = await makeUser({ password: PASSWORD });
  const opened = { userId: user.id, sessionId: expect.any(BigInt) };
  expect(await right(user)).toEqual(opened);
  const email = ` ${user.email.toUpperCase()}\0 `;
  expect(await signIn({ email, password: PASSWORD }, { userAgent: "", address: newAddress() })).toEqual(opened);
});

test("unknown emails, wrong passwords and deactivated accounts get the same error", async () => {
  const user = await makeUser({ password: PASSWORD });
  const deactivated = await makeUser({ password: PASSWORD, deactivatedAt: new Date() });
  const refusals = [
    await wrong(user),
    await refusal({ email: user.email, password: "" }),
    await refusal({ email: user.email, password: `${PASSWORD} ` }),
    await refusal({ email: user.email, password: "x".repeat(100_000) }),
    await refusal({ email: "nobody@example.com", password: PASSWORD }),
    await refusal({ email: "", password: PASSWORD }),
    await refusal({ email: "%", password: PASSWORD }),
    await refusal({ email: deactivated.email, password: PASSWORD }),
  ];
  expect(new Set(refusals.map(({ code, message }) => `${code}: ${message}`)).size).toBe(1);
  expect(refusals[0]?.code).toBe("unauthenticated");
});

test("ten failures block an account for that address for a while, whether it exists or not", async () => {
  const user = await makeUser({ password: PASSWORD });
  const address = newAddress();
  for (const email of [user.email, "nobody.else@example.com"]) {
    const fail = () => refusal({ email, password: "wrong", address });
    for (const _ of times(10)) expect((await fail()).code).toBe("unauthenticated");
    const limited = await refusal({ email, password: PASSWORD, address });
    expect(limited.code).toBe("rate_limited");
    expect(limited.message).toMatch(/Try again in \d+ minutes?\./);
    expect(limited.retryAfter).toBeGreaterThan(0);
    expect(limited.retryAfter).toBeLessThanOrEqual(15 * 60);
  }
  const other = await makeUser({ password: PASSWORD });
  expect(await right(other, address)).toMatchObject({ userId: other.id });
  // Attempts from other addresses never lock people out of their own account.
  expect(await right(user)).toMatchObject({ userId: user.id });
  await passTime();
  expect(await right(user, address)).toMatchObject({ userId: user.id });
});

test("signing in resets the count", async () => {
  const user = await makeUser({ password: PASSWORD });
  const address = newAddress();
  for (const _ of times(3)) {
    for (const _ of times(9)) expect((await wrong(user, address)).code).toBe("unauthenticated");
    expect(await right(user, address)).toMatchObject({ userId: user.id });
  }
});

test("simultaneous attempts are all counted", async () => {
  const user = await makeUser({ password: PASSWORD });
  const address = newAddress();
  const refusals = await Promise.all(times(40).map(() => wrong(user, address)));
  expect(refusals.filter(({ code }) => code === "unauthenticated").length).toBeLessThanOrEqual(10);
  expect((await refusal({ email: user.email, password: PASSWORD, address })).code).toBe("rate_limited");
});

test("addresses of one IPv6 network are counted together", async () => {
  const user = await makeUser({ password: PASSWORD });
  for (const host of times(10)) await wrong(user, networkOf(`2001:db8:7:7::${host}`));
  expect((await wrong(user, networkOf("2001:db8:7:7:a:b:c:d"))).code).toBe("rate_limited");
  expect(await right(user, networkOf("2001:db8:7:8::1"))).toMatchObject({ userId: user.id });
});

test("an email that is too long gets the same error, and isn't stored", async () => {
  const user = await makeUser({ password: PASSWORD });
  const address = newAddress();
  const email = `${"x".repeat(100_000)}@example.com`;
  const { code, message } = await refusal({ email, password: PASSWORD, address });
  expect({ code, message }).toMatchObject({ code: "unauthenticated", message: (await wrong(user)).message });
  const rows = await db().rateLimiterFlexible.findMany({ where: { key: { contains: address } } });
  expect(rows.map(({ key }) => key)).toEqual([`login-address:${address}`]);
});

test("a hundred failures block an address for all accounts, but not other addresses", async () => {
  const user = await makeUser({ password: PASSWORD });
  const address = newAddress();
  for (const batch of times(10)) {
    const emails = times(10).map((index) => `guess-${batch}-${index}@example.com`);
    const refusals = await Promise.all(emails.map((email) => refusal({ email, password: "guess", address })));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["unauthenticated"]));
  }
  expect((await refusal({ email: user.email, password: PASSWORD, address })).code).toBe("rate_limited");
  expect(await right(user)).toMatchObject({ userId: user.id });
  await passTime();
  expect(await right(user, address)).toMatchObject({ userId: user.id });
});

test("successful sign-ins don't count toward an address's limit", async () => {
  const users = await Promise.all(times(5).map(() => makeUser({ password: PASSWORD })));
  const address = newAddress();
  for (const _ of times(24)) await Promise.all(users.map((user) => right(user, address)));
});
