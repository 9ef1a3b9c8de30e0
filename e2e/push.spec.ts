import type { Browser, BrowserContext, CDPSession, Page, Worker } from "@playwright/test";
import { db } from "@/lib/db/client";
import { isHeldBackNow } from "@/lib/notifications/settings";
import type { MessagePush } from "@/lib/push/dto";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { asOwner, newcomer, untilSaved } from "./steps";

/** Somebody new in a browser of their own. */
async function visitor(owner: Page, browser: Browser): Promise<{ context: BrowserContext; page: Page; email: string }> {
  await asOwner(owner);
  const email = `push.${Date.now()}.${Math.random()}@example.com`;
  return { ...(await newcomer(browser, { name: "Hedy Lamarr", email, password: "a long secret of hers" })), email };
}

/**
 * Gives the browser what one without a screen hasn't: notifications that are allowed when it asks, and a push service, which
 * subscribes whoever wants it at an address that leads nowhere.
 */
async function withPushService(context: BrowserContext, stamp: string): Promise<void> {
  await context.addInitScript(
    ({ keys, endpoint }) => {
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys, expirationTime: null }),
        unsubscribe: async () => {
          localStorage.removeItem("subscribed");
          return true;
        },
      };
      Object.defineProperty(Notification, "permission", {
        get: () => localStorage.getItem("permission") ?? "default",
      });
      Notification.requestPermission = async () => {
        localStorage.setItem("permission", "granted");
        return "granted";
      };
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem("subscribed", "yes");
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem("subscribed") ? (subscription as unknown as PushSubscription) : null;
    },
    { keys: BROWSER_KEYS, endpoint: `https://push.invalid/${stamp}` },
  );
}

test("the service worker is served as a script that is asked for anew each time", async ({ request }) => {
  for (const path of ["/service-worker.js", "/service-worker/push.js", "/service-worker/offline.js"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toMatch(/^(text|application)\/javascript/);
    expect(response.headers()["cache-control"], path).toBe("no-cache");
  }
});

test("pushes are turned on for a device, tested, listed and removed, and what they say is one's own choice", async ({
  page: owner,
  browser,
}) => {
  const { context, page, email } = await visitor(owner, browser);
  await withPushService(context, email);
  // It would count what it shows for the app's badge, and a browser without a screen crashes when it is asked for that.
  await context.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => {};
  });
  await page.goto("/account");
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Turn on pushes" }).click();
  const devices = page.getByRole("list", { name: "Devices with pushes" });
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("This device");
  await expect(devices).toContainText("by way of push.invalid");
  await page.getByRole("button", { name: "Send a test" }).click();
  // Without a network, it takes a while until nobody knows the name.
  await expect(page.getByText("push.invalid did not take it")).toBeVisible({ timeout: 25_000 });

  const texts = page.getByRole("switch", { name: "Show message texts" });
  await expect(texts).toBeChecked();
  await untilSaved(page, () => texts.click());
  await expect(texts).not.toBeChecked();
  await page.reload();
  await expect(texts).not.toBeChecked();

  await devices.getByRole("button", { name: "Remove this device" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No pushes go anywhere.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on pushes" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("subscribed"))).toBe(null);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test("a browser that blocks notifications, or has no pushes, says so and what to do", async ({
  page: owner,
  browser,
}) => {
  const { context, page } = await visitor(owner, browser);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await page.goto("/account/notifications");
  const device = page.getByRole("region", { name: "This device" });
  await expect(device.getByText("Your browser blocks notifications from Parley.")).toBeVisible();
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  await page.reload();
  await expect(page.getByText("This browser can't get pushes.")).toBeVisible();
  await context.addInitScript(() => {
    Reflect.set(navigator, "standalone", false);
  });
  await page.reload();
  await expect(page.getByText("On an iPhone or iPad, pushes reach apps only")).toBeVisible();
  await context.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
  });
  await page.reload();
  await expect(page.getByText("Pushes need an address that begins with https.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on pushes" })).toHaveCount(0);
  await context.close();
});

