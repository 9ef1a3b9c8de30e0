import { afterEach, expect, test, vi } from "vitest";
import { countNotices, listNotices, markSeen } from "@/lib/attention/notices/queries";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { makeUser } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { codeOf as refusalOf } from "@/lib/testing/refusals";
import { addPasskey, beginAddingPasskey } from "./passkeys";
import { relyingParty } from "./relying-party";
import { beginSecondStep, finishWithCode } from "./second-step";
import { recordMissedSteps } from "./steps";

const PASSWORD = "correct horse battery";
const HERE = relyingParty("https://chat.example.com");

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};

const HOUR = Date.now();
afterEach(() => vi.unstubAllEnvs());

/** Records missed steps within the same hour, because each hour has its own entries. */
async function record(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: HOUR });
  await recordMissedSteps().finally(() => vi.useRealTimers());
}

async function withPasskey(): Promise<{ user: SessionUser; codes: string[] }> {
  const user = await makeUser({ password: PASSWORD });
  const { token, options } = await beginAddingPasskey(user, undefined, HERE);
  const response = new SoftPasskey().make(options.challenge, HERE);
  const { codes } = await addPasskey(user, token, { name: "Laptop", response }, HERE);
  await markSeen(user, BigInt((await listNotices(user))[0]?.id ?? 0));
  return { user, codes: codes ?? [] };
}

/** Enters the right password from a network, and returns the token of the second step. */
async function half(user: SessionUser, network: string, before: string | null = null): Promise<string> {
  const outcome = await signIn({ email: user.email, password: PASSWORD }, { userAgent: "", address: network });
  if (outcome.sessionId !== null) throw new Error("The password alone was enough.");
  return beginSecondStep(outcome, { network, before });
}

async function tenMinutesLater(user: SessionUser): Promise<void> {
  await db().signInStep.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
  await record();
}

const missedOf = async ({ id }: SessionUser) =>
  db().auditEntry.findMany({
    where: { memberId: id, action: "session.second_step_missed" },
    orderBy: { id: "asc" },
    select: { network: true, times: true, actorId: true },
  });

test("a right password without its second step is recorded once it expires, and its person gets a notice", async () => {
  const [{ user }, stranger] = [await withPasskey(), await makeUser()];
  const network = newNetwork();
  await half(user, network);
  await record();
  expect([await missedOf(user), (await countNotices(user)).unseen]).toEqual([[], 0]);
  await tenMinutesLater(user);
  expect(await missedOf(user)).toEqual([{ network, times: 1, actorId: null }]);
  const [notice] = await listNotices(user);
  expect(notice).toMatchObject({ action: "session.second_step_missed", network, memberId: `${user.id}`, seen: false });
  expect([await countNotices(user), await listNotices(stranger)]).toEqual([
    { any: true, unseen: 1, newest: notice?.id },
    [],
  ]);

  await markSeen(user, BigInt(notice?.id ?? 0));
  expect((await countNotices(user)).unseen).toBe(0);
  await half(user, network);
  await tenMinutesLater(user);
  expect(await missedOf(user)).toEqual([{ network, times: 2, actorId: null }]);
  expect((await countNotices(user)).unseen).toBe(1);
});

test("five wrong codes count as a missed step at once; a finished or restarted one doesn't count", async () => {
  const { user, codes } = await withPasskey();
  const device = { userAgent: "", address: newNetwork() };
  const token = await half(user, device.address);
  for (const _ of Array(5)) expect(await refusalOf(finishWithCode(token, "000000", device))).toBe("unauthenticated");
  await record();
  expect(await missedOf(user)).toEqual([{ network: device.address, times: 1, actorId: null }]);

  const first = await half(user, device.address);
  await finishWithCode(await half(user, device.address, first), codes[0] ?? "", device);
  await tenMinutesLater(user);
  expect(await missedOf(user)).toEqual([{ network: device.address, times: 1, actorId: null }]);
});

test("missed steps from many networks in an hour are combined", async () => {
  vi.stubEnv("TEST_LIMITS", "failed-sign-ins=2");
  await db().auditEntry.deleteMany({ where: { action: "session.second_step_missed" } });
  const { user } = await withPasskey();
  for (const _ of Array(4)) await half(user, newNetwork());
  await tenMinutesLater(user);
  expect((await missedOf(user)).map(({ network, times }) => [network === null, times])).toEqual([
    [false, 1],
    [false, 1],
    [true, 2],
  ]);
});

test("without a mail server, a new passkey leaves a notice", async () => {
  const { user } = await withPasskey();
  expect(await listNotices(user)).toMatchObject([
    { action: "account.passkey_added", changes: { name: { from: null, to: "Laptop" } }, opensLog: false },
  ]);
});
