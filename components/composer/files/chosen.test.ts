import { expect, test } from "vitest";
import { chosenFrom, isPasteOfFiles } from "./chosen";

const files = (...all: File[]) => all as unknown as FileList;

test.each([
  [["Files"], 1, true],
  [["Files", "text/html"], 1, true],
  [["Files", "text/plain"], 1, true],
  [["Files", "text/plain", "text/html"], 1, false],
  [["text/plain"], 0, false],
])("a paste of %j with %i files is one of files: %o", (types, count, meant) => {
  const held = Array.from({ length: count }, () => new File(["a"], "a.png"));
  expect(isPasteOfFiles({ types, files: files(...held) })).toBe(meant);
});

test("a folder among what is dropped is named and left out", () => {
  const item = (name: string, isDirectory: boolean) => ({
    kind: "file",
    webkitGetAsEntry: () => ({ name, isDirectory }),
  });
  const dropped = {
    items: [item("a.txt", false), item("src", true), { kind: "string", webkitGetAsEntry: () => null }],
    files: files(new File(["a"], "a.txt"), new File([""], "src")),
  } as unknown as DataTransfer;
  const { files: chosen, refused } = chosenFrom(dropped);
  expect(chosen.map(({ name }) => name)).toEqual(["a.txt"]);
  expect(refused).toEqual(['"src" is a folder. Attach the files in it.']);
});
