import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { markRestore, unfinishedRestore, unmarkRestore } from "@/server/restore-marker";

const marker = { id: "7", archive: "/backups/parley-1.tar" };

test("a restore that has begun is unfinished until it's marked as finished", () => {
  const directory = temporaryDirectory("parley-marker-");
  expect(unfinishedRestore(directory)).toBeNull();
  markRestore(directory, marker);
  expect(unfinishedRestore(directory)).toEqual(marker);
  unmarkRestore(directory);
  expect(unfinishedRestore(directory)).toBeNull();
});

test("a marker that was cut while it was written isn't one, and the next takes its place", () => {
  const directory = temporaryDirectory("parley-marker-");
  writeFileSync(path.join(directory, ".restore.json"), '{"id":');
  expect(unfinishedRestore(directory)).toBeNull();
  markRestore(directory, marker);
  expect(unfinishedRestore(directory)).toEqual(marker);
});

test("a marker that can't be written whole doesn't mark anything", () => {
  const directory = temporaryDirectory("parley-marker-");
  mkdirSync(path.join(directory, ".restore.json"));
  expect(() => markRestore(directory, marker)).toThrow();
  expect(unfinishedRestore(directory)).toBeNull();
});
