import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures";
import { type GRACE, newcomer } from "./steps";

type Reader = { context: BrowserContext; page: Page; channelId: string };

type KeptState = { owner: string | null; channels: string[]; said: string; unsent: string[]; shell: boolean };

/** Returns what this browser has saved for offline use. `shell` is whether it has the page that shows it. */
export function kept(page: Page): Promise<KeptState> {
  return page.evaluate(async () => {
    // Checked last: a page that finds another person's data removes the shell before it saves its own.
    const hasShell = async () => (await caches.match("/offline", { ignoreVary: true })) !== undefined;
    const nothing = async () => ({ owner: null, channels: [], said: "", unsent: [], shell: await hasShell() });
    const known = (await indexedDB.databases()).some(({ name }) => name === "parley-kept");
    if (!known) return nothing();
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open("parley-kept");
      // The database was deleted after it was listed. Don't create an empty one.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => (opening.error?.name === "AbortError" ? resolve(null) : reject(opening.error));
    });
    if (database === null) return nothing();
    const all = (name: string) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const asked = database.transaction(name).objectStore(name).getAll();
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const [frames, channels, unsent] = await Promise.all([all("frame"), all("channels"), all("unsent")]);
    database.close();
    const owner = (frames[0]?.owner as { name: string } | undefined)?.name ?? null;
    return {
      owner,
      channels: channels.map(({ id }) => `${id}`),
      said: JSON.stringify(channels.map(({ messages }) => messages)),
      unsent: unsent.map(({ content }) => `${content}`),
      shell: await hasShell(),
    };
  });
}

export const NOTHING = { owner: null, channels: [], said: "", unsent: [], shell: false };

/** Waits until the open channel is saved for offline use with these contents, and so is the page that shows it. */
export async function untilKept(
  page: Page,
  channelId: string,
  { said = "", ...more }: { said?: string; owner?: string } = {},
): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect(await kept(page)).toMatchObject({
      ...more,
      channels: expect.arrayContaining([channelId]),
      said: expect.stringContaining(said),
      shell: true,
    });
  }).toPass({ timeout: 30_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Finds the bar of the page that's shown offline. */
export function bar(page: Page) {
  return page.getByText(/^You're offline\. Showing saved messages/);
}

/** Creates a person and opens a channel in their own browser, with a clock that tests can advance. */
export async function newReader(browser: Browser, person: typeof GRACE): Promise<Reader> {
  const { context, page } = await newcomer(browser, person);
  await context.clock.install();
  await page.reload();
  return { context, page, channelId: channelIdOf(page) };
}

/** Disconnects the network, reloads and waits for the offline page. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await expect(bar(page)).toBeVisible();
}

/** Reconnects the network and dispatches `online`, which the browser would send late or not at all. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  // The page may have noticed already, and left.
  await page
    .evaluate(() => window.dispatchEvent(new Event("online")))
    .catch((error: unknown) => {
      if (!`${error}`.includes("Execution context was destroyed")) throw error;
    });
}

/** Returns the texts of the channel's messages on the server. */
export async function stored(page: Page, channelId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/channels/${channelId}/messages`);
  return ((await answer.json()) as { messages: { content: string }[] }).messages.map(({ content }) => content);
}

/** Returns the id of the open channel. */
function channelIdOf(page: Page): string {
  const id = /\/channels\/(\d+)$/.exec(page.url())?.[1];
  if (!id) throw new Error(`Not in a channel: ${page.url()}`);
  return id;
}
