import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures";
import { type GRACE, newcomer } from "./steps";

type Reader = { context: BrowserContext; page: Page; channelId: string };

type Kept = { owner: string | null; channels: string[]; said: string; unsent: string[]; shell: boolean };

/** What this browser keeps: whose it is, ids of channels, what was said there, texts that wait, and whether it has the page to show them. */
export function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    // Asked for last: a page that finds somebody else's things writes its own only after it has thrown that page away.
    const hasShell = async () => (await caches.match("/offline", { ignoreVary: true })) !== undefined;
    const nothing = async () => ({ owner: null, channels: [], said: "", unsent: [], shell: await hasShell() });
    const known = (await indexedDB.databases()).some(({ name }) => name === "parley-kept");
    if (!known) return nothing();
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open("parley-kept");
      // It was removed after it had been listed, and must not be made anew, without what the page puts in it.
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

/** Waits until the channel that is open is kept, with these things, and the page that shows it. A page takes its time for that. */
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

/** The bar of the page that is shown without a network. */
export function bar(page: Page) {
  return page.getByText(/^You're offline\. Showing saved messages/);
}

/** Somebody new in a channel, in a browser of their own, whose clock can be put forward. */
export async function newReader(browser: Browser, person: typeof GRACE): Promise<Reader> {
  const { context, page } = await newcomer(browser, person);
  await context.clock.install();
  await page.reload();
  return { context, page, channelId: channelIdOf(page) };
}

/** Takes the network away, and waits for what is shown then. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await expect(bar(page)).toBeVisible();
}

/** Brings the network back. The browser tells the page late, or not at all. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** The texts of the channel's messages as the server has them. */
export async function stored(page: Page, channelId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/channels/${channelId}/messages`);
  return ((await answer.json()) as { messages: { content: string }[] }).messages.map(({ content }) => content);
}

/** The id of the channel that the page is in. */
function channelIdOf(page: Page): string {
  const id = /\/channels\/(\d+)$/.exec(page.url())?.[1];
  if (!id) throw new Error(`Not in a channel: ${page.url()}`);
  return id;
}
