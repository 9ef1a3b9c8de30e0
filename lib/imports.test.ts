import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Returns the folders of lib that this file imports, also for types. */
function foldersIn(file: string): string[] {
  const source = readFileSync(path.join(import.meta.dirname, file), "utf8");
  return Array.from(source.matchAll(/"@\/lib\/([^/"]+)\//g), ([, folder]) => folder ?? "");
}

// Why: docs/decisions/folders.md
test("no two folders of lib import each other", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /^(?!testing\/|db\/generated\/)[^/]+\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"));
  const imports = new Set(files.flatMap((file) => foldersIn(file).map((to) => `${file.split("/")[0]} > ${to}`)));
  const mutual = [...imports].filter((each) => {
    const [from, to] = each.split(" > ");
    return from !== to && imports.has(`${to} > ${from}`);
  });
  expect(mutual).toEqual([]);
  expect(imports.has("channels > users")).toBe(true);
});
