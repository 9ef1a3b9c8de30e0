import { beforeEach, expect, test } from "vitest";
import { fitting } from "./choose";
import { removeFile } from "./file-tray";
import { addDropped, addFiles, isPasteOfFiles, takeFiles, trayOf } from "./tray";

const files = (...all: File[]) => all as unknown as FileList;

test.each([
  [["Files"], 1, true],
  [["Files", "text/html"], 1, true],
  [["Files", "text/plain"], 1, true],
  [["Files", "text/plain", "text/html"], 1, false],
  [["text/plain"], 0, false],
])("pasting %j with %i files adds files: %o", (types, count, meant) => {
  const listed = Array.from({ length: count }, () => new File(["a"], "a.png"));
  expect(isPasteOfFiles({ types, files: files(...listed) })).toBe(meant);
});

const MIB = 1024 * 1024;
const sized = (name: string, size = 1) => ({ name, size });
const many = (count: number, size = 1) => Array.from({ length: count }, (_, index) => sized(`${index}.txt`, size));

test("files that fit are added, and each of the others gets an error", () => {
  const chosen = [sized("a"), sized("empty.txt", 0), sized("film.mov", 25 * MIB + 1), sized("b", 25 * MIB)];
  expect(fitting([], chosen)).toEqual({
    files: [sized("a"), sized("b", 25 * MIB)],
    problems: ['"empty.txt" is empty. Choose another file.', '"film.mov" is too large. A file can be at most 25 MiB.'],
  });
});

test("only the first ten files are added", () => {
  expect(fitting(many(9), [sized("x"), sized("y")])).toEqual({
    files: [sized("x")],
    problems: ["A message can have at most 10 files. 1 was left out."],
  });
  expect(fitting([], many(12))).toMatchObject({
    files: many(10),
    problems: ["A message can have at most 10 files. 2 were left out."],
  });
});

test("files over the total limit are left out, while smaller ones still fit", () => {
  expect(fitting(many(3, 25 * MIB), [sized("x", 24 * MIB), sized("y", 2 * MIB), sized("z", MIB)])).toEqual({
    files: [sized("x", 24 * MIB), sized("z", MIB)],
    problems: [`"y" doesn't fit. A message's files can be at most 100 MiB together.`],
  });
});

let trayKey = "";
const file = (name: string, text = name) => new File([text], name);
const names = () => trayOf(trayKey).files.map(({ file: { name } }) => name);

async function add(...chosen: File[]): Promise<void> {
  addFiles(trayKey, chosen);
  await trayOf(trayKey).adding;
}

beforeEach(() => {
  trayKey = crypto.randomUUID();
});

test("each conversation keeps its files in the order they were chosen", async () => {
  addFiles(trayKey, [file("a"), file("b")]);
  addFiles(trayKey, [file("c")]);
  expect(trayOf(trayKey).adding).not.toBeNull();
  await trayOf(trayKey).adding;
  expect(trayOf(trayKey)).toMatchObject({ adding: null, said: "c added, 3 files to send" });
  expect(names()).toEqual(["a", "b", "c"]);
  expect(trayOf("elsewhere").files).toEqual([]);
  expect(takeFiles(trayKey).map(({ key }) => key)).toHaveLength(3);
  expect(names()).toEqual([]);
});

test("files that can't be sent show an error until the next choice", async () => {
  await add(file("a"), file("none", ""));
  expect(names()).toEqual(["a"]);
  expect(trayOf(trayKey).problems).toEqual(['"none" is empty. Choose another file.']);
  await add(file("b"));
  expect(trayOf(trayKey)).toMatchObject({ problems: [], said: "b added, 2 files to send" });
});

test("removing a file is announced and keeps the others", async () => {
  await add(file("a"), file("b"));
  const before = trayOf(trayKey);
  removeFile(trayKey, before.files[0]?.key ?? "");
  expect(trayOf(trayKey)).not.toBe(before);
  expect([names(), trayOf(trayKey).said]).toEqual([["b"], "a removed"]);
  removeFile(trayKey, "unknown");
  expect(names()).toEqual(["b"]);
});

test("dropped folders are left out with an error", async () => {
  const item = (name: string, isDirectory: boolean) => ({
    kind: "file",
    webkitGetAsEntry: () => ({ name, isDirectory }),
  });
  addDropped(trayKey, {
    items: [item("a.txt", false), item("src", true), { kind: "string", webkitGetAsEntry: () => null }],
    files: files(file("a.txt"), new File([""], "src")),
  } as unknown as DataTransfer);
  await trayOf(trayKey).adding;
  expect(names()).toEqual(["a.txt"]);
  expect(trayOf(trayKey).problems).toEqual(['"src" is a folder. Attach its files instead.']);
});
