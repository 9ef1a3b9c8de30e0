import { paths } from "@/lib/text/paths";
import { request } from "./request";
import { serviceWorker } from "./service-worker";
import { readStored, writeStored } from "./storage";

/** Why this browser can't receive pushes. `install`: on an iPhone or iPad, Parley must be on the Home Screen. */
export type PushObstacle = "insecure" | "install" | "missing" | "blocked";

/** The outcome of turning pushes on: `refused` by Parley with a message, or `unreachable` push service. */
export type TurnedOn = { outcome: "on" | "dismissed" | "unreachable" } | { outcome: "refused"; error: string | null };

// Whether pushes were turned on in this browser. The subscription itself is only available asynchronously.
const KEPT = "parley.push";

/** Returns whether this browser shows pushes, so that its tabs needn't notify. */
export function hasPushes(): boolean {
  return readStored(KEPT) === true;
}

/** Returns why this browser can't receive pushes, or null. */
export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  // Only Safari on iOS has `standalone`, which is false in a tab.
  if (!supported) return Reflect.get(navigator, "standalone") === false ? "install" : "missing";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** Returns this browser's push endpoint, or null. */
export async function pushEndpoint(): Promise<string | null> {
  return (await subscriptionHere())?.endpoint ?? null;
}

/** Asks for permission, which requires a user gesture, and turns pushes on. */
export async function turnOnPushes(publicKey: string): Promise<TurnedOn> {
  if ((await Notification.requestPermission()) !== "granted") return { outcome: "dismissed" };
  if (!(await serviceWorker())) return { outcome: "unreachable" };
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribeWith(pushManager, publicKey).catch(() => null);
  if (!subscription) return { outcome: "unreachable" };
  const answer = await request(paths.api.pushSubscriptions, { method: "POST", body: subscription.toJSON() });
  if (!answer.ok) return { outcome: "refused", error: answer.error };
  writeStored(KEPT, true);
  return { outcome: "on" };
}

/** Turns pushes off in this browser, for any user. The push service then rejects further ones. */
export async function turnOffPushes(): Promise<void> {
  writeStored(KEPT, null);
  const subscription = await subscriptionHere();
  await subscription?.unsubscribe().catch(() => false);
}

/** Makes sure that this browser's pushes are for the signed-in user. Once per tab is enough. */
export async function checkPushes(): Promise<void> {
  if (!hasPushes()) return;
  const endpoint = await pushEndpoint();
  const answer = endpoint && (await request(paths.api.pushSubscriptions, { method: "PUT", body: { endpoint } }));
  if (answer && (answer.ok || answer.status !== 404)) return;
  await turnOffPushes();
}

/** Tells the service worker what has been read, so that it closes those notifications. */
export async function closeReadPushes(read: object): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage({ type: "parley-read", ...read });
}

/** Replaces a subscription made with an earlier key of this install. */
async function subscribeWith(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null;
}
