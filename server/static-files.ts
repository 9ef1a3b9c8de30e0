import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import sirv from "sirv";
import { ROOT } from "@/server/root";

const FILES = path.join(ROOT, ".next/static");
const MOUNTED_AT = "/_next/static";
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
const YEAR_SECONDS = 31_536_000;

/** Responds to requests for built static files; returns false if it isn't one or doesn't exist. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Compresses the built static files once, at the highest level, so that serving doesn't. Throws if the disk can't be
 * written.
 */
export async function compressStaticFiles(directory = FILES): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const content = await readFile(file);
      await Promise.all([
        promisify(brotliCompress)(content).then((packed) => writeFile(`${file}.br`, packed)),
        promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
      ]);
    }),
  );
}

/** Serves the compressed files, which never change: their names do. */
export function staticFiles(directory = FILES): StaticFiles {
  const serve = sirv(directory, { brotli: true, gzip: true, immutable: true, maxAge: YEAR_SECONDS });
  return (request, response) => {
    const { method, url = "" } = request;
    if ((method !== "GET" && method !== "HEAD") || !url.startsWith(`${MOUNTED_AT}/`)) return false;
    let served = true;
    // A build in the same directory can delete a file that sirv has listed.
    response.once("pipe", (file: Readable) => file.once("error", () => response.destroy()));
    request.url = url.slice(MOUNTED_AT.length);
    // sirv has listed all files at start, so for a file that isn't there it calls this back synchronously.
    serve(request, response, () => {
      served = false;
    });
    request.url = url;
    return served;
  };
}
