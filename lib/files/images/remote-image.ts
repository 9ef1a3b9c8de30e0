import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { shrinkImage } from "@/lib/files/images/shrink";
import { fetchRemote, type Network } from "@/lib/network/fetch-remote";
import { remembered } from "@/lib/network/remembered";
import { env } from "@/lib/process/env";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { inTurn, noOneWaits, type Requester } from "@/lib/process/in-turn";
import { countLimit } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { onceForAll } from "@/lib/process/once-for-all";
import { processWide } from "@/lib/process/process-wide";
import { AppError, hasCode, isAppError } from "@/lib/text/errors";

/** An image from another site in the cache, as WebP. */
export type RemoteImage = { file: string; bytes: number; fetchedAt: Date };

/** How long an image is shown before it's fetched again. */
export const FRESH_MS = 24 * 3_600_000;

// The size limit of a remote image, and the time limit for its host.
const MOST_BYTES = 10_000_000;
const MOST_SECONDS = 10;

// How many images are fetched at once. Images on hosts that never respond must not take all slots.
const TURNS = {
  atOnce: 32,
  each: 4,
  waiting: 500,
  patience: 30_000,
  refusal: { code: "unavailable", message: "Too many images are being loaded. Try again in a few seconds." },
} as const;
const ABANDONED_MS = 3_600_000;
// The share to which a full cache is emptied, so that it isn't measured again for every image.
const KEPT = 0.9;
// The share that this process adds before it measures again, because other processes share the cache.
const COUNTED_AFTER = 0.1;

const state = processWide("remote-images", () => ({
  /** The size of the cache when this process last measured it; null before that. */
  bytes: null as number | null,
  /** What this process has added since then. */
  added: 0,
}));

// URLs that failed and aren't tried again for a while.
const failed = remembered("failed-images");

/**
 * Returns the image at an http(s) URL, from the cache or its host. Simultaneous requests are fetched once per person or
 * webhook that posted the URL, in turns. An image older than a day is fetched again, and the old one is kept if that
 * fails. Throws `not_found` if there's no image (remembered for five minutes), and `unavailable` if too many are being
 * fetched or no one waits anymore.
 */
export async function remoteImage(url: string, { by, signal }: Requester, network?: Network): Promise<RemoteImage> {
  const known = await find(cachePathOf(url));
  if (isFresh(known)) return known;
  try {
    if (failed.has(url)) throw cantBeShown();
    // Separate for each person or webhook, so that no one's image waits in someone else's queue.
    return await onceForAll("coming-images", `${by} ${url}`, signal, (sharedSignal) =>
      fetchInto(url, { by, signal: sharedSignal }, network),
    );
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

function isFresh(known: RemoteImage | null): known is RemoteImage {
  return known !== null && Date.now() - known.fetchedAt.getTime() < FRESH_MS;
}

async function fetchInto(url: string, { by, signal }: Requester, network: Network | undefined): Promise<RemoteImage> {
  try {
    return await inTurn("fetch-remote-image", { ...TURNS, by: `${by}`, signal }, async () => {
      const known = await find(cachePathOf(url));
      if (isFresh(known)) return known;
      return keep(cachePathOf(url), await fetchImage(url, { by, signal }, network));
    });
  } catch (error) {
    if (isAppError(error)) throw error;
    if (fullPlaceIn(error)) throw error;
    if (signal?.aborted) throw noOneWaits();
    // Logs only the host, because the URL may contain a secret key.
    log.debug({ err: error, host: hostOf(url) }, "couldn't show an image from another site");
    failed.add(url);
    throw cantBeShown();
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

async function fetchImage(url: string, requester: Requester, network: Network | undefined): Promise<Buffer> {
  const limits = { bytes: MOST_BYTES, ms: countLimit("image-fetch-seconds", MOST_SECONDS) * 1000 };
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  try {
    await fetchRemote(url, temporary, { ...limits, ...requester }, network);
    return await shrinkImage(temporary, "preview", requester);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function keep(file: string, image: Buffer): Promise<RemoteImage> {
  const temporary = path.join(incomingDir(), randomUUID());
  await writeFile(temporary, image, { flag: "wx", mode: 0o600 });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await rename(temporary, file);
  const { size, mtime } = await stat(file);
  state.added += size;
  const cacheBytes = env.imageCacheBytes;
  const known = state.bytes === null ? null : state.bytes + state.added;
  if (known === null || known > cacheBytes || state.added > cacheBytes * COUNTED_AFTER) await makeRoom();
  return { file, bytes: size, fetchedAt: mtime };
}

/** Measures the cache, and deletes the oldest images if it's too large. */
async function makeRoom(): Promise<void> {
  await removeAbandoned();
  const all = await everything();
  const cacheBytes = env.imageCacheBytes;
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

/** Deletes unfinished downloads of a process that was killed. */
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

function cantBeShown(): AppError {
  return new AppError("not_found", "This image can't be shown here. Open the original instead.");
}

function imagesDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "images");
}

function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ imagesDir(), "incoming");
}

function cachePathOf(url: string): string {
  const hash = createHash("sha256").update(url, "utf8").digest("hex");
  return path.join(/* turbopackIgnore: true */ imagesDir(), hash.slice(0, 2), `${hash}.webp`);
}
