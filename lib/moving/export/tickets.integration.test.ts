import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { makeSession, makeUser } from "@/lib/testing/factories";
import { makeTicket, readTicket } from "./tickets";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const channel = { kind: "channel", id: 7n, direct: false } as const;

test("a ticket is for the session that got it, for a minute", async () => {
  const owner = await makeUser({ role: "owner", password: "a long password" });
  const ticket = await makeTicket(owner, "a long password", channel);
  expect(readTicket(owner, ticket)).toEqual(channel);
  const refused = { code: "not_found", message: "This download has expired. Start the export again." };
  const elsewhere = await makeSession(owner);
  expect(() => readTicket(elsewhere, ticket)).toThrow(expect.objectContaining(refused));
  expect(() => readTicket(owner, `${ticket}x`)).toThrow(expect.objectContaining(refused));
  expect(() => readTicket(owner, "")).toThrow(expect.objectContaining(refused));
  vi.setSystemTime(Date.now() + 61_000);
  expect(() => readTicket(owner, ticket)).toThrow(expect.objectContaining(refused));
});

test("only owners get one, and only with their password, however recently they signed in", async () => {
  const owner = await makeUser({ role: "owner", password: "a long password" });
  const admin = await makeUser({ role: "admin", password: "a long password" });
  const forbidden = { code: "forbidden", message: "Only owners can export data." };
  await expect(makeTicket(admin, "a long password", channel)).rejects.toMatchObject(forbidden);
  for (const wrong of ["", "another password"]) {
    await expect(makeTicket(owner, wrong, channel)).rejects.toMatchObject({ code: "invalid", field: "proof" });
  }
});

test("an owner without a password must have signed in just before", async () => {
  const owner = await makeUser({ role: "owner", passwordHash: null });
  await makeTicket(owner, "", channel);
  await db().session.update({
    where: { id: owner.sessionId },
    data: { createdAt: new Date(Date.now() - 11 * 60_000) },
  });
  await expect(makeTicket(owner, "", channel)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("sign in again"),
  });
});
