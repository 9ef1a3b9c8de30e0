import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Returns a file's folder in `root`, or the root itself. */
const folderOf = (file: string) =>
  file
    .split("/")
    .slice(0, 2)
    .join("/")
    .replace(/\/[^/]*\.\w+$/, "");

// Why: docs/decisions/folders.md
test.each(["lib", "server"])("no two folders of %s import each other", (root) => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(root, file).replaceAll(path.sep, "/"))
    .filter((file) => /^\w+\/(?!testing\/|db\/generated\/).*\.ts$/.test(file) && !file.endsWith(".test.ts"));
  const imports = new Set<string>();
  for (const file of files) {
    // Also those that are only for types.
    for (const [, imported = ""] of readFileSync(file, "utf8").matchAll(/"@\/(\w+\/[^"]+)"/g)) {
      if (!imported.startsWith(`${root}/`) || imported.startsWith("lib/db/generated/")) continue;
      imports.add(`${folderOf(file)} > ${folderOf(`${imported}.ts`)}`);
    }
  }
  const mutual = [...imports].filter((each) => {
    const [from, to] = each.split(" > ");
    return from !== to && imports.has(`${to} > ${from}`);
  });
  expect(mutual).toEqual([]);
  expect(imports.size).toBeGreaterThan(10);
});
