import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const forbidden = /^(node:|pg$|@prisma\/|next-auth$|server-only$)|^@\/(lib\/(db|process\/(env|log))\b|server\/|app\/)/;

/** Returns the file's imports at run time, without types. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), "utf8");
  const pattern = /^(?:import|export)\s(?!type\s)(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return Array.from(source.matchAll(pattern), ([, still, late]) => still ?? late ?? "");
}

function fileOf(specifier: string, importer: string): string | undefined {
  if (!/^(@\/|\.)/.test(specifier)) return undefined;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : path.join(path.dirname(importer), specifier);
  return [".ts", ".tsx"].map((ending) => base + ending).find((file) => existsSync(path.join(root, file)));
}

test("no component imports the database, Node or the settings, directly or indirectly", () => {
  const queue = readdirSync(path.join(root, "components"), { recursive: true, encoding: "utf8" })
    .map((file) => `components/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
  const visited = new Set(queue);
  const wrong: string[] = [];
  for (const file of queue) {
    for (const specifier of importsOf(file)) {
      if (forbidden.test(specifier)) wrong.push(`${file} imports ${specifier}`);
      const next = fileOf(specifier, file);
      if (next && !visited.has(next)) {
        visited.add(next);
        queue.push(next);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([...visited].some((file) => file === "lib/text/text.ts")).toBe(true);
});
