import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { env } from "@/lib/env";
import { AppError, isAppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import { fetchRemote, type Network } from "@/lib/images/fetch-remote";
import { shrinkImage } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** A picture from elsewhere as it lies in the cache: a WebP. */
export type RemoteImage = { file: string; bytes: number; fetchedAt: Date };

/** How long a picture is shown before its address is asked again. */
export const FRESH_MS = 24 * 3_600_000;

const FAILED_MS = 5 * 60_000;
const MOST_FAILURES = 10_000;
const MOST_WAITING = 500;
// How many pictures are fetched at once. One slow host must not take all of the places.
const AT_ONCE = { all: 16, host: 4 };
const ABANDONED_MS = 3_600_000;
// The share of its size to which a full cache is emptied, so that it isn't counted again for every picture.
const KEPT = 0.9;
// The share of its size that a process adds before it counts anew: others add to the same cache.
const COUNTED_AFTER = 0.1;

const state = processWide("remote-images", () => ({
  all: pLimit(AT_ONCE.all),
  hosts: new Map<string, LimitFunction>(),
  coming: new Map<string, Promise<RemoteImage>>(),
  /** By address, until when nobody is sent there again; the oldest first. */
  failed: new Map<string, number>(),
  /** What the cache took when this process counted; null until it has. */
  bytes: null as number | null,
  /** What this process has added since it counted. */
  added: 0,
}));

/**
 * The picture at an http(s) address, from the cache or from there: however many ask for it at a time, it is fetched once. One that is older
 * than a day is fetched anew, and shown as it was if that fails. Throws `not_found` when there is none to show, which holds for five
 * minutes, and `unavailable` while too many are being fetched.
 */
export async function remoteImage(url: string, network?: Network): Promise<RemoteImage> {
  const file = placeOf(url);
  const known = await find(file);
  if (known && Date.now() - known.fetchedAt.getTime() < FRESH_MS) return known;
  try {
    if ((state.failed.get(url) ?? 0) > Date.now()) throw cantBeShown();
    return await once(url, () => fetchInto(url, file, network));
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

function once(url: string, fetching: () => Promise<RemoteImage>): Promise<RemoteImage> {
  const coming = state.coming.get(url);
  if (coming) return coming;
  const begun = fetching().finally(() => state.coming.delete(url));
  state.coming.set(url, begun);
  return begun;
}

async function fetchInto(url: string, file: string, network: Network | undefined): Promise<RemoteImage> {
  if (state.coming.size >= MOST_WAITING) {
    throw new AppError("unavailable", "Too many pictures are being fetched. Try again in a few seconds.", {
      retryAfter: 5,
    });
  }
  try {
    const picture = await inTurn(url, () => fetchPicture(url, network));
    return await keep(file, picture);
  } catch (error) {
    if (isAppError(error)) throw error;
    // Of the address only the host: the rest may hold somebody's key.
    log.debug({ err: error, host: hostOf(url) }, "a picture from elsewhere can't be shown");
    remember(url);
    throw cantBeShown();
  }
}

async function inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  const host = hostOf(url);
  const turn = state.hosts.get(host) ?? pLimit(AT_ONCE.host);
  state.hosts.set(host, turn);
  try {
    return await turn(() => state.all(work));
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) state.hosts.delete(host);
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

async function fetchPicture(url: string, network: Network | undefined): Promise<Buffer> {
  const { fetchBytes: bytes, fetchMs: ms } = env.imageLimits;
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  try {
    await fetchRemote(url, temporary, { bytes, ms }, network);
    return await shrinkImage(temporary, "preview", { by: null });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function keep(file: string, picture: Buffer): Promise<RemoteImage> {
  const temporary = path.join(incomingDir(), randomUUID());
  await writeFile(temporary, picture, { flag: "wx", mode: 0o600 });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await rename(temporary, file);
  const { size, mtime } = await stat(file);
  state.added += size;
  const { cacheBytes } = env.imageLimits;
  const known = state.bytes === null ? null : state.bytes + state.added;
  if (known === null || known > cacheBytes || state.added > cacheBytes * COUNTED_AFTER) await makeRoom();
  return { file, bytes: size, fetchedAt: mtime };
}

/** Counts the cache anew, and when it takes more than it may, deletes what was fetched longest ago. */
async function makeRoom(): Promise<void> {
  await removeAbandoned();
  const all = await everything();
  const { cacheBytes } = env.imageLimits;
  let bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const enough = bytes > cacheBytes ? cacheBytes * KEPT : cacheBytes;
  for (const { file, bytes: freed } of all.toSorted((a, b) => a.fetchedAt.getTime() - b.fetchedAt.getTime())) {
    if (bytes <= enough) break;
    await rm(file, { force: true });
    bytes -= freed;
  }
  state.bytes = bytes;
  state.added = 0;
}

async function everything(): Promise<RemoteImage[]> {
  const all: RemoteImage[] = [];
  for (const prefix of (await namesIn(imagesDir())).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await namesIn(path.join(imagesDir(), prefix))) {
      const found = await find(path.join(imagesDir(), prefix, name));
      if (found) all.push(found);
    }
  }
  return all;
}

/** What a process that was killed left unfinished. */
async function removeAbandoned(): Promise<void> {
  for (const name of await namesIn(incomingDir())) {
    const found = await find(path.join(incomingDir(), name));
    if (found && Date.now() - found.fetchedAt.getTime() > ABANDONED_MS) await rm(found.file, { force: true });
  }
}

async function find(file: string): Promise<RemoteImage | null> {
  try {
    const { size, mtime } = await stat(file);
    return { file, bytes: size, fetchedAt: mtime };
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return null;
    throw error;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
}

function remember(url: string): void {
  state.failed.delete(url);
  state.failed.set(url, Date.now() + FAILED_MS);
  for (const oldest of state.failed.keys()) {
    if (state.failed.size <= MOST_FAILURES) break;
    state.failed.delete(oldest);
  }
}

function cantBeShown(): AppError {
  return new AppError("not_found", "This picture can't be shown. Open it where it comes from.");
}

function imagesDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "images");
}

function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ imagesDir(), "incoming");
}

function placeOf(url: string): string {
  const hash = createHash("sha256").update(url, "utf8").digest("hex");
  return path.join(/* turbopackIgnore: true */ imagesDir(), hash.slice(0, 2), `${hash}.webp`);
}
