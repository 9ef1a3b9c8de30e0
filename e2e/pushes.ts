import type { Browser, BrowserContext, CDPSession, Page, Worker } from "@playwright/test";
import type { MessagePush } from "@/lib/attention/push/dto";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { expect } from "./fixtures";
import { asOwner, newcomer } from "./steps";

/** Creates a person and signs them in in their own browser. */
export async function visitor(
  owner: Page,
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; email: string }> {
  await asOwner(owner);
  const email = `push.${Date.now()}.${Math.random()}@example.com`;
  return { ...(await newcomer(browser, { name: "Hedy Lamarr", email, password: "a long secret of hers" })), email };
}

/**
 * Adds what a headless browser lacks: permission for notifications when a page asks, and a push service, whose endpoint leads
 * nowhere.
 */
export async function withPushService(context: BrowserContext, stamp: string): Promise<void> {
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

/** A service worker that gets pushes as from a push service, and a record of the notifications it shows. */
export class Pushes {
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
    if (!worker) throw new Error("The page has no service worker.");
    await worker.evaluate(() => {
      type Options = NotificationOptions & { renotify?: boolean };
      const scope = self as unknown as { registration: ServiceWorkerRegistration; rings: number; badge: number };
      const shown = new Map<string, Options & { title: string; close: () => void }>();
      scope.rings = 0;
      scope.badge = 0;
      // A headless browser would stop the worker for calling these.
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

  /** Returns the notifications shown, how many times one rang, and the number on the app's icon. */
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
      // Scripts can't create an event whose `waitUntil` works.
      const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} });
      self.dispatchEvent(event);
    }, tag);
  }
}

/** Returns a push like those that the server sends for messages. */
export function messagePush(channelId: string, seq: number, words: string): MessagePush {
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
