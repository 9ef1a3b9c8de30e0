import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fetchRemote, type Network, RemoteRefusal, RemoteUnavailable } from "@/lib/network/fetch-remote";
import { reasonOf } from "@/lib/text/errors";
import { ImportError } from "./archive";
import { makeDirectory } from "./directories";
import type { Download } from "./slack-files";

const LIMITS = { bytes: 2 * 2 ** 30, ms: 600_000, by: null };
const TRIES = 3;
const PAUSE_MS = 2_000;

/**
 * Downloads a file that an export only links to, as images are fetched: from public addresses only. Returns null if its site
 * says that it isn't there. Throws an ImportError if that isn't known, so that the import can be run again later.
 */
export async function download(
  url: string,
  { network, pause = PAUSE_MS }: { network?: Network; pause?: number } = {},
): Promise<AsyncIterable<Uint8Array> | null> {
  const directory = await makeDirectory();
  const file = path.join(directory, "file");
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    for (let tries = 1; ; tries += 1) {
      const found = await fetchFile(url, file, network);
      if (found === "here") return untilRead(file, remove);
      if (found === "gone") break;
      if (tries === TRIES) throw unreachable(url, found.error);
      await sleep(pause);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return null;
}

/**
 * Leaves out what can't be downloaded, instead of failing. A site that fails isn't asked again, because each file of it would
 * take a while.
 */
export function skippingFailed(downloaded: Download): Download {
  const failed = new Set<string>();
  return async (url) => {
    const { hostname } = new URL(url);
    if (failed.has(hostname)) return null;
    try {
      return await downloaded(url);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      failed.add(hostname);
      return null;
    }
  };
}

async function fetchFile(url: string, file: string, network?: Network): Promise<"here" | "gone" | { error: unknown }> {
  try {
    await fetchRemote(url, file, LIMITS, network);
    return (await isSignIn(url, file)) ? "gone" : "here";
  } catch (error) {
    await rm(file, { force: true });
    return error instanceof RemoteRefusal && !(error instanceof RemoteUnavailable) ? "gone" : { error };
  }
}

function unreachable(url: string, cause: unknown): ImportError {
  const reason = reasonOf(cause);
  return new ImportError(
    `Can't download files from ${new URL(url).hostname} (${reason}). Run the import again later, which goes on from here, or with --skip-files, which leaves out what can't be downloaded.`,
    { cause },
  );
}

/** Slack answers with its page for signing in if a link is no longer valid. */
async function isSignIn(url: string, file: string): Promise<boolean> {
  if (/\.html?$/i.test(new URL(url).pathname)) return false;
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return /^\s*<(?:!doctype )?html/i.test(buffer.toString("latin1", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function* untilRead(file: string, remove: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file);
  } finally {
    await remove();
  }
}
