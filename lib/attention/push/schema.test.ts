import { describe, expect, test } from "vitest";
import { subscriptionSchema } from "@/lib/attention/push/schema";
import { BROWSER_KEYS } from "@/lib/testing/push-service";

const given = { endpoint: "https://fcm.googleapis.com/fcm/send/abc:def-1_2", keys: BROWSER_KEYS };
const isTaken = (input: unknown) => subscriptionSchema.safeParse(input).success;

test("a browser's subscription is accepted, with additional fields", () => {
  expect(isTaken(given)).toBe(true);
  expect(isTaken({ ...given, expirationTime: null, replaces: "https://push.example/old" })).toBe(true);
  expect(isTaken({ ...given, endpoint: "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d" })).toBe(true);
});

describe("a subscription is refused", () => {
  test.each([
    "http://push.example/x",
    "https://push.example",
    "https://user:password@push.example/x",
    "https:///x",
    "https://push.example/x y",
    "https://push.example/\n",
    "ftp://push.example/x",
    "javascript:alert(1)",
    `https://push.example/${"x".repeat(2048)}`,
    "",
    7,
    null,
  ])("with the endpoint %s", (endpoint) => expect(isTaken({ ...given, endpoint })).toBe(false));

  test.each([
    { ...BROWSER_KEYS, auth: "AAAA" },
    { ...BROWSER_KEYS, auth: `${BROWSER_KEYS.auth}AA` },
    { ...BROWSER_KEYS, p256dh: BROWSER_KEYS.auth },
    { ...BROWSER_KEYS, p256dh: BROWSER_KEYS.p256dh.replace("B", "+") },
    { auth: BROWSER_KEYS.auth },
    {},
    null,
  ])("with the keys %j", (keys) => expect(isTaken({ ...given, keys })).toBe(false));

  test.each([null, "x", 7, [], {}])("if it's %j", (input) => expect(isTaken(input)).toBe(false));
});
