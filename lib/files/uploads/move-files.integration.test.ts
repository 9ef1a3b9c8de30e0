import { existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { isFileName } from "@/lib/files/stores/file-store";
import { fileStore, stores } from "@/lib/files/stores/stores";
import { fileNameOf, filePathOf } from "@/lib/files/uploads/file-paths";
import { amountIn, moveFiles } from "@/lib/files/uploads/move-files";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { makeAttachment, storedFiles } from "@/lib/testing/attachments";
import { TestBucket } from "@/lib/testing/bucket";
import { makeChannel } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

let bucket: TestBucket;
let channel: { id: bigint };
let made = 0;

beforeAll(async () => {
  bucket = await TestBucket.open();
  channel = await makeChannel();
});
afterAll(() => bucket.close());
beforeEach(async () => {
  bucket.before = () => undefined;
  vi.stubEnv("FILE_STORE", "disk");
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
  for await (const { name } of fileStore().list()) await fileStore().remove(name);
});

/** Uploads files of different sizes, each in a message. */
async function upload(count: number): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let index = 0; index < count; index += 1) {
    made += 1;
    const bytes = Buffer.alloc(20 + (index % 5) * 40_000, `file ${made} `);
    async function* chunks() {
      yield bytes;
    }
    const file = await storeFile(chunks(), 1024 * 1024);
    await withFilesInPlace([file], () => makeAttachment({ file, channel })).finally(() => removeTemporary([file]));
    files.push(file);
  }
  return files;
}

const inBucket = () => bucket.keys().sort();
const onDisk = async () => (await storedFiles()).sort();
const hexOf = ({ hash }: StoredFile) => hash.toString("hex");

/** Moves all files to where new ones go. */
function move(signal = new AbortController().signal, onMoved: () => void = () => undefined) {
  const { main, other } = stores();
  if (other === null) throw new Error("There is only one store.");
  return moveFiles(other, main, { onMoved, signal });
}

async function digestOf(file: StoredFile): Promise<string> {
  const found = await fileStore().read(fileNameOf(file.hash));
  const bytes = await new Response(found?.body).arrayBuffer();
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

test("files are moved to the bucket and back, and are readable all the time", async () => {
  const files = await upload(40);
  const [first] = files;
  if (!first) throw new Error("There are no files.");
  writeFileSync(`${filePathOf(first.hash)}.preview.webp`, "smaller");
  for (const place of ["s3", "disk"]) {
    vi.stubEnv("FILE_STORE", place);
    let isMoving = true;
    const reads = { count: 0 };
    const reading = (async () => {
      while (isMoving) {
        for (const file of files) expect(await digestOf(file)).toBe(hexOf(file));
        reads.count += files.length;
      }
    })();
    // Opened before the move, read after it.
    const opened = await Promise.all(files.map(({ hash }) => fileStore().read(fileNameOf(hash))));
    const { moved, damaged } = await move();
    isMoving = false;
    await reading;
    expect(reads.count).toBeGreaterThan(0);
    const sizes = files.reduce((sum, { size }) => sum + size, 0) + "smaller".length;
    expect([moved, damaged]).toEqual([{ files: 41, bytes: sizes }, []]);
    for (const [index, file] of opened.entries()) {
      expect((await new Response(file?.body).arrayBuffer()).byteLength).toBe(files[index]?.size);
    }
    const names = [...files.map(({ hash }) => fileNameOf(hash)), `${fileNameOf(first.hash)}.preview.webp`].sort();
    const there = names.map((name) => name.slice(3)).sort();
    expect([inBucket(), await onDisk()]).toEqual(place === "s3" ? [names, []] : [[], there]);
  }
});

test("a move that was stopped goes on from there", async () => {
  const files = await upload(20);
  vi.stubEnv("FILE_STORE", "s3");
  const stopping = new AbortController();
  let count = 0;
  const { moved } = await move(stopping.signal, () => {
    count += 1;
    if (count === 5) stopping.abort();
  });
  expect(moved.files).toBeLessThan(15);
  expect(await amountIn(stores().main)).toEqual(moved);
  expect((await move()).moved.files).toBe(20 - moved.files);
  expect(inBucket()).toEqual(files.map(({ hash }) => fileNameOf(hash)).sort());
});

test("a damaged file stays where it is and is named", async () => {
  const [damaged, whole] = await upload(2);
  if (!damaged || !whole) throw new Error("There are no files.");
  writeFileSync(filePathOf(damaged.hash), "other bytes");
  vi.stubEnv("FILE_STORE", "s3");
  expect(await move()).toMatchObject({ moved: { files: 1 }, damaged: [fileNameOf(damaged.hash)] });
  expect([inBucket(), await onDisk()]).toEqual([[fileNameOf(whole.hash)], [hexOf(damaged)]]);
});

test("a damaged copy is replaced before the original is deleted", async () => {
  const [file] = await upload(1);
  if (!file) throw new Error("There are no files.");
  vi.stubEnv("FILE_STORE", "s3");
  const path = `${filePathOf(file.hash)}-copy`;
  writeFileSync(path, "x");
  await stores().main.put(fileNameOf(file.hash), { path, size: 1, sha256: "e".repeat(64) });
  expect((await move()).moved.files).toBe(1);
  expect(await digestOf(file)).toBe(hexOf(file));
});

test("an original isn't deleted if its copy differs", async () => {
  const [file] = await upload(1);
  if (!file) throw new Error("There are no files.");
  vi.stubEnv("FILE_STORE", "s3");
  bucket.instead = ({ method }, response) => {
    if (method !== "GET") return false;
    response.writeHead(200, { "Content-Length": 1 }).end("x");
    return true;
  };
  await expect(move()).rejects.toThrow("differs from the original");
  bucket.instead = () => false;
  expect(existsSync(filePathOf(file.hash))).toBe(true);
});

test("a file deleted while it's moved is deleted in both places", async () => {
  const [file] = await upload(1);
  if (!file) throw new Error("There are no files.");
  vi.stubEnv("FILE_STORE", "s3");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  bucket.requests.length = 0;
  bucket.before = ({ method }) => (method === "PUT" ? held : undefined);
  const moving = move();
  await until(() => expect(bucket.requests.at(-1)).toMatch(/^PUT/));
  await db().attachment.deleteMany({ where: { hash: new Uint8Array(file.hash) } });
  const discarding = discardUnused();
  release();
  await Promise.all([moving, discarding]);
  expect([inBucket(), (await onDisk()).filter((name) => isFileName(`${name.slice(0, 2)}/${name}`))]).toEqual([[], []]);
});
