import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { link } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { incomingDir, uploadsDir } from "@/lib/files/stores/disk-store";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import { images } from "@/lib/testing/images";

const LIMIT = 1024 * 1024;

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  return { ...original, link: vi.fn(original.link) };
});

// A fake database in which messages have all files.
vi.mock("@/lib/db/client", () => ({
  db: () => ({
    $executeRaw: async () => 0,
    $queryRaw: async (_: TemplateStringsArray, hashes: string[]) => hashes.map((hash) => ({ hash })),
  }),
}));

beforeEach(() => {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "parley-uploads-"));
});
afterEach(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

async function* of(...chunks: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** Stores a file as for a posted message, without a database. */
async function keep(bytes: AsyncGenerator<Uint8Array>) {
  const file = await storeFile(bytes, LIMIT);
  await withFilesInPlace([file], async () => undefined);
  await removeTemporary([file]);
  return file;
}

test("a file is stored under the hash of its bytes, readable only by the server's user", async () => {
  const stored = await keep(of("Hello ", "world"));
  const hash = createHash("sha256").update("Hello world").digest();
  expect(stored).toMatchObject({ hash, size: 11, contentType: "application/octet-stream", width: null, height: null });
  expect(readFileSync(filePathOf(hash), "utf8")).toBe("Hello world");
  expect(readdirSync(incomingDir())).toEqual([]);
  expect([filePathOf(hash), path.dirname(filePathOf(hash)), uploadsDir(), incomingDir()].map(mode)).toEqual([
    "600",
    "700",
    "700",
    "700",
  ]);
});

test("an image is recognized by its bytes", async () => {
  expect(await storeFile(of(images.png(20, 10)), LIMIT)).toMatchObject({
    contentType: "image/png",
    width: 20,
    height: 10,
  });
});

test("the same bytes are stored once, and count as new when uploaded again", async () => {
  const { hash } = await keep(of("again"));
  const { ino } = statSync(filePathOf(hash));
  utimesSync(filePathOf(hash), 1, 1);
  await keep(of("again"));
  expect(statSync(filePathOf(hash)).ino).toBe(ino);
  expect(Date.now() - statSync(filePathOf(hash)).mtimeMs).toBeLessThan(60_000);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("many simultaneous uploads of the same bytes all succeed", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => keep(of("crowd"))));
  expect(new Set(all.map(({ hash }) => hash.toString("hex"))).size).toBe(1);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("an empty file is accepted", async () => expect((await storeFile(of(), LIMIT)).size).toBe(0));

test("an upload ends at the first byte over the limit", async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1;
      yield Buffer.alloc(LIMIT / 4);
    }
  }
  await expect(storeFile(endless(), LIMIT)).rejects.toMatchObject({
    code: "too_large",
    message: "A file can be at most 1 MiB.",
  });
  expect(read).toBe(5);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("a file is copied if the disk doesn't support links", async () => {
  vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error("no links"), { code: "EPERM" }));
  const { hash } = await keep(of("copied"));
  expect(vi.mocked(link)).toHaveBeenLastCalledWith(expect.anything(), filePathOf(hash));
  expect([readFileSync(filePathOf(hash), "utf8"), readdirSync(incomingDir())]).toEqual(["copied", []]);
});

test("a broken upload leaves no file behind", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("gone");
  }
  await expect(storeFile(broken(), LIMIT)).rejects.toThrow("gone");
  expect(readdirSync(uploadsDir())).toEqual(["incoming"]);
  expect(readdirSync(incomingDir())).toEqual([]);
});
