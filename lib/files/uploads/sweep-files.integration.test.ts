import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { filePathOf, shownFilePathOf } from "@/lib/files/uploads/file-paths";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import { discardUnused, sweepFiles } from "@/lib/files/uploads/sweep-files";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { duringBackup } from "@/lib/testing/backup-lock";

const HOURS = 3_600;

const store = (text: string = randomUUID()) => makeFile(text);

function age(file: string, hours: number): void {
  const then = Date.now() / 1000 - hours * HOURS;
  utimesSync(file, then, then);
}

// Storing a file starts a sweep in the background. It must not happen during a test.
beforeEach(async () => {
  await store();
});

test("only files that have been in no message for a day are deleted", async () => {
  const [orphan, fresh, named] = [await store(), await store(), await store()];
  await makeAttachment({ file: named });
  for (const { hash } of [orphan, named]) age(filePathOf(hash), 25);
  age(filePathOf(fresh.hash), 23);
  await sweepFiles();
  expect([orphan, fresh, named].map(({ hash }) => existsSync(filePathOf(hash)))).toEqual([false, true, true]);
});

test("a file is deleted once the last message with it is deleted", async () => {
  const file = await store();
  const first = await makeAttachment({ file });
  const second = await makeAttachment({ file });
  await db().message.delete({ where: { id: first.messageId } });
  age(filePathOf(file.hash), 25);
  await sweepFiles();
  expect(existsSync(filePathOf(file.hash))).toBe(true);
  await db().message.delete({ where: { id: second.messageId } });
  await sweepFiles();
  expect(existsSync(filePathOf(file.hash))).toBe(false);
});

test("a file's preview and large version are deleted with it", async () => {
  const [orphan, named] = [await store(), await store()];
  await makeAttachment({ file: named });
  const shown = [orphan, named].flatMap(({ hash }) => [
    shownFilePathOf(hash, "preview"),
    shownFilePathOf(hash, "large"),
  ]);
  for (const file of shown) writeFileSync(file, "");
  await sweepFiles();
  expect(shown.map((file) => existsSync(file))).toEqual([true, true, true, true]);
  age(filePathOf(orphan.hash), 25);
  await sweepFiles();
  expect(shown.map((file) => existsSync(file))).toEqual([false, false, true, true]);
});

test("remains of broken uploads are deleted after a day", async () => {
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

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Uploads a file and posts it, or refuses it at the last moment. */
async function upload(text: string, commit: "posted" | "refused"): Promise<{ hash: Buffer; messageId: bigint | null }> {
  const file = await storeFile(bytesOf(text), 1024);
  const messageId = await withFilesInPlace([file], async () => {
    if (commit === "refused") throw new Error("refused");
    return (await makeAttachment({ file })).messageId;
  }).catch(() => null);
  await removeTemporary([file]);
  return { hash: file.hash, messageId };
}

const lies = ({ hash }: { hash: Uint8Array }) => existsSync(filePathOf(hash));
const delMessage = (id: bigint | null) => db().message.deleteMany({ where: { id: id ?? 0n } });

test("an upload of the same bytes during the sweep's query keeps the file", async () => {
  const file = await store("the same bytes");
  age(filePathOf(file.hash), 25);
  const query = db().$queryRaw.bind(db());
  const spy = vi.spyOn(db(), "$queryRaw").mockImplementationOnce((async (...args: Parameters<typeof query>) => {
    const named = await query(...args);
    await upload("the same bytes", "posted");
    return named;
  }) as typeof query);
  await sweepFiles();
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  expect(lies(file)).toBe(true);
});

test("a refused upload leaves no file behind, unless a message has the same file", async () => {
  const before = readdirSync(incomingDir());
  const refused = await upload("refused", "refused");
  expect([lies(refused), readdirSync(incomingDir())]).toEqual([false, before]);
  const { hash, messageId } = await upload("named", "posted");
  await upload("named", "refused");
  expect(lies({ hash })).toBe(true);
  await delMessage(messageId);
  await discardUnused();
  expect(lies({ hash })).toBe(false);
});

test("refusing an upload while the same file is being posted doesn't delete that file", async () => {
  const file = await storeFile(bytesOf("at once"), 1024);
  await withFilesInPlace([file], async () => {
    await upload("at once", "refused");
    expect(lies(file)).toBe(false);
    await makeAttachment({ file });
  });
  expect(lies(file)).toBe(true);
  await removeTemporary([file]);
});

test("a deleted message's file is deleted with the last message that has it", async () => {
  const [first, second] = [await upload("twice", "posted"), await upload("twice", "posted")];
  await delMessage(first.messageId);
  await discardUnused();
  expect(lies(first)).toBe(true);
  await delMessage(second.messageId);
  await discardUnused();
  expect(lies(second)).toBe(false);
  expect(await db().fileUse.count({ where: { uses: 0 } })).toBe(0);
});

test("a deleted message's file is deleted even if nothing has been uploaded since a restore", async () => {
  const { hash, messageId } = await upload("restored", "posted");
  rmSync(incomingDir(), { recursive: true });
  await delMessage(messageId);
  await discardUnused();
  expect(lies({ hash })).toBe(false);
});

test("a file whose messages can't be looked up is deleted later", async () => {
  const spy = vi.spyOn(db(), "$queryRaw").mockRejectedValueOnce(new Error("Connection terminated"));
  const refused = await upload("undecided", "refused");
  spy.mockRestore();
  expect(lies(refused)).toBe(true);
  await discardUnused();
  expect(lies(refused)).toBe(false);
});

test("no file is deleted during a backup, which may have seen its message, but all are afterwards", async () => {
  const [deleted, orphan] = [await upload("deleted during a backup", "posted"), await store()];
  age(filePathOf(orphan.hash), 25);
  let refused = deleted;
  await duringBackup(async () => {
    await delMessage(deleted.messageId);
    refused = await upload("refused during a backup", "refused");
    await discardUnused();
    await sweepFiles();
    expect([deleted, refused, orphan].map(lies)).toEqual([true, true, true]);
  });
  await discardUnused();
  await sweepFiles();
  expect([deleted, refused, orphan].map(lies)).toEqual([false, false, false]);
});

test("simultaneous posts, refusals, deletes and sweeps of the same bytes never lose a message's file", async () => {
  for (let round = 0; round < 15; round += 1) {
    const old = await upload("contended", "posted");
    age(filePathOf(old.hash), 25);
    await Promise.all([
      delMessage(old.messageId).then(discardUnused),
      upload("contended", "posted"),
      upload("contended", "refused"),
      sweepFiles(),
      upload("contended", "posted"),
      upload("contended", "refused"),
    ]);
    expect(lies(old), `round ${round}`).toBe(true);
    await db().message.deleteMany({});
    await discardUnused();
    expect(lies(old), `round ${round}`).toBe(false);
  }
});
