import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import { streams } from "@/lib/live/streams/streams";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeUser } from "@/lib/testing/factories";
import { requireUser } from "@/lib/web/session";
import { GET, HEAD } from "./route";

const context = { params: Promise.resolve({}) };
const request = (method: string) => new NextRequest("http://chat.example/api/events", { method });
const bodies: ReadableStream<Uint8Array>[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(bodies.splice(0).map((body) => (body.locked ? undefined : body.cancel())));
  expect(streams().readers.size).toBe(0);
});

async function open(user: SessionUser): Promise<ReadableStream<Uint8Array>> {
  vi.mocked(requireUser).mockResolvedValue(user);
  const { body } = await GET(request("GET"), context);
  if (!body) throw new Error("There is no stream.");
  bodies.push(body);
  return body;
}

/** Reads a stream to its end. */
const all = (body: ReadableStream<Uint8Array>) => new Response(body).text();
const streamsOf = (user: SessionUser) => [...streams().readers].filter(({ userId }) => userId === user.id).length;

test("opening a 21st stream ends a person's oldest one with the reason", async () => {
  vi.stubEnv("LIMITS", "on");
  const [user, other] = [await makeUser(), await makeUser()];
  const theirs = await open(other);
  const first = await open(user);
  const second = await open(user);
  for (let count = 2; count < 20; count += 1) await open(user);
  expect(streamsOf(user)).toBe(20);
  await open(user);
  expect(await all(first)).toContain('data: {"type":"displaced"}');
  await open(user);
  expect(await all(second)).toContain('data: {"type":"displaced"}');
  expect([streamsOf(user), streamsOf(other), theirs.locked]).toEqual([20, 1, false]);
});

test("hundreds of streams opened at once leave only as many as the limit allows", async () => {
  vi.stubEnv("TEST_LIMITS", "streams=3");
  const user = await makeUser();
  const opened = await Promise.all(Array.from({ length: 200 }, () => open(user)));
  expect(streamsOf(user)).toBe(3);
  for (const { stream } of streams().readers) stream.close();
  const texts = await Promise.all(opened.map(all));
  expect(texts.filter((text) => text.includes("displaced"))).toHaveLength(197);
});

test("HEAD opens no stream", async () => {
  const user = await makeUser();
  vi.mocked(requireUser).mockResolvedValue(user);
  const response = await HEAD(request("HEAD"), context);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  expect(streamsOf(user)).toBe(0);
});
