import "@/server/testing/database";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { ImportError, openArchive } from "@/lib/moving/import/archive";
import { openSource } from "@/lib/moving/import/open-source";
import { previewImport } from "@/lib/moving/import/run-import";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { makeWorkspace } from "@/lib/testing/factories";
import { randomRuns } from "@/lib/testing/long";
import { archive } from "./archives";

// Reading one takes a few milliseconds.
const LONGEST_MS = 60_000;

test("any ZIP or tar is previewed or refused with a sentence, and leaves nothing behind", {
  timeout: 240_000,
}, async () => {
  await makeWorkspace();
  const directory = temporaryDirectory("parley-archives-");
  process.env.DATA_DIR = path.join(directory, "data");
  const outcomes = { previewed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(archive, async ({ name, bytes }) => {
      const file = path.join(directory, name);
      writeFileSync(file, await bytes());
      const opened = await openArchive(file).catch(refusal);
      if (opened === null) outcomes.refused += 1;
      else {
        const preview = await openSource(opened, async () => null)
          .then((source) => previewImport(source, () => undefined))
          .catch(refusal);
        outcomes[preview === null ? "refused" : "previewed"] += 1;
        await opened.close();
      }
      const importing = path.join(directory, "data/importing");
      expect(existsSync(importing) ? readdirSync(importing) : []).toEqual([]);
      expect(readdirSync(directory).filter((each) => each.includes("escaped"))).toEqual([]);
    }),
    // One that's read for ever is reported as what it is. The same can't be said of smaller ones while it's being read.
    { numRuns: randomRuns(1_000), timeout: LONGEST_MS, endOnFailure: true },
  );
  expect(outcomes.previewed).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
  expect(await db().message.count()).toBe(0);
});

/** Returns null for the importer's own errors, which say what to do. */
function refusal(error: unknown): null {
  if (!(error instanceof ImportError)) throw error;
  return null;
}
