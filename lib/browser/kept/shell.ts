import { paths } from "@/lib/text/paths";

/** The cache of the offline page and its files. The service worker reads it: public/service-worker/offline.js. */
const CACHE = "parley-offline";

/** Matches built files that a page or its scripts refer to. */
export const BUILT_FILES = /\/_next\/static\/[^"'\\\s)?]+\.(?:js|css|woff2)/g;
/** Matches the fonts of a stylesheet that most texts need. */
export const OFFLINE_FONTS = /[^"'\\\s(/]+-(?:latin-wght-|common\.)[^"'\\\s)?]+\.woff2/g;

/** Loads the offline page and its missing files. Does nothing if the browser has no cache. */
export async function keepShell(): Promise<void> {
  if (!("caches" in window)) return;
  const page = await fetch(paths.offline, { cache: "no-store" });
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  const cache = await caches.open(CACHE);
  const files = filesOf(html, BUILT_FILES);
  for (const file of files.filter((each) => each.endsWith(".css"))) {
    // The font for code is loaded only where there is code.
    const fonts = filesOf(await keptFile(cache, file), OFFLINE_FONTS);
    files.push(...fonts.map((font) => new URL(`../media/${font}`, new URL(file, location.href)).pathname));
  }
  for (const file of new Set(files)) await keptFile(cache, file).catch(() => "");
  // Last: the service worker uses the page as soon as it is cached.
  await cache.put(paths.offline, page);
  const needed = new Set([...files, paths.offline]);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Deletes the offline page, so that the browser shows its own. */
export async function forgetShell(): Promise<void> {
  if ("caches" in window) await caches.delete(CACHE);
}

/** Returns the addresses in a text, without duplicates. */
export function filesOf(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern))];
}

async function keptFile(cache: Cache, file: string): Promise<string> {
  const known = await cache.match(file);
  if (known) return known.text();
  const fetched = await fetch(file);
  if (!fetched.ok) throw new Error(`Couldn't save ${file} for offline use.`);
  await cache.put(file, fetched.clone());
  return fetched.text();
}
