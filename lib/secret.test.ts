import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

test("processes that start together have one secret, which is kept as one file", async () => {
  const dataDir = temporaryDirectory("parley-secret-");
  const code = 'import { authSecret } from "./lib/secret.ts"; process.stdout.write(authSecret());';
  const options = {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: { ...process.env, NEXTAUTH_SECRET: "", DATA_DIR: dataDir },
  };
  const started = [1, 2, 3].map(() => {
    return promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], options);
  });
  const secrets = (await Promise.all(started)).map(({ stdout }) => stdout);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(["nextauth-secret"]);
  removeDataDir(dataDir);
});
