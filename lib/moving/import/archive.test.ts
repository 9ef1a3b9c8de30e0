import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { storedZip } from "@/lib/testing/stored-zip";
import { ARCHIVE_LIMITS, type Archive, openArchive } from "./archive";

let directory: string;
let archive: Archive | null;

beforeEach(() => {
  directory = temporaryDirectory("parley-archive-");
  process.env.DATA_DIR = path.join(directory, "data");
  archive = null;
});

afterEach(async () => {
  await archive?.close();
  removeDataDir(directory);
});

const file = (name: string) => path.join(directory, name);

async function read(name: string): Promise<string | null> {
  const bytes = (await archive?.open(name)) ?? null;
  if (bytes === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

// Made with `zip`: users.json (deflated) and general/2024-01-01.json.
const ZIP =
  "UEsDBBQAAAAIAB1Le12nfqC3DwAAAA0AAAAKAAAAdXNlcnMuanNvbouuVspMUbJSCjVUqo0FAFBLAwQUAAAACAAdS3tdAAAAAAIAAAAAAAAACAAAAGdlbmVyYWwvAwBQSwMEFAAAAAgAHUt7XSm7TA0EAAAAAgAAABcAAABnZW5lcmFsLzIwMjQtMDEtMDEuanNvbouOBQBQSwECFAMUAAAACAAdS3tdp36gtw8AAAANAAAACgAAAAAAAAAAAAAAgAEAAAAAdXNlcnMuanNvblBLAQIUAxQAAAAIAB1Le10AAAAAAgAAAAAAAAAIAAAAAAAAAAAAEAD9QTcAAABnZW5lcmFsL1BLAQIUAxQAAAAIAB1Le10pu0wNBAAAAAIAAAAXAAAAAAAAAAAAAACAAV8AAABnZW5lcmFsLzIwMjQtMDEtMDEuanNvblBLBQYAAAAAAwADALMAAACYAAAAAAA=";

test("a ZIP file is read without being unpacked", async () => {
  writeFileSync(file("export.zip"), Buffer.from(ZIP, "base64"));
  archive = await openArchive(file("export.zip"));
  expect(archive.names).toEqual(["general/2024-01-01.json", "users.json"]);
  expect(await archive.json("users.json")).toEqual([{ id: "U1" }]);
  expect(await read("general/2024-01-01.json")).toBe("[]");
  expect(await read("missing.json")).toBeNull();
  expect(await archive.json("missing.json")).toBeUndefined();
});

test.each(["{", "\ufeff{", "\n  {"])(
  "a file of JSON lines is read with the files beside it in data: %j",
  async (start) => {
    writeFileSync(file("team.jsonl"), `${start}"type":"version"}\n{"type":"team"}\n`);
    mkdirSync(file("data/20240101"), { recursive: true });
    writeFileSync(file("data/20240101/a.txt"), "a");
    writeFileSync(file("secret.txt"), "not part of it");
    archive = await openArchive(file("team.jsonl"));
    expect(archive.names).toEqual(["data/20240101/a.txt", "import.jsonl"]);
    const lines = [];
    for await (const line of archive.lines("import.jsonl")) lines.push(line);
    expect(lines).toEqual([{ type: "version" }, { type: "team" }]);
    expect(await read("data/20240101/a.txt")).toBe("a");
    expect(await read("data/../secret.txt")).toBeNull();
    expect(await read("secret.txt")).toBeNull();
  },
);

test("a .tar.gz is unpacked, without what would leave its directory, and removed at the end", async () => {
  const long = JSON.stringify("0".repeat(50_000));
  const tar = await packTar([
    { header: { name: "export.json", size: 2, type: "file" }, body: "{}" },
    { header: { name: "../escaped.json", size: 2, type: "file" }, body: "{}" },
    { header: { name: "long.json", size: long.length, type: "file" }, body: long },
    { header: { name: "link.json", size: 0, type: "symlink", linkname: "/etc/passwd" } },
  ]);
  writeFileSync(file("export.tar.gz"), gzipSync(tar));
  archive = await openArchive(file("export.tar.gz"));
  expect(archive.names).toEqual(["export.json", "long.json"]);
  expect(await archive.json("export.json")).toEqual({});
  expect(await read("long.json")).toBe(long);
  expect(readdirSync(file("data/importing"))).toHaveLength(1);
  await archive.close();
  expect(readdirSync(file("data/importing"))).toEqual([]);
});

test("a directory is read as it is, and a part of it like an archive of its own", async () => {
  mkdirSync(file("export/inner"), { recursive: true });
  writeFileSync(file("export/inner/a.jsonl"), '{"n":1}\n\n{"n":2}\r\n{"n":3}');
  writeFileSync(file("secret.json"), "{}");
  archive = await openArchive(file("export"));
  expect(archive.names).toEqual(["inner/a.jsonl"]);
  expect(await read("../secret.json")).toBeNull();
  const lines = [];
  for await (const line of archive.within("inner").lines("a.jsonl")) lines.push(line);
  expect(lines).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("lines longer than a chunk are read whole", async () => {
  mkdirSync(file("export"));
  const long = "ü".repeat(300_000);
  writeFileSync(file("export/a.jsonl"), `${JSON.stringify(long)}\n${JSON.stringify("short")}\n`);
  archive = await openArchive(file("export"));
  const lines = [];
  for await (const line of archive.lines("a.jsonl")) lines.push(line);
  expect(lines).toEqual([long, "short"]);
});

test("what PostgreSQL can't store is taken out of texts, and nothing else", async () => {
  mkdirSync(file("export"));
  writeFileSync(file("export/a.json"), String.raw`["a\u0000b", "\ud83d\ude00", "\ud83d", "\\u0000"]`);
  archive = await openArchive(file("export"));
  expect(await archive.json("a.json")).toEqual(["ab", "😀", "\ufffd", String.raw`\u0000`]);
});

test("what can't be read is named, with what to do", async () => {
  writeFileSync(file("a.txt"), "text");
  writeFileSync(file("a.zip"), "PK, but not a ZIP file");
  writeFileSync(file("a.tar.gz"), Buffer.from([0x1f, 0x8b, 1, 2, 3]));
  mkdirSync(file("export"));
  writeFileSync(file("export/a.jsonl"), '{"n":1}\n{"n":');
  await expect(openArchive(file("missing.zip"))).rejects.toThrow(
    /missing\.zip \(there is no such file\)\. Name the file/,
  );
  await expect(openArchive(file("a.txt"))).rejects.toThrow("is neither a ZIP file nor a .tar.gz");
  await expect(openArchive(file("a.zip"))).rejects.toThrow("a.zip is damaged");
  await expect(openArchive(file("a.tar.gz"))).rejects.toThrow("a.tar.gz is damaged");
  archive = await openArchive(file("export"));
  const lines = archive.lines("a.jsonl");
  await lines.next();
  await expect(lines.next()).rejects.toThrow("Line 2 of a.jsonl isn't JSON.");
});

test("an export that unpacks to far more than its size, or than the disk has room for, leaves nothing", async () => {
  const large = 8 * 2 ** 20;
  const tar = await packTar([{ header: { name: "export.json", size: large, type: "file" }, body: "0".repeat(large) }]);
  writeFileSync(file("export.tar.gz"), gzipSync(tar));
  const open = (limits: Partial<typeof ARCHIVE_LIMITS>) =>
    openArchive(file("export.tar.gz"), { ...ARCHIVE_LIMITS, ...limits });
  await expect(open({ small: 2 ** 20 })).rejects.toThrow(
    /export\.tar\.gz isn't imported: it unpacks to more than [\d.]+ MiB/,
  );
  await expect(open({ keepFree: 2 ** 60 })).rejects.toThrow(
    /^There is no room to unpack .*export\.tar\.gz: .* Make room under/,
  );
  expect(readdirSync(file("data/importing"))).toEqual([]);
  archive = await open({});
  expect(archive.names).toEqual(["export.json"]);
});

test("an export with too many files, or a ZIP file that says it grows too much, is refused", async () => {
  const tar = await packTar(
    ["a", "b", "c"].map((name) => ({ header: { name, size: 0, type: "file" as const }, body: "" })),
  );
  writeFileSync(file("export.tar.gz"), gzipSync(tar));
  writeFileSync(file("export.zip"), Buffer.from(ZIP, "base64"));
  const tooMany = /has more than 2 files\. Export fewer channels at a time\./;
  for (const name of ["export.tar.gz", "export.zip"]) {
    await expect(openArchive(file(name), { ...ARCHIVE_LIMITS, entries: 2 })).rejects.toThrow(tooMany);
  }
  const grown = openArchive(file("export.zip"), { ...ARCHIVE_LIMITS, small: 10, growth: 0 });
  await expect(grown).rejects.toThrow(/export\.zip isn't imported: it unpacks to more than 10 bytes/);
  expect(readdirSync(file("data/importing"))).toEqual([]);
});

test("names in a ZIP file are read as UTF-8 where they are, also without the flag, and odd ones don't make it unreadable", async () => {
  writeFileSync(
    file("export.zip"),
    storedZip([
      ["日本語/2020-09-13.json", "[1]"],
      // "Größe" in code page 437, which is what the format says without the flag.
      [Buffer.from([0x47, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x6a, 0x73, 0x6f, 0x6e]), "[2]"],
      ["./windows\\a.json", "[3]"],
      ["../../out.json", "[4]"],
    ]),
  );
  archive = await openArchive(file("export.zip"));
  expect(archive.names).toEqual(["../../out.json", "Größe.json", "windows/a.json", "日本語/2020-09-13.json"]);
  expect(await archive.json("日本語/2020-09-13.json")).toEqual([1]);
  expect(await archive.json("Größe.json")).toEqual([2]);
});

test("a name is found however its characters are written, and exactly where both ways are there", async () => {
  const [composed, apart] = ["über.json".normalize("NFC"), "über.json".normalize("NFD")];
  mkdirSync(file("export"));
  writeFileSync(file(`export/${apart}`), "[1]");
  writeFileSync(file("export/ﬁn.json"), "[2]");
  archive = await openArchive(file("export"));
  expect(await archive.json(composed)).toEqual([1]);
  expect(await archive.within("").json("fin.json")).toEqual([2]);
  writeFileSync(file(`export/${composed}`), "[3]");
  archive = await openArchive(file("export"));
  expect([await archive.json(apart), await archive.json(composed)]).toEqual([[1], [3]]);
});

test("an export that was packed again is unpacked, without what file managers add, and leaves nothing", async () => {
  const outer = storedZip([
    ["__MACOSX/._export.zip", "x"],
    ["My Export/.DS_Store", "x"],
    ["My Export/slack export.zip", ""],
  ]);
  writeFileSync(file("outer.zip"), outer);
  // Not a ZIP file inside.
  await expect(openArchive(file("outer.zip"))).rejects.toThrow("is neither a ZIP file nor a .tar.gz");
  expect(readdirSync(file("data/importing"))).toEqual([]);
  const inner = storedZip([["users.json", '[{"id":"U1"}]']]);
  const tar = await packTar([{ header: { name: "slack.zip", size: inner.length, type: "file" }, body: inner }]);
  writeFileSync(file("outer.tar.gz"), gzipSync(tar));
  archive = await openArchive(file("outer.tar.gz"));
  expect(archive.names).toEqual(["users.json"]);
  expect(await archive.json("users.json")).toEqual([{ id: "U1" }]);
  await archive.close();
  expect(readdirSync(file("data/importing"))).toEqual([]);
  await expect(openArchive(file("outer.tar.gz"), { ...ARCHIVE_LIMITS, small: 10, growth: 0 })).rejects.toThrow(
    /isn't imported: it unpacks to more than 10 bytes/,
  );
  expect(readdirSync(file("data/importing"))).toEqual([]);
});
