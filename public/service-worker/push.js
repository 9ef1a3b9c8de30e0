// @ts-check
// Shows pushes, closes those read elsewhere, and opens the one that's pressed. lib/attention/push/dto.ts defines a push's fields.

/** The worker itself. The page's types don't include it. */
const worker = /** @type {any} */ (self);

worker.addEventListener("push", (event) => event.waitUntil(receive(event.data)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(press(event.notification)));
worker.addEventListener("notificationclose", (event) => event.waitUntil(countBadge()));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event)));
worker.addEventListener("message", (event) => {
  if (event.data?.type === "parley-read") event.waitUntil(closeRead(event.data).then(countBadge));
});

/** Browsers require a notification for every push, unless a page of the site is visible. */
async function receive(data) {
  const push = readPush(data);
  if (push.kind !== "message") {
    const body = push.kind === "test" ? "Push notifications work on this device." : "New activity in Parley.";
    await worker.registration.showNotification("Parley", { body, tag: "parley", data: { href: "/" } });
    return;
  }
  if (await isLookedAt(push)) return;
  await show(push);
  await closeWhatWasRead();
  await countBadge();
}

function readPush(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Returns whether a visible page has this channel or thread open. */
async function isLookedAt({ channelId, rootId }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some(({ url, visibilityState }) => {
    const { pathname, searchParams } = new URL(url);
    const isThere = pathname === `/channels/${channelId}` && (rootId === null || searchParams.get("thread") === rootId);
    return isThere && visibilityState === "visible";
  });
}

async function show(push) {
  const [shown] = await worker.registration.getNotifications({ tag: push.tag });
  const before = shown?.data;
  // A push that comes twice, or after a later one, only changes the count.
  const isNews = !before || before.push.seq < push.seq;
  const latest = isNews ? push : before.push;
  const count = (before?.count ?? 0) + (before?.push.seq === push.seq ? 0 : push.count);
  const { title, body } = words(latest, count);
  await worker.registration.showNotification(title, {
    body,
    tag: push.tag,
    renotify: isNews,
    silent: !isNews,
    timestamp: latest.at,
    data: { push: latest, count, href: latest.href },
  });
}

function words({ text }, count) {
  if (!text) return { title: count === 1 ? "New message in Parley" : `${count} new messages in Parley`, body: "" };
  const { author, place, direct, words: said } = text;
  if (count === 1) return { title: direct ? author : `${author} in ${place}`, body: said };
  return { title: `${count} new messages${direct ? ` from ${place}` : ` in ${place}`}`, body: `${author}: ${said}` };
}

/** Closes what was read on other devices. A push is the only time when this device can do that. */
async function closeWhatWasRead() {
  const all = await worker.registration.getNotifications();
  if (all.filter((each) => each.data?.push).length < 2) return;
  try {
    const response = await fetch("/api/channels");
    if (response.ok) await closeRead(await response.json());
  } catch {
    // The next push tries again.
  }
}

/** Closes notifications of messages that were read, according to the current sidebar. */
async function closeRead({ channels, threads }) {
  for (const shown of await worker.registration.getNotifications()) {
    const push = shown.data?.push;
    if (!push) continue;
    const channel = channels.find(({ id }) => id === push.channelId);
    const isRead = push.rootId
      ? channel?.msgSeq >= push.seq && !threads.some(({ rootId }) => rootId === push.rootId)
      : channel?.lastReadSeq >= push.seq;
    if (!channel || isRead) shown.close();
  }
}

async function countBadge() {
  if (!("setAppBadge" in navigator)) return;
  const shown = await worker.registration.getNotifications();
  const count = shown.reduce((sum, { data }) => sum + (data?.count ?? 0), 0);
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Opens the message in an open page, preferably one that shows its channel, or in a new one. */
async function press(notification) {
  notification.close();
  const { href = "/", push } = notification.data ?? {};
  await countBadge();
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isThere = ({ url }) => push && new URL(url).pathname === `/channels/${push.channelId}`;
  const page = pages.find(isThere) ?? pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  const isElsewhere = page && !/^\/(login|setup|invite)/.test(new URL(page.url).pathname);
  if (!isElsewhere) return worker.clients.openWindow(href);
  await page.focus().catch(() => undefined);
  // The worker can't navigate a page that was opened before it.
  return page.navigate(href).catch(() => worker.clients.openWindow(href));
}

/** Subscribes again when the browser has changed its endpoint, and saves the new one. */
async function resubscribe({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  await fetch("/api/push/subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...subscription.toJSON(), replaces: oldSubscription?.endpoint ?? null }),
  });
}
