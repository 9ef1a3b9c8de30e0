import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { ArchiveError, readArchive, readWhole } from "@/lib/operation/backup/read-archive";
import { ArchiveWriter } from "@/lib/operation/backup/write-archive";
import { temporaryDirectory } from "@/lib/testing/data-dir";

const directory = temporaryDirectory("parley-archive-");
afterAll(() => rmSync(directory, { recursive: true }));

const PASSPHRASE = "correct horse battery staple";
const CONTENT = new Map([
  ["a.json", Buffer.from("{}")],
  ["files/empty", Buffer.alloc(0)],
  ["files/large", randomBytes(300_000)],
  ["files/last", randomBytes(1_000)],
]);

async function make(name: string, passphrase?: string): Promise<string> {
  const file = path.join(directory, name);
  rmSync(file, { force: true });
  const archive = ArchiveWriter.create(file, passphrase);
  for (const [entry, bytes] of CONTENT) await archive.add(entry, bytes.length, Readable.from([bytes]));
  expect(await archive.finish()).toBe(statSync(file).size);
  return file;
}

async function read(file: string, passphrase?: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  await readArchive(file, passphrase, async ({ name, body }) => void found.set(name, await readWhole(body)));
  return found;
}

/** Returns the message with which reading is refused. */
const refusal = (file: string, passphrase?: string) =>
  readArchive(file, passphrase, async () => undefined).then(
    () => "read",
    (error: unknown) => (error instanceof ArchiveError ? error.message : String(error)),
  );

test.each([undefined, PASSPHRASE])(
  "an archive holds what was added, only for its owner (passphrase: %s)",
  async (key) => {
    const file = await make("whole.tar", key);
    expect(await read(file, key)).toEqual(CONTENT);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["whole.tar"]);
  },
);

test("tar opens an archive that isn't encrypted", async () => {
  const file = await make("plain.tar");
  expect(execFileSync("tar", ["tf", file], { encoding: "utf8" }).split("\n")).toContain("files/large");
  expect(execFileSync("tar", ["xOf", file, "files/large"]).equals(CONTENT.get("files/large") ?? Buffer.alloc(0))).toBe(
    true,
  );
});

test.each([undefined, PASSPHRASE])(
  "an archive that was cut off or changed anywhere is refused (passphrase: %s)",
  async (key) => {
    const whole = readFileSync(await make("whole.tar", key));
    const file = path.join(directory, "damaged.tar");
    for (const length of [0, 100, 600, 100_000, whole.length - 2_000, whole.length - 1_025, whole.length - 1]) {
      // Zeros after the end belong to the format; without encryption, nothing is lost with them.
      if (key === undefined && length > whole.length - 1_024) continue;
      writeFileSync(file, whole.subarray(0, length));
      expect(await refusal(file, key), `${length} of ${whole.length} bytes`).toMatch(/is damaged|isn't a backup/);
    }
    for (let place = 300; place < whole.length - 1_024; place += key ? 49_999 : 9_973) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 4, place);
      // Padding between entries carries nothing.
      if (key === undefined && whole.readUInt8(place) === 0) continue;
      writeFileSync(file, changed);
      expect(await refusal(file, key), `byte ${place}`).toMatch(/is damaged/);
    }
  },
);

test("a wrong or missing passphrase, a missing file and something else are each refused as what they are", async () => {
  const file = await make("sealed.tar.age", PASSPHRASE);
  expect(await refusal(file)).toBe(
    `${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
  );
  expect(await refusal(file, "another passphrase")).toBe(`The passphrase in BACKUP_PASSPHRASE is wrong for ${file}.`);
  expect(await refusal(path.join(directory, "none.tar"))).toContain("there is no such file");
  const picture = path.join(directory, "picture.png");
  writeFileSync(picture, randomBytes(2_000));
  expect(await refusal(picture)).toContain("isn't a backup of Parley");
});

test("what a visitor throws isn't taken for damage", async () => {
  const file = await make("plain.tar");
  const full = readArchive(file, undefined, () => Promise.reject(new Error("The disk is full.")));
  await expect(full).rejects.toThrow("The disk is full.");
});

test("an archive that isn't finished leaves nothing behind, and the error says why", async () => {
  const file = path.join(directory, "unfinished.tar");
  const archive = ArchiveWriter.create(file, PASSPHRASE);
  const broken = async function* () {
    yield Buffer.alloc(10);
    throw new Error("The file can't be read.");
  };
  await expect(archive.add("files/broken", 100, broken())).rejects.toThrow("The file can't be read.");
  await archive.abandon();
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  const nowhere = ArchiveWriter.create(path.join(directory, "none/x.tar"), undefined);
  const writing = nowhere.addRecord("a.json", {}).then(() => nowhere.finish());
  await expect(writing).rejects.toThrow("ENOENT");
  await nowhere.abandon();
});
