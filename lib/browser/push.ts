import { paths } from "@/lib/paths";
import { request } from "./request";
import { serviceWorker } from "./service-worker";
import { readStored, writeStored } from "./storage";

/** Why this browser can't get pushes. `install`: an iPhone or iPad, as long as Parley isn't on its Home Screen. */
export type PushObstacle = "insecure" | "install" | "missing" | "blocked";

/** What came of turning pushes on: `refused` with Parley's sentence, `unreachable` when the browser's push service isn't. */
export type TurnedOn = { outcome: "on" | "dismissed" | "unreachable" } | { outcome: "refused"; error: string | null };

// Whether pushes were turned on in this browser. What knows better, the subscription, only answers later.
const KEPT = "parley.push";

/** Whether pushes tell of messages in this browser, so that its tabs needn't. */
export function hasPushes(): boolean {
  return readStored(KEPT) === true;
}

/** Why this browser can't get pushes, or null. */
export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  // Only Safari on iOS has it, and says false in a tab.
  if (!supported) return Reflect.get(navigator, "standalone") === false ? "install" : "missing";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** The endpoint by which this browser gets pushes, or null. */
export async function pushEndpoint(): Promise<string | null> {
  return (await subscriptionHere())?.endpoint ?? null;
}

/** Asks for permission, which only a press may do, and has pushes come here. */
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

/** Has no pushes come here any more, whoever they were for. The push service then refuses those that are still sent. */
export async function turnOffPushes(): Promise<void> {
  writeStored(KEPT, null);
  const subscription = await subscriptionHere();
  await subscription?.unsubscribe().catch(() => false);
}

/** Makes sure that what comes here is for who is signed in: once for each tab is enough. */
export async function checkPushes(): Promise<void> {
  if (!hasPushes()) return;
  const endpoint = await pushEndpoint();
  const answer = endpoint && (await request(paths.api.pushSubscriptions, { method: "PUT", body: { endpoint } }));
  if (answer && (answer.ok || answer.status !== 404)) return;
  await turnOffPushes();
}

/** Tells the service worker what has been read, so that it closes what it shows of that. */
export async function closeReadPushes(read: object): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage({ type: "parley-read", ...read });
}

/** A subscription with a key that the install had before is of no use any more. */
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
