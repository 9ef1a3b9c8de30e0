import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDirectory } from "@/lib/process/make-directory";
import { temporaryDirectory } from "@/lib/testing/data-dir";

const home = temporaryDirectory("parley-make-directory-");
afterAll(() => rmSync(home, { recursive: true }));

test("a directory and its parents are created, and what exists stays as it is", () => {
  const deep = path.join(home, "a/b/c");
  makeDirectory(deep, 0o711);
  expect(statSync(deep).mode & 0o777).toBe(0o711);
  makeDirectory(deep, 0o700);
  expect(statSync(deep).mode & 0o777).toBe(0o711);
});

// In a process of its own, because a loop without end would take the tests with it.
test.each(["/proc/foo", "/proc/foo/bar", "/proc/self/fd/foo", "/dev/null", "/dev/null/foo"])(
  "where none can be created, it ends with the reason: %s",
  (directory) => {
    const code = `import("./lib/process/make-directory.ts").then((m) => m.makeDirectory(process.argv[1])).catch((e) => console.log(e.code))`;
    const reason = execFileSync(process.execPath, ["--import", "tsx", "-e", code, directory], {
      encoding: "utf8",
      timeout: 30_000,
    });
    expect(reason.trim()).toMatch(/^(ENOENT|EEXIST|ENOTDIR|EPERM|EACCES)$/);
  },
);

test("a file and a link to nothing aren't directories", () => {
  const [file, link] = [path.join(home, "file"), path.join(home, "link")];
  writeFileSync(file, "");
  symlinkSync(path.join(home, "gone"), link);
  for (const each of [file, link]) expect(() => makeDirectory(each)).toThrow("EEXIST");
  expect(() => makeDirectory(path.join(link, "below"))).toThrow("EEXIST");
  expect(existsSync(path.join(home, "gone"))).toBe(false);
});
