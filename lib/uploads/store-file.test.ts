import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { images } from "@/lib/testing/images";
import { incomingDir, placeOf, uploadsDir } from "@/lib/uploads/places";
import { storeFile } from "@/lib/uploads/store-file";

const LIMIT = 1024 * 1024;

beforeEach(() => {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "parley-uploads-"));
});
afterEach(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

async function* of(...chunks: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("a file lies under the hash of its bytes, for the server's own user only", async () => {
  const stored = await storeFile(of("Hello ", "world"), LIMIT);
  const hash = createHash("sha256").update("Hello world").digest();
  expect(stored).toEqual({ hash, size: 11, contentType: "application/octet-stream", width: null, height: null });
  expect(readFileSync(placeOf(hash), "utf8")).toBe("Hello world");
  expect(readdirSync(incomingDir())).toEqual([]);
  expect([placeOf(hash), path.dirname(placeOf(hash)), uploadsDir(), incomingDir()].map(mode)).toEqual([
    "600",
    "700",
    "700",
    "700",
  ]);
});

test("an image is known by its bytes", async () => {
  expect(await storeFile(of(images.png(20, 10)), LIMIT)).toMatchObject({
    contentType: "image/png",
    width: 20,
    height: 10,
  });
});

test("the same bytes again are kept once, and count as new", async () => {
  const { hash } = await storeFile(of("again"), LIMIT);
  const { ino } = statSync(placeOf(hash));
  utimesSync(placeOf(hash), 1, 1);
  await storeFile(of("again"), LIMIT);
  expect(statSync(placeOf(hash)).ino).toBe(ino);
  expect(Date.now() - statSync(placeOf(hash)).mtimeMs).toBeLessThan(60_000);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("many uploads of the same bytes at once all succeed", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => storeFile(of("crowd"), LIMIT)));
  expect(new Set(all.map(({ hash }) => hash.toString("hex"))).size).toBe(1);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("an empty file is a file", async () => expect((await storeFile(of(), LIMIT)).size).toBe(0));

test("one byte too many ends it, and no more is read", async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1;
      yield Buffer.alloc(LIMIT / 4);
    }
  }
  await expect(storeFile(endless(), LIMIT)).rejects.toMatchObject({
    code: "too_large",
    message: "A file can have at most 1 MiB.",
  });
  expect(read).toBe(5);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("a stream that breaks leaves nothing behind", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("gone");
  }
  await expect(storeFile(broken(), LIMIT)).rejects.toThrow("gone");
  expect(readdirSync(uploadsDir())).toEqual(["incoming"]);
  expect(readdirSync(incomingDir())).toEqual([]);
});
