import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { notePresence } from "@/lib/streams/note-presence";
import { openStream } from "@/lib/streams/open-stream";
import { makeSession, makeUser } from "@/lib/testing/factories";
import type { SessionUser } from "@/lib/users/find-session-user";

const HOUR_MS = 3_600_000;

test("who has a page open is here, however long ago they asked for something", async () => {
  const [here, gone] = [await makeUser(), await makeUser()];
  const elsewhere = await makeSession(here);
  const longAgo = new Date(Date.now() - HOUR_MS);
  await db().session.updateMany({ data: { lastSeenAt: longAgo } });
  const seen = async ({ sessionId }: SessionUser) =>
    (await db().session.findUniqueOrThrow({ where: { id: sessionId } })).lastSeenAt.getTime() > longAgo.getTime();
  const body = await openStream({
    userId: here.id,
    sessionId: here.sessionId,
    memberOf: new Set(),
    channelId: null,
    rev: null,
  });
  await notePresence();
  expect([await seen(here), await seen(elsewhere), await seen(gone)]).toEqual([true, false, false]);
  await body.cancel();
  await db().session.updateMany({ data: { lastSeenAt: longAgo } });
  await notePresence();
  expect(await seen(here)).toBe(false);
});
