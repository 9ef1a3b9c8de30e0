import { NextRequest } from "next/server";
import { beforeEach, expect, test, vi } from "vitest";
import { PUT } from "@/app/api/account/pause/route";
import { GET } from "@/app/api/notifications/route";
import { POST } from "@/app/api/push/subscriptions/route";
import { listDevices } from "@/lib/attention/push/subscriptions";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import {
  isSilencedNow,
  notificationSettings,
  pauseOf,
  setPause,
  setQuietHours,
  setShowTexts,
} from "@/lib/people/notifications/settings";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { requireUser } from "@/lib/web/session";

let me: SessionUser;

beforeEach(async () => {
  me = await makeUser();
  vi.mocked(requireUser).mockResolvedValue(me);
});

const context = { params: Promise.resolve({}) };

function json(method: string, body: unknown): NextRequest {
  const headers = { "Content-Type": "application/json" };
  return new NextRequest("http://chat.example/", { method, headers, body: JSON.stringify(body) });
}

test("the default is to be notified, with message text", async () => {
  expect(await notificationSettings(me)).toEqual({
    showTexts: true,
    pause: { paused: false, until: null },
    quietHours: null,
  });
  expect(await isSilencedNow(me)).toBe(false);
});

test("each setting is saved separately", async () => {
  await setShowTexts(me, false);
  await setPause(me, "on", "UTC");
  const quiet = { from: 22 * 60, to: 7 * 60 + 5, days: [1, 5], timeZone: "Europe/Berlin" };
  await setQuietHours(me, quiet);
  expect(await notificationSettings(me)).toEqual({
    showTexts: false,
    pause: { paused: true, until: null },
    quietHours: { from: "22:00", to: "07:05", days: [1, 5], timeZone: "Europe/Berlin" },
  });
  await setPause(me, "off", "UTC");
  await setQuietHours(me, null);
  expect(await notificationSettings(me)).toMatchObject({
    showTexts: false,
    pause: { paused: false },
    quietHours: null,
  });
});

test("a pause ends on its own", async () => {
  const { until } = await setPause(me, "30m", "UTC");
  expect(Date.parse(until ?? "") - Date.now()).toBeGreaterThan(29 * 60_000);
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ["Date"] });
  expect(await pauseOf(me)).toEqual({ paused: false, until: null });
  expect(await isSilencedNow(me)).toBe(false);
  vi.useRealTimers();
});

test("tabs get no notifications during a pause", async () => {
  const grace = await makeUser();
  const channel = await makeChannel({ members: [me, grace] });
  await postMessages([userDraft(grace, channel, { content: "@everyone" })]);
  const notified = async () => {
    const response = await GET(new NextRequest(`http://chat.example/api/notifications?since=${channel.id}:0`), context);
    return ((await response.json()) as { notifications: unknown[] }).notifications.length;
  };
  expect(await notified()).toBe(1);
  expect((await PUT(json("PUT", { pause: "1h", timeZone: "Mars/Olympus" }), context)).status).toBe(200);
  expect(await notified()).toBe(0);
  expect(await (await PUT(json("PUT", { pause: "off" }), context)).json()).toEqual({ paused: false, until: null });
  expect(await notified()).toBe(1);
});

test("invalid settings are refused with a sentence", async () => {
  for (const body of [{}, { pause: "forever" }, null, [], "x"]) {
    const response = await PUT(json("PUT", body), context);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/./) });
  }
  for (const body of [
    {},
    null,
    { endpoint: "http://10.0.0.1/", keys: BROWSER_KEYS },
    { endpoint: "https://a.example/" },
  ])
    expect((await POST(json("POST", body), context)).status).toBe(400);
  expect(await listDevices(me)).toEqual([]);
  const taken = { endpoint: "https://push.example/1", keys: BROWSER_KEYS, expirationTime: null };
  expect((await POST(json("POST", taken), context)).status).toBe(204);
  expect(await listDevices(me)).toMatchObject([{ isThis: true, service: "push.example" }]);
});
