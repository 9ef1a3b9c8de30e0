import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { streamOptions } from "@/lib/live/streams/open-stream";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

let ada: SessionUser;

beforeEach(async () => {
  ada = await makeUser();
});

async function lastChannel({ id } = ada): Promise<bigint | null> {
  return (await db().user.findUniqueOrThrow({ where: { id } })).lastChannelId;
}

async function open(query: string, person = ada): Promise<void> {
  await streamOptions(person, new URLSearchParams(query), null);
}

test("a page that opens a channel makes it the person's last one, and one that they're away from doesn't", async () => {
  const [news, alerts] = [await makeChannel({ members: [ada] }), await makeChannel({ members: [ada] })];
  const foreign = await makeChannel();
  await open(`tab=one&channel=${news.id}`);
  await until(async () => expect(await lastChannel()).toBe(news.id));
  await open(`tab=two&away=1&channel=${alerts.id}`);
  await open(`tab=one&channel=${foreign.id}`);
  await open("tab=one");
  expect(await lastChannel()).toBe(news.id);
  await open(`tab=two&channel=${alerts.id}`);
  await until(async () => expect(await lastChannel()).toBe(alerts.id));
});

test("of channels that are opened in a row, the last one counts, whatever was known of the person when it was opened", async () => {
  const grace = await makeUser();
  const [news, alerts] = [await makeChannel({ members: [ada, grace] }), await makeChannel({ members: [ada] })];
  await open(`tab=one&channel=${news.id}`);
  await until(async () => expect(await lastChannel()).toBe(news.id));
  await open(`tab=one&channel=${alerts.id}`);
  await open(`tab=one&channel=${news.id}`, { ...ada, lastChannelId: news.id });
  await open(`tab=two&channel=${news.id}`, grace);
  // Hers is stored after all others.
  await until(async () => expect(await lastChannel(grace)).toBe(news.id));
  expect(await lastChannel()).toBe(news.id);
});
