import { expect, test } from "vitest";
import { cleanFileName } from "@/lib/files/uploads/read-multipart";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ada\\a b.txt", "a b.txt"],
  ["Grüße \u{1f600}.txt", "Grüße \u{1f600}.txt"],
  ["line\r\nbreak\0.txt", "linebreak.txt"],
  ["exe.\u202egpj", "exe.gpj"],
  ["", "file"],
  ["  ", "file"],
  ["..", "file"],
  ["a/", "file"],
  ["\ud800x", "\ufffdx"],
])("%j is stored as %j", (name, kept) => expect(cleanFileName(name)).toBe(kept));

test("a long name is shortened and keeps its extension", () => {
  expect([...cleanFileName(`${"\u{1f600}".repeat(400)}.png`)]).toHaveLength(255);
  expect(cleanFileName(`${"x".repeat(400)}.png`)).toMatch(/^x{251}\.png$/);
  expect(cleanFileName("x".repeat(400))).toHaveLength(255);
});
