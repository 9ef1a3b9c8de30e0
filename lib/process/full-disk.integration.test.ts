import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as ready } from "@/app/api/ready/route";
import { changesSince } from "@/lib/messages/read/queries";
import { readHealth } from "@/lib/operation/health/read-health";
import { disksJob } from "@/lib/operation/health/watch-disks";
import { fullPlaces, noteRoom } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { repeat } from "@/lib/process/repeat";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { fillDisk, freeDisk } from "@/lib/testing/full-disk";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { errorResponse } from "@/lib/web/http";
import { checkRoom } from "@/server/doctor/database";

const SENTENCE = "The server's disk is full. Ask an admin to free up space, then try again.";

let made: MadeWebhook;

const post = async () => {
  const { status, headers, text } = await sendRequest(webhookPath(made), { body: '{"content":"hello"}' });
  return { status, headers, error: (JSON.parse(text) as { error?: string }).error };
};
const stored = async () => (await changesSince(made.webhook.channelId, 0, 50)).messages.length;
const isReady = async () => {
  const answer = await ready(new NextRequest("http://localhost/api/ready"), { params: Promise.resolve({}) });
  return { status: answer.status, body: (await answer.json()) as object };
};
/** What was logged for operators. */
const said = () => vi.mocked(log.error).mock.calls.map((call) => JSON.stringify(call));

beforeAll(async () => {
  made = await makeWebhook();
});

beforeEach(() => {
  vi.spyOn(log, "error");
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await freeDisk();
  for (const place of [...fullPlaces().keys()]) noteRoom(place);
});

test("a full database answers posts with 503 and goes on without a restart, and a post that is sent again is there once", async () => {
  expect((await post()).status).toBe(200);
  await fillDisk();
  for (let i = 0; i < 5; i += 1) {
    const { status, headers, error } = await post();
    expect({ status, error }).toEqual({ status: 503, error: SENTENCE });
    expect(headers["Retry-After"]).toMatch(/^[1-9]\d*$/);
  }
  expect(said()).toEqual([expect.stringMatching(/could not extend file.*disk with the database is full/)]);
  expect(await stored()).toBe(1);

  expect(await isReady()).toEqual({ status: 200, body: { status: "full", full: ["database"], message: SENTENCE } });
  const health = await readHealth({ role: "owner" });
  expect(health.findings.database).toMatchObject({
    state: "attention",
    summary: "The disk with the database is full, so people can read, but nothing can be posted.",
  });
  expect(await checkRoom({ full: ["database"] })).toMatchObject({ level: "fail" });

  await freeDisk();
  repeat(disksJob);
  await until(async () => expect((await post()).status).toBe(200));
  expect(await stored()).toBe(2);
  await until(async () => expect((await isReady()).body).toEqual({ status: "ready" }));
  expect((await readHealth({ role: "owner" })).findings.database.state).toBe("ok");
  expect(await checkRoom({})).toMatchObject({ level: "ok" });
});

test.each([
  ["PostgreSQL's code", Object.assign(new Error("x"), { code: "53100" }), "database"],
  [
    "PostgreSQL's text for a quota",
    Object.assign(new Error('could not extend file "base/1": Disk quota exceeded'), { code: "XX000" }),
    "database",
  ],
  [
    "Prisma's error",
    Object.assign(new Error("x"), {
      code: "P2010",
      meta: { driverAdapterError: { cause: { originalCode: "53100" } } },
    }),
    "database",
  ],
  [
    "a file that can't be written",
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    "files",
  ],
  ["a quota for files", new Error("x", { cause: Object.assign(new Error("y"), { code: "EDQUOT" }) }), "files"],
])("%s means 503, one line in the log and a full place", async (_, error, place) => {
  for (const each of [...fullPlaces().keys()]) noteRoom(each);
  for (let i = 0; i < 3; i += 1) {
    const answer = errorResponse(error);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await answer.json()).toMatchObject({ error: SENTENCE });
  }
  expect([...fullPlaces().keys()]).toEqual([place]);
  expect(said()).toHaveLength(1);
  noteRoom(place === "files" ? "files" : "database");
});

test("a text that only mentions a full disk doesn't mean that there is one", () => {
  const error = Object.assign(new Error("Invalid value: No space left on device"), {
    name: "PrismaClientValidationError",
  });
  expect(errorResponse(error).status).toBe(500);
  expect(fullPlaces().size).toBe(0);
});
