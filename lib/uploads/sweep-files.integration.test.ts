import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { makeAttachment } from "@/lib/testing/attachments";
import { incomingDir, placeOf } from "@/lib/uploads/places";
import { storeFile } from "@/lib/uploads/store-file";
import type { StoredFile } from "@/lib/uploads/stored-file";
import { sweepFiles } from "@/lib/uploads/sweep-files";

const HOURS = 3_600;

async function store(text: string = randomUUID()): Promise<StoredFile> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return storeFile(bytes(), 1024);
}

function age(file: string, hours: number): void {
  const then = Date.now() / 1000 - hours * HOURS;
  utimesSync(file, then, then);
}

// What storing a file sets going must not be what a test sees.
beforeEach(async () => {
  await store();
});

test("a file that no message has named for a day goes, and no other", async () => {
  const [orphan, fresh, named] = [await store(), await store(), await store()];
  await makeAttachment({ file: named });
  for (const { hash } of [orphan, named]) age(placeOf(hash), 25);
  age(placeOf(fresh.hash), 23);
  await sweepFiles();
  expect([orphan, fresh, named].map(({ hash }) => existsSync(placeOf(hash)))).toEqual([false, true, true]);
});

test("a file goes when the last of its messages has gone", async () => {
  const file = await store();
  const first = await makeAttachment({ file });
  const second = await makeAttachment({ file });
  await db().message.delete({ where: { id: first.messageId } });
  age(placeOf(file.hash), 25);
  await sweepFiles();
  expect(existsSync(placeOf(file.hash))).toBe(true);
  await db().message.delete({ where: { id: second.messageId } });
  await sweepFiles();
  expect(existsSync(placeOf(file.hash))).toBe(false);
});

test("what broken uploads left goes after a day", async () => {
  for (const [name, hours] of [
    ["old", 25],
    ["new", 1],
  ] as const) {
    writeFileSync(path.join(incomingDir(), name), "half");
    age(path.join(incomingDir(), name), hours);
  }
  await sweepFiles();
  expect(readdirSync(incomingDir())).toEqual(["new"]);
});

test("an upload of the same bytes, while the sweep is asking for their messages, keeps them", async () => {
  const file = await store("the same bytes");
  age(placeOf(file.hash), 25);
  const { findMany } = db().attachment;
  const spy = vi.spyOn(db().attachment, "findMany").mockImplementationOnce((async (
    query: Parameters<typeof findMany>[0],
  ) => {
    await store("the same bytes");
    return findMany(query);
  }) as unknown as typeof findMany);
  await sweepFiles();
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  expect(existsSync(placeOf(file.hash))).toBe(true);
});

test("sweeps and uploads of the same bytes at the same time never lose them", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { hash } = await store("contended");
    age(placeOf(hash), 25);
    await Promise.all([sweepFiles(), store("contended"), sweepFiles(), store("contended")]);
    expect(existsSync(placeOf(hash)), `round ${round}`).toBe(true);
  }
});
