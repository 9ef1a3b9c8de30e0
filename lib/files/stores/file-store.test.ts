import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { diskStore, incomingDir } from "@/lib/files/stores/disk-store";
import { type FileStore, isFileName } from "@/lib/files/stores/file-store";
import { s3Store } from "@/lib/files/stores/s3-store";
import { env } from "@/lib/process/env";
import { TestBucket } from "@/lib/testing/bucket";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

const dataDir = temporaryDirectory("parley-files-");
let bucket: TestBucket;

beforeAll(async () => {
  bucket = await TestBucket.open();
});
afterAll(async () => {
  await bucket.close();
  removeDataDir(dataDir);
});
beforeEach(() => {
  for (const [name, value] of Object.entries({ ...bucket.env, DATA_DIR: dataDir })) vi.stubEnv(name, value);
  mkdirSync(incomingDir(), { recursive: true });
});

function bucketStore(prefix: string): FileStore {
  vi.stubEnv("S3_PREFIX", prefix);
  if (!env.s3) throw new Error("There is no bucket.");
  return s3Store(env.s3);
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const nameOf = (bytes: Buffer) => `${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`;

/** Puts bytes into a store, by default under the name for their hash. */
async function put(store: FileStore, bytes: Buffer, name = nameOf(bytes)): Promise<string> {
  const file = path.join(dataDir, randomUUID());
  writeFileSync(file, bytes);
  await store.put(name, { path: file, size: bytes.byteLength, sha256: hashOf(bytes) });
  return name;
}

async function textOf(store: FileStore, name: string, range?: { start: number; end: number }): Promise<string | null> {
  const file = await store.read(name, { range });
  if (file === null) return null;
  const text = await new Response(file.body).text();
  expect(file.size).toBe(Buffer.byteLength(text));
  return text;
}

const reader = { by: 1n };

describe.each([
  ["disk", () => diskStore],
  ["a bucket", () => bucketStore("")],
  ["a folder in a bucket", () => bucketStore("/parley/files/")],
])("a store on %s", (_, open) => {
  test("returns what was put into it", async () => {
    const store = open();
    const name = await put(store, Buffer.from("0123456789"));
    expect(await store.sizeOf(name)).toBe(10);
    expect(await textOf(store, name)).toBe("0123456789");
    expect(await textOf(store, name, { start: 2, end: 4 })).toBe("234");
    expect(await textOf(store, name, { start: 9, end: 9 })).toBe("9");
    expect(await store.onDisk(name, reader, (file) => readFile(file, "utf8"))).toBe("0123456789");
    expect(readdirSync(incomingDir())).toEqual([]);
  });

  test("streams a large file in pieces", async () => {
    const bytes = Buffer.alloc(3_000_000, "abcdefg");
    const name = await put(open(), bytes);
    const file = await open().read(name);
    const pieces: Uint8Array[] = [];
    for await (const piece of file?.body ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(256 * 1024);
  });

  test("can have empty files", async () => {
    const name = await put(open(), Buffer.alloc(0));
    expect(await open().sizeOf(name)).toBe(0);
    expect(await textOf(open(), name)).toBe("");
    expect(await open().onDisk(name, reader, (file) => readFile(file, "utf8"))).toBe("");
  });

  test("says which files are missing", async () => {
    const store = open();
    const name = nameOf(Buffer.from("nobody put this anywhere"));
    const never = () => Promise.reject(new Error("There is nothing to read."));
    expect([await store.sizeOf(name), await store.read(name), await store.onDisk(name, reader, never)]).toEqual([
      null,
      null,
      null,
    ]);
    await store.remove(name);
  });

  test("forgets removed files", async () => {
    const name = await put(open(), Buffer.from("removed"));
    await open().remove(name);
    expect(await open().sizeOf(name)).toBeNull();
  });

  test("takes the same file many times at once", async () => {
    const store = open();
    const bytes = Buffer.alloc(10_000, "crowd");
    await Promise.all(Array.from({ length: 10 }, () => put(store, bytes)));
    expect(await textOf(store, nameOf(bytes))).toBe(`${bytes}`);
  });

  test("lists its files and nothing else", async () => {
    const store = open();
    for await (const { name } of store.list()) await store.remove(name);
    const original = await put(store, Buffer.from("original"));
    const shown = await put(store, Buffer.from("smaller"), `${original}.preview.webp`);
    await put(store, Buffer.from("other"), "notes/other.txt");
    const since = Date.now() - 60_000;
    const listed = [];
    for await (const { name, size, modifiedAt } of store.list())
      listed.push([name, size, modifiedAt.getTime() > since]);
    expect(listed).toEqual([
      [original, 8, true],
      [shown, 7, true],
    ]);
  });
});

test("a bucket with many files is listed in pages", async () => {
  const store = bucketStore("many");
  const first = await put(store, Buffer.from("first"));
  const names = Array.from({ length: 1_020 }, (_, index) => nameOf(Buffer.from(`file ${index}`)));
  for (const name of names) bucket.copyObject(`many/${first}`, `many/${name}`);
  const listed: string[] = [];
  for await (const { name } of store.list()) listed.push(name);
  expect(listed).toEqual([first, ...names].toSorted());
});

test("only names made from a hash are names of files", () => {
  const name = nameOf(Buffer.from("name"));
  expect([name, `${name}.preview.webp`].map(isFileName)).toEqual([true, true]);
  const others = ["", "incoming/x", `00/${name.slice(3)}`, `${name}/..`, `../${name}`, `${name}.a/b.webp`, `${name}\n`];
  expect(others.map(isFileName)).toEqual(others.map(() => false));
});
