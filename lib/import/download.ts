import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "@/lib/errors";
import { fetchRemote, RemoteRefused } from "@/lib/images/fetch-remote";
import { ImportError } from "./archive";
import { makeDirectory } from "./directories";
import type { Download } from "./slack-messages";

const LIMITS = { bytes: 2 * 2 ** 30, ms: 600_000, by: null };
const TRIES = 3;
const PAUSE_MS = 2_000;

/**
 * Downloads a file that an export only links to, as images are fetched: from public addresses only. Returns null if it's no
 * longer there. Throws an ImportError if its site can't be reached, so that the import can be run again later.
 */
export const download: Download = async (url) => {
  const directory = await makeDirectory();
  const file = path.join(directory, "file");
  const remove = () => rm(directory, { recursive: true, force: true });
  const isThere = await fetchFile(url, file).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  if (isThere) return untilRead(file, remove);
  await remove();
  return null;
};

async function fetchFile(url: string, file: string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await fetchRemote(url, file, LIMITS);
      return !(await isSignIn(url, file));
    } catch (error) {
      await rm(file, { force: true });
      if (error instanceof RemoteRefused) return false;
      const host = new URL(url).hostname;
      if (tries === TRIES) {
        throw new ImportError(
          `Can't download files from ${host} (${reasonOf(error)}). Run the import again later; it goes on from here.`,
          {
            cause: error,
          },
        );
      }
      await sleep(PAUSE_MS);
    }
  }
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
