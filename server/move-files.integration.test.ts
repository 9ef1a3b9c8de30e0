import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/process/env";
import { TestBucket } from "@/lib/testing/bucket";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { until } from "@/lib/testing/until";
import { ROOT } from "@/server/root";
import { runCommand } from "@/server/run-program";

const SLOW = 120_000;
const dataDir = temporaryDirectory("parley-move-");
let bucket: TestBucket;
let settings: Record<string, string>;

beforeAll(async () => {
  bucket = await TestBucket.open();
  settings = { ...bucket.env, DATA_DIR: dataDir, DATABASE_URL: env.databaseUrl ?? "" };
});
afterAll(async () => {
  await bucket.close();
  removeDataDir(dataDir);
});

const run = (args: string[], more: Record<string, string> = {}) =>
  runCommand(["files", ...args], { ...settings, ...more });

function filesOnDisk(): string[] {
  const names = readdirSync(path.join(dataDir, "uploads"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)).sort();
}

/** Writes files as uploads and returns their names. */
function fill(count: number): string[] {
  return Array.from({ length: count }, () => {
    const bytes = randomBytes(1_000);
    const hex = createHash("sha256").update(bytes).digest("hex");
    const name = `${hex.slice(0, 2)}/${hex}`;
    mkdirSync(path.join(dataDir, "uploads", hex.slice(0, 2)), { recursive: true });
    writeFileSync(path.join(dataDir, "uploads", name), bytes);
    return name;
  }).sort();
}

test(
  "the command moves files both ways, and goes on after it was killed",
  async () => {
    const names = fill(30);
    const dry = await run(["move", "--dry-run"]);
    expect(dry).toEqual({
      code: 0,
      output: "It would move 30 files (29 KiB) from the disk to the bucket parley-files. Nothing has changed.\n",
    });
    expect([filesOnDisk(), bucket.keys()]).toEqual([names, []]);

    // From the eleventh file on, the store keeps the command waiting.
    bucket.before = ({ method }) =>
      method === "PUT" && bucket.keys().length > 10 ? new Promise<void>(() => undefined) : undefined;
    const command = ["server/launch.mjs", "server/main.ts", "files", "move"];
    const child = spawn(process.execPath, command, { cwd: ROOT, env: { ...process.env, ...settings } });
    await until(() => expect(bucket.keys().length).toBeGreaterThan(10));
    child.kill("SIGKILL");
    await once(child, "exit");
    bucket.before = () => undefined;
    const moved = bucket.keys();
    expect(new Set([...filesOnDisk(), ...moved])).toEqual(new Set(names));

    const rest = await run(["move"]);
    expect([rest.code, rest.output]).toEqual([0, expect.stringMatching(/^Moving \d\d files/)]);
    expect([filesOnDisk(), bucket.keys().sort()]).toEqual([[], names]);

    const back = await run(["move"], { FILE_STORE: "disk" });
    expect([back.code, back.output]).toEqual([0, expect.stringContaining("Moved 30 files (29 KiB) to the disk.")]);
    expect([filesOnDisk(), bucket.keys()]).toEqual([names, []]);
    expect((await run(["move"], { FILE_STORE: "disk" })).output).toBe(
      "There is nothing to move: the bucket parley-files has no files.\n",
    );
  },
  SLOW,
);

test(
  "the command says what is wrong",
  async () => {
    const [damaged = ""] = fill(1);
    writeFileSync(path.join(dataDir, "uploads", damaged), "other bytes");
    const left = await run(["move"]);
    expect([left.code, left.output]).toEqual([1, expect.stringContaining(`1 file, such as ${damaged}`)]);
    fill(1);
    const refused = await run(["move"], { S3_SECRET_ACCESS_KEY: "wrong" });
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Run this again to move the others.")]);
    const without = await run(["move"], {
      S3_BUCKET: "",
      S3_ACCESS_KEY_ID: "",
      S3_SECRET_ACCESS_KEY: "",
      S3_ENDPOINT: "",
    });
    expect([without.code, without.output]).toEqual([1, expect.stringContaining("There is no bucket. Set S3_BUCKET")]);
    const other = await run(["delete"]);
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("Use npm run files -- move")]);
  },
  SLOW,
);
