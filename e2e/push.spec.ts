import type { Browser, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { isSilencedNow } from "@/lib/people/notifications/settings";
import { expect, test } from "./fixtures";
import { messagePush, Pushes, visitor, withPushService } from "./pushes";
import { seedChannel, seedMembership, seedMessage } from "./seed";
import { untilSaved } from "./steps";

test("the service worker's scripts are revalidated on every request", async ({ request }) => {
  for (const path of ["/service-worker.js", "/service-worker/push.js", "/service-worker/offline.js"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toMatch(/^(text|application)\/javascript/);
    expect(response.headers()["cache-control"], path).toBe("no-cache");
  }
});

test("pushes can be turned on for a device, tested, listed, removed and shown without text", async ({
  page: owner,
  browser,
}) => {
  const { context, page, email } = await visitor(owner, browser);
  await withPushService(context, email);
  // The worker would count its notifications for the app's badge, and a headless browser crashes when asked for them.
  await context.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => {};
  });
  await page.goto("/account");
  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByRole("button", { name: "Turn on push notifications" }).click();
  await expect(page.getByText("On for 1 device.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  // Without a network, looking up the name takes a while to fail.
  await expect(page.getByText("push.invalid rejected the notification")).toBeVisible({ timeout: 25_000 });

  const texts = page.getByRole("switch", { name: "Show message text" });
  await expect(texts).toBeChecked();
  await untilSaved(page, () => texts.click());
  await expect(texts).not.toBeChecked();
  await page.reload();
  await expect(texts).not.toBeChecked();

  await page.getByRole("link", { name: "Manage devices" }).click();
  const device = page.getByRole("listitem").filter({ hasText: "This device" });
  await expect(device).toContainText("Push notifications via push.invalid");
  await device.getByRole("button", { name: "Turn off push notifications here" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await expect(device).not.toContainText("push.invalid");
  await page.getByRole("tab", { name: "Notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn on push notifications" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("subscribed"))).toBe(null);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test("the page explains why push notifications don't work in this browser and what to do", async ({
  page: owner,
  browser,
}) => {
  const { context, page } = await visitor(owner, browser);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await page.goto("/account/notifications");
  const device = page.getByRole("region", { name: "Push notifications" });
  await expect(device.getByText("Your browser blocks notifications from Parley.")).toBeVisible();
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  await page.reload();
  await expect(page.getByText("This browser doesn't support push notifications.")).toBeVisible();
  await context.addInitScript(() => {
    Reflect.set(navigator, "standalone", false);
  });
  await page.reload();
  await expect(page.getByText("On iPhone and iPad, push notifications only work")).toBeVisible();
  await context.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
  });
  await page.reload();
  await expect(page.getByText("Push notifications need HTTPS.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on push notifications" })).toHaveCount(0);
  await context.close();
});

test("do not disturb from the account menu applies to all devices", async ({ page: owner, browser }) => {
  const { context, page, email } = await visitor(owner, browser);
  const account = page.getByRole("button", { name: "Account", exact: true });
  await chooseFromMenu(page, "For an hour");
  await expect(account.locator("svg[data-paused]")).toBeVisible();
  expect(await isPaused(email)).toBe(true);
  const second = await context.newPage();
  await second.goto("/account/notifications");
  const section = second.getByRole("region", { name: "Do not disturb" });
  await expect(section.getByRole("status")).toContainText("On until");
  await chooseFromMenu(page, "Turn off do not disturb");
  await expect(section.getByRole("button", { name: "For 30 minutes" })).toBeVisible();
  await expect(account.locator("svg[data-paused]")).toHaveCount(0);
  expect(await isPaused(email)).toBe(false);
  await section.getByRole("button", { name: "Until I turn it off" }).click();
  await expect(section.getByRole("status")).toHaveText("On until you turn it off.");
  await section.getByRole("button", { name: "Turn off do not disturb" }).click();
  await expect(section.getByRole("button", { name: "For 30 minutes" })).toBeVisible();
  await context.close();
});

test("quiet hours pause notifications in the chosen time zone", async ({ page: owner, browser }) => {
  const { context, page, email } = await visitor(owner, browser);
  await page.goto("/account/notifications");
  const quiet = page.getByRole("region", { name: "Quiet hours" });
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const on = quiet.getByRole("switch", { name: "Pause notifications on a schedule" });
  await on.click();
  await quiet.getByLabel("From").fill("00:00");
  await quiet.getByLabel("To", { exact: true }).fill("00:00");
  for (const day of days) await quiet.getByRole("checkbox", { name: day }).uncheck();
  await expect(quiet.getByRole("alert")).toHaveText("Choose at least one day.");
  for (const day of days) await quiet.getByRole("checkbox", { name: day }).check();
  await quiet.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo");
  await expect(quiet.getByText("Saved", { exact: true })).toBeVisible();
  expect(await isPaused(email)).toBe(true);
  await page.reload();
  await expect(quiet.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Tokyo");
  await expect(quiet.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await on.click();
  await expect(quiet.getByLabel("From")).toHaveCount(0);
  await expect.poll(() => isPaused(email)).toBe(false);
  await context.close();
});

/** Whether this person's notifications are paused now. */
async function isPaused(email: string): Promise<boolean> {
  return isSilencedNow({ ...(await db().user.findUniqueOrThrow({ where: { email } })), sessionId: 0n });
}

async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A person with push notifications in two channels, with three unread messages in `a` and one in `b`. */
async function inTwoChannels(owner: Page, browser: Browser) {
  const { context, page, email } = await visitor(owner, browser);
  const [a, b] = [await seedChannel(`push-a-${Date.now()}`), await seedChannel(`push-b-${Date.now()}`)];
  for (const id of [a, b]) await seedMembership(id, email, true);
  for (const id of [a, a, a, b]) await seedMessage(id, "unread");
  await page.goto("/people");
  const pushes = await Pushes.to(page);
  const shows = (...words: string[]) => expect.poll(async () => (await pushes.shown()).words).toEqual(words.toSorted());
  return { context, page, a, b, pushes, shows };
}

test("a push is shown once, and replaces the previous one of its channel", async ({ page: owner, browser }) => {
  const { context, a, pushes, shows } = await inTwoChannels(owner, browser);
  await pushes.deliver(messagePush(a, 1, "one"));
  await shows(`Grace in ${a}: one`);
  await pushes.deliver(messagePush(a, 3, "three"));
  await shows(`2 new messages in ${a}: Grace: three`);
  expect((await pushes.shown()).rings).toBe(2);
  // One push comes twice, and one comes late.
  await pushes.deliver(messagePush(a, 3, "three"));
  await pushes.deliver(messagePush(a, 2, "two"));
  const three = `3 new messages in ${a}: Grace: three`;
  await shows(three);
  expect(await pushes.shown()).toMatchObject({ rings: 2, badge: 3 });
  await pushes.deliver("nonsense");
  const odd = "Parley: New activity in Parley.";
  await shows(three, odd);
  await pushes.deliver({ kind: "test" });
  await shows(three, "Parley: Push notifications work on this device.");
  await context.close();
});

test("a push for a message that you're reading or have read isn't shown, and pressing one opens the message", async ({
  page: owner,
  browser,
}) => {
  const { context, page, a, b, pushes, shows } = await inTwoChannels(owner, browser);
  await pushes.deliver(messagePush(a, 3, "three"));
  await shows(`Grace in ${a}: three`);
  // The next push says that the first channel was read on another device.
  expect((await page.request.post(`/api/channels/${a}/read`, { data: { seq: 3 } })).status()).toBe(204);
  await pushes.deliver(messagePush(b, 1, "else"));
  await shows(`Grace in ${b}: else`);
  await pushes.deliver({ ...messagePush(a, 4, ""), text: null });
  await shows(`Grace in ${b}: else`, "New message in Parley: ");

  // Pressing it uses the open page.
  await page.reload();
  await pushes.press(`channel-${b}`);
  await page.waitForURL(`**/channels/${b}?message=1`);
  await shows("New message in Parley: ");
  await pushes.deliver(messagePush(b, 2, "I see it"));
  await pushes.deliver(messagePush(a, 5, "I don't"));
  await shows(`2 new messages in ${a}: Grace: I don't`);
  await context.close();
});