test("one is left alone from the account menu, on all devices, and by quiet hours", async ({
  page: owner,
  browser,
}) => {
  const { context, page, email } = await visitor(owner, browser);
  const me = await db().user.findUniqueOrThrow({ where: { email } });
  const heldBack = () => isHeldBackNow({ ...me, sessionId: 0n });
  const account = page.getByRole("button", { name: "Account", exact: true });
  await account.click();
  await page.getByRole("menuitem", { name: "For an hour" }).click();
  await expect(account.locator("svg.lucide-moon")).toBeVisible();
  expect(await heldBack()).toBe(true);
  const second = await context.newPage();
  await second.goto("/account/notifications");
  const section = second.getByRole("region", { name: "Do not disturb" });
  await expect(section.getByRole("status")).toContainText("On until");
  await account.click();
  await page.getByRole("menuitem", { name: "Turn off do not disturb" }).click();
  await expect(section.getByRole("status")).toContainText("Off");
  await expect(account.locator("svg.lucide-moon")).toHaveCount(0);
  expect(await heldBack()).toBe(false);
  await section.getByRole("button", { name: "Until I turn it off" }).click();
  await expect(section.getByRole("status")).toHaveText("On until you turn it off.");
  await section.getByRole("button", { name: "Turn off do not disturb" }).click();
  await expect(section.getByRole("button", { name: "For 30 minutes" })).toBeVisible();

  const quiet = second.getByRole("region", { name: "Quiet hours" });
  await quiet.getByLabel("From").fill("00:00");
  await quiet.getByLabel("To", { exact: true }).fill("00:00");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await quiet.getByRole("checkbox", { name: day }).uncheck();
  await quiet.getByRole("button", { name: "Save quiet hours" }).click();
  await expect(quiet.getByRole("alert")).toHaveText("Choose at least one day.");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await quiet.getByRole("checkbox", { name: day }).check();
  await quiet.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo");
  await quiet.getByRole("button", { name: "Save quiet hours" }).click();
  await expect(quiet.getByRole("status")).toHaveText("On.");
  expect(await heldBack()).toBe(true);
  await second.reload();
  await expect(quiet.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Tokyo");
  await expect(quiet.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await quiet.getByRole("button", { name: "Remove quiet hours" }).click();
  await expect(quiet.getByRole("status")).toContainText("Off");
  expect(await heldBack()).toBe(false);
  await context.close();
});

/** A service worker that gets pushes as a push service would hand them over, with a record in the place of the screen. */
class Pushes {
  readonly #session: CDPSession;
  readonly #worker: Worker;
  readonly #registrationId: string;
  readonly #origin: string;

  private constructor(session: CDPSession, worker: Worker, registrationId: string, origin: string) {
    this.#session = session;
    this.#worker = worker;
    this.#registrationId = registrationId;
    this.#origin = origin;
  }

  static async to(page: Page): Promise<Pushes> {
    const session = await page.context().newCDPSession(page);
    let registrationId = "";
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      registrationId = registrations.at(-1)?.registrationId ?? registrationId;
    });
    await session.send("ServiceWorker.enable");
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => [registrationId !== "", page.context().serviceWorkers().length]).toEqual([true, 1]);
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("There is no service worker.");
    await worker.evaluate(() => {
      type Options = NotificationOptions & { renotify?: boolean };
      const scope = self as unknown as { registration: ServiceWorkerRegistration; rings: number; badge: number };
      const shown = new Map<string, Options & { title: string; close: () => void }>();
      scope.rings = 0;
      scope.badge = 0;
      // Without a screen, the browser would end the worker for asking.
      Object.assign(navigator, {
        setAppBadge: async (count: number) => {
          scope.badge = count;
        },
        clearAppBadge: async () => {
          scope.badge = 0;
        },
      });
      Object.assign(scope.registration, {
        showNotification: async (title: string, options: Options & { tag: string }) => {
          const rings = !options.silent && (options.renotify || !shown.has(options.tag));
          if (rings) scope.rings += 1;
          shown.set(options.tag, { ...options, title, close: () => shown.delete(options.tag) });
        },
        getNotifications: async ({ tag }: { tag?: string } = {}) =>
          [...shown].filter(([each]) => tag === undefined || each === tag).map(([, notification]) => notification),
      });
    });
    return new Pushes(session, worker, registrationId, new URL(page.url()).origin);
  }

  async deliver(data: object | string): Promise<void> {
    await this.#session.send("ServiceWorker.deliverPushMessage", {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data: typeof data === "string" ? data : JSON.stringify(data),
    });
  }

  /** What stands on the screen, how often that has rung, and the number at the app's icon. */
  async shown(): Promise<{ words: string[]; rings: number; badge: number }> {
    return this.#worker.evaluate(async () => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration; rings: number; badge: number };
      const all = await scope.registration.getNotifications();
      return {
        words: all.map(({ title, body }) => `${title}: ${body}`).sort(),
        rings: scope.rings,
        badge: scope.badge,
      };
    });
  }

  async press(tag: string): Promise<void> {
    await this.#worker.evaluate(async (pressed) => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications({ tag: pressed });
      // Only the browser itself can make an event that lasts.
      const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} });
      self.dispatchEvent(event);
    }, tag);
  }
}

