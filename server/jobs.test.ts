import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { JOBS } from "@/server/jobs";

const sources = ["lib", "server"]
  .flatMap((root) =>
    readdirSync(root, { encoding: "utf8", recursive: true })
      .map((file) => path.join(root, file))
      .filter(
        (file) => /\.ts$/.test(file) && !/\.test\.ts$|^lib\/db\/generated\/|(?:^|\/)(?:testing|bench)\//.test(file),
      ),
  )
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

/** Files that start a job, and why. */
const STARTS: Record<string, string> = {
  "server/jobs.ts": "the list",
  "server/required-version.ts": "also runs while the database can't be used",
  "lib/messages/search/search-messages.ts": "without the listener, the first search starts the indexer",
};

test("every job is in the list, which starts them all", () => {
  const made = sources.flatMap(({ source }) => [
    ...source.matchAll(/export const (\w+)(?:: | = \(.*\): )(?:Timed|Hint)Job\b/g),
  ]);
  const [, list = ""] = /JOBS[^=]*= \[([^\]]*)\]/.exec(readFileSync("server/jobs.ts", "utf8")) ?? [];
  expect(list.match(/\w+(?=[,(])/g)?.sort()).toEqual(made.map(([, name]) => name).sort());
  expect(JOBS).toHaveLength(made.length);
  const starting = sources.filter(({ source }) => /(?<![.\w] ?|function )(?:repeat|keepUp)\(/.test(source));
  expect(starting.map(({ file }) => file).sort()).toEqual(Object.keys(STARTS).sort());
});

test("the Health page can tell every job from the others", () => {
  expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length);
  expect(new Set(JOBS.map(({ label }) => label)).size).toBe(JOBS.length);
  for (const { label } of JOBS) expect(label).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
});
