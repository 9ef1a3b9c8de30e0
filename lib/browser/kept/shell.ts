import { paths } from "@/lib/paths";

/** Where the page for the time without a network lies, with all that it needs. The service worker reads it there: public/service-worker/offline.js. */
const CACHE = "parley-offline";

/** What a page, or its scripts, name of what was built for browsers. */
export const BUILT_FILES = /\/_next\/static\/[^"'\\\s)?]+\.(?:js|css|woff2)/g;
/** The fonts of a stylesheet that most texts need. */
export const OFFLINE_FONTS = /[^"'\\\s(/]+-latin-wght-[^"'\\\s)?]+\.woff2/g;

/** Fetches the page that is shown without a network, and whatever of it isn't there yet. Does nothing where the browser has no room for such. */
export async function keepShell(): Promise<void> {
  if (!("caches" in window)) return;
  const page = await fetch(paths.offline, { cache: "no-store" });
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  const cache = await caches.open(CACHE);
  const files = filesOf(html, BUILT_FILES);
  for (const file of files.filter((each) => each.endsWith(".css"))) {
    // Code stands in another font, which the page asks for only where there is some.
    const fonts = filesOf(await keptFile(cache, file), OFFLINE_FONTS);
    files.push(...fonts.map((font) => new URL(`../media/${font}`, new URL(file, location.href)).pathname));
  }
  for (const file of new Set(files)) await keptFile(cache, file).catch(() => "");
  // Last: the worker shows it as soon as it is there.
  await cache.put(paths.offline, page);
  const needed = new Set([...files, paths.offline]);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Forgets that page: without it a browser shows its own. */
export async function forgetShell(): Promise<void> {
  if ("caches" in window) await caches.delete(CACHE);
}

/** The addresses in a text, each once. */
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
