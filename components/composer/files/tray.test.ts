import { beforeEach, expect, test } from "vitest";
import { addFiles, removeFile, takeFiles, trayOf } from "./tray";

let place = "";
const file = (name: string, text = name) => new File([text], name);
const names = () => trayOf(place).files.map(({ file: { name } }) => name);

async function add(...args: [files: File[], refused?: string[]]): Promise<void> {
  addFiles(place, ...args);
  await trayOf(place).adding;
}

beforeEach(() => {
  place = crypto.randomUUID();
});

test("files wait in the order in which they were chosen, each place by itself, until they are taken", async () => {
  addFiles(place, [file("a"), file("b")]);
  addFiles(place, [file("c")]);
  expect(trayOf(place).adding).not.toBeNull();
  await trayOf(place).adding;
  expect(trayOf(place)).toMatchObject({ adding: null, said: "c added, 3 files to send" });
  expect(names()).toEqual(["a", "b", "c"]);
  expect(trayOf("elsewhere").files).toEqual([]);
  expect(takeFiles(place).map(({ key }) => key)).toHaveLength(3);
  expect(names()).toEqual([]);
});

test("what can't be sent is said, the rest stays, and the next choice ends what was said", async () => {
  await add([file("a"), file("none", "")], ["No folders."]);
  expect(names()).toEqual(["a"]);
  expect(trayOf(place).problems).toEqual(["No folders.", '"none" is empty, so there is nothing to send.']);
  await add([file("b")]);
  expect(trayOf(place)).toMatchObject({ problems: [], said: "b added, 2 files to send" });
});

test("what is removed is said, and the rest stays", async () => {
  await add([file("a"), file("b")]);
  const before = trayOf(place);
  removeFile(place, before.files[0]?.key ?? "");
  expect(trayOf(place)).not.toBe(before);
  expect([names(), trayOf(place).said]).toEqual([["b"], "a removed"]);
  removeFile(place, "unknown");
  expect(names()).toEqual(["b"]);
});
