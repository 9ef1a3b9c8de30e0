import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "@/server/root";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

/** Directories of this repository, which npm links instead of downloading. */
const OURS = ["", "server/empty-package"];

describe.each(["package-lock.json", "server/testing/packages/package-lock.json"])("in %s", (file) => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")));
  // What a package bundles is part of its own archive.
  const downloaded = Object.entries(packages).filter(
    ([name, { link, inBundle }]) => !OURS.includes(name) && !link && !inBundle,
  );

  test("each package that npm downloads has the hash of its archive", () => {
    expect(downloaded.length).toBeGreaterThan(10);
    const without = downloaded.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(without.map(([name]) => name)).toEqual([]);
  });
});
