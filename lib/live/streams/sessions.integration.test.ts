import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { openStream } from "@/lib/live/streams/open-stream";
import { digestOf, movedSince, noteInUse, sessionsOf, standingsOf } from "@/lib/live/streams/sessions";
import { streams } from "@/lib/live/streams/streams";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeSession, makeUser } from "@/lib/testing/factories";

test("people's digests differ exactly when one of their sessions or memberships does", async () => {
  const [nowhere, member, gone] = [await makeUser(), await makeUser(), await makeUser({ deactivatedAt: new Date() })];
  for (let count = 0; count < 3; count += 1) await makeChannel({ members: [member] });
  const ids = [nowhere, member, gone].map(({ id }) => id);
  const compare = async () => {
    const [standings, sessions] = [await standingsOf(ids), await sessionsOf(ids)];
    expect([...standings.keys()].sort()).toEqual([nowhere.id, member.id].sort());
    for (const [id, { sessions: open, membersDigest }] of standings) {
      expect([open, membersDigest]).toEqual([sessions.get(id)?.sessions, digestOf(sessions.get(id)?.memberOf ?? [])]);
    }
    return standings.get(member.id);
  };
  const before = await compare();
  await makeSession(member);
  await makeMember(await makeChannel(), member);
  const after = await compare();
  expect([before?.sessions.size, after?.sessions.size]).toEqual([1, 2]);
  expect(after?.membersDigest).not.toBe(before?.membersDigest);
});

test("only channels with a newer revision are returned", async () => {
  const [one, two, three] = [await makeChannel(), await makeChannel(), await makeChannel()];
  await db().channel.updateMany({ where: { id: { in: [one.id, two.id] } }, data: { rev: 7, msgSeq: 5 } });
  const known = new Map([
    [one.id, 6],
    [two.id, 7],
    [three.id, 0],
  ]);
  expect(await movedSince(known)).toEqual([{ channelId: one.id, rev: 7, msgSeq: 5 }]);
  expect(await movedSince(new Map())).toEqual([]);
});

const HOUR_MS = 3_600_000;

test("a person with an open page is here, however long ago their last request was", async () => {
  const [here, gone] = [await makeUser(), await makeUser()];
  const elsewhere = await makeSession(here);
  const longAgo = new Date(Date.now() - HOUR_MS);
  await db().session.updateMany({ data: { lastSeenAt: longAgo } });
  const isFresh = async ({ sessionId }: SessionUser) =>
    (await db().session.findUniqueOrThrow({ where: { id: sessionId } })).lastSeenAt.getTime() > longAgo.getTime();
  const body = await openStream({
    userId: here.id,
    sessionId: here.sessionId,
    memberOf: new Set(),
    channelId: null,
    rev: null,
  });
  await noteInUse(new Set([...streams().readers].map(({ sessionId }) => sessionId)));
  expect([await isFresh(here), await isFresh(elsewhere), await isFresh(gone)]).toEqual([true, false, false]);
  await body.cancel();
  await db().session.updateMany({ data: { lastSeenAt: longAgo } });
  await noteInUse(new Set([...streams().readers].map(({ sessionId }) => sessionId)));
  expect(await isFresh(here)).toBe(false);
});
