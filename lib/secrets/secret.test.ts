import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { seal, unseal } from "@/lib/secrets/secret";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

test("processes that start together share one secret in one file", async () => {
  const dataDir = temporaryDirectory("parley-secret-");
  const code = 'import { authSecret } from "./lib/secrets/secret.ts"; process.stdout.write(authSecret());';
  const options = {
    cwd: path.resolve(import.meta.dirname, "../.."),
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

afterEach(() => vi.unstubAllEnvs());

test("sealed data can only be opened with the same secret, and unchanged", () => {
  vi.stubEnv("NEXTAUTH_SECRET", "the first secret of this install");
  const sealed = seal("it's a secret");
  expect(unseal(sealed)).toBe("it's a secret");
  expect(Buffer.from(seal("it's a secret")).equals(sealed)).toBe(false);
  const changed = new Uint8Array(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(unseal(changed)).toBeNull();
  expect(unseal(new Uint8Array(3))).toBeNull();
  vi.stubEnv("NEXTAUTH_SECRET", "the second secret of this install");
  expect(unseal(sealed)).toBeNull();
});
