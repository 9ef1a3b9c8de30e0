import path from "node:path";
import { expect, test } from "vitest";
import { env } from "@/lib/process/env";
import { sentenceOf } from "@/server/failure";
import { ROOT } from "@/server/root";

/** Returns an error like Node's: EACCES: permission denied, open '…'. */
function fileError(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: something, open '${file}'`), { code, path: file, syscall: "open" });
}

test.each([
  [
    "EACCES",
    path.join(ROOT, ".next"),
    /^Can't use .*\/\.next \(permission denied\)\. Run this as the owner of .+ \(chown -R\)\.$/,
  ],
  ["EPERM", "node_modules/.cache", /\/node_modules\/\.cache \(permission denied\)\. Run this as the owner/],
  [
    "EROFS",
    path.join(env.dataDir, "parley.pid"),
    /parley\.pid \(read-only file system\)\. Set DATA_DIR to a directory/,
  ],
  ["EACCES", env.dataDir, /\(permission denied\)\. Set DATA_DIR to a directory you can write to\.$/],
  ["ENOSPC", path.join(env.dataDir, "postgres"), /\(the disk is full\)\. Free up space, then try again\.$/],
  ["EACCES", `${env.dataDir}-of-another`, /Run this as the owner/],
])("%s of %s is a sentence that says what to do", (code, file, sentence) => {
  expect(sentenceOf(fileError(code, file))).toMatch(sentence);
});

test.each([
  [new Error("Port 3000 is taken."), "Port 3000 is taken."],
  [fileError("EBADF", "/x"), "EBADF: something, open '/x'"],
  [Object.assign(new Error("permission denied"), { code: "EACCES" }), "permission denied"],
  [new TypeError(""), "TypeError"],
  ["a text", "a text"],
])("%s keeps its own message", (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