function messagePush(channelId: string, seq: number, words: string): MessagePush {
  return {
    kind: "message",
    tag: `channel-${channelId}`,
    channelId,
    rootId: null,
    seq,
    count: 1,
    href: `/channels/${channelId}?message=${seq}`,
    at: Date.now(),
    text: { author: "Grace", place: channelId, direct: false, words },
  };
}

test("a push is shown once, in its channel's place, not for what one looks at, and a press leads to the message", async ({
  page: owner,
  browser,
}) => {
  const { context, page } = await visitor(owner, browser);
  const [a, b] = [await seedChannel(`push-a-${Date.now()}`), await seedChannel(`push-b-${Date.now()}`)];
  for (const [id, count] of [
    [a, 3],
    [b, 1],
  ] as const) {
    await page.goto(`/channels/${id}`);
    await page.getByRole("button", { name: "Join channel" }).click();
    await expect(page.getByRole("textbox", { name: /^Message #/ })).toBeVisible();
    await page.goto("/people");
    for (let n = 1; n <= count; n += 1) {
      const data = { content: `message ${n}`, nonce: crypto.randomUUID() };
      expect((await owner.request.post(`/api/channels/${id}/messages`, { data })).status()).toBe(200);
    }
  }
  const pushes = await Pushes.to(page);
  const stands = (...words: string[]) =>
    expect.poll(async () => (await pushes.shown()).words).toEqual(words.toSorted());

  await pushes.deliver(messagePush(a, 1, "one"));
  await stands(`Grace in ${a}: one`);
  await pushes.deliver(messagePush(a, 3, "three"));
  await stands(`2 new messages in ${a}: Grace: three`);
  expect((await pushes.shown()).rings).toBe(2);
  // Twice the same, and one that was late.
  await pushes.deliver(messagePush(a, 3, "three"));
  await pushes.deliver(messagePush(a, 2, "two"));
  const three = `3 new messages in ${a}: Grace: three`;
  await stands(three);
  expect(await pushes.shown()).toMatchObject({ rings: 2, badge: 3 });
  await pushes.deliver("nonsense");
  const odd = "Parley: Something happened in Parley.";
  await stands(three, odd);
  await pushes.deliver({ kind: "test" });
  const tried = "Parley: Pushes reach this device.";
  await stands(three, tried);

  // The next push says that what is in the first channel was read on another device.
  expect((await page.request.post(`/api/channels/${a}/read`, { data: { seq: 3 } })).status()).toBe(204);
  await pushes.deliver(messagePush(b, 1, "else"));
  await stands(`Grace in ${b}: else`, tried);
  await pushes.deliver({ ...messagePush(a, 4, ""), text: null });
  await stands(`Grace in ${b}: else`, "New message in Parley: ", tried);

  // A press leads there in the page that is open.
  await page.reload();
  await pushes.press(`channel-${b}`);
  await page.waitForURL(`**/channels/${b}?message=1`);
  await stands("New message in Parley: ", tried);

  // What is before one's eyes is not shown.
  await pushes.deliver(messagePush(b, 2, "I see it"));
  await pushes.deliver(messagePush(a, 5, "I don't"));
  await stands(`2 new messages in ${a}: Grace: I don't`, tried);
  await context.close();
});
