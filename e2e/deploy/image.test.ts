import { spawn } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { isLong } from "@/lib/testing/long";
import { until } from "@/lib/testing/until";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { stopChild } from "@/server/testing/parley-process";
import { contextFiles, makeImage } from "./image";

// The user `node` of Node's images.
const NODE_USER = { uid: 1000, gid: 1000 };
const TEST_MS = isLong ? 900_000 : 180_000;

const directory = temporaryDirectory("parley-image-");
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the Dockerfile's image serves as its user from files that it can't change, and stops on SIGTERM", {
  timeout: TEST_MS,
}, async () => {
  const image = makeImage(directory);
  expect(image.user).toBe("node");
  const [data, temporary] = [path.join(directory, "data"), path.join(directory, "tmp")];
  const isRoot = process.getuid?.() === 0;
  for (const writable of [data, temporary]) {
    mkdirSync(writable);
    if (isRoot) chownSync(writable, NODE_USER.uid, NODE_USER.gid);
  }
  // Root's files are safe from the user; another tester's need to be protected from themselves.
  if (!isRoot) await run(["chmod", "-R", "a-w", image.directory], process.env);
  const { PATH = "" } = process.env;
  expect(image.env.NODE_ENV).toBe("production");
  const env = {
    ...image.env,
    NODE_ENV: "production" as const,
    PATH,
    TMPDIR: temporary,
    DATA_DIR: data,
    PORT: `${await freePort()}`,
  };
  const [node, ...args] = image.command;
  expect(node).toBe("node");
  const cwd = path.join(image.directory, image.workdir);
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    ...(isRoot && NODE_USER),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const health = async () => run([process.execPath, ...image.health.slice(1)], env);
  try {
    expect(await health()).toBe(1);
    await expect.poll(() => output, { timeout: 120_000 }).toContain("Parley is running");
    await until(async () => expect(await health()).toBe(0));
    const page = await fetch(`http://127.0.0.1:${env.PORT}/setup`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Create workspace");
  } finally {
    expect(await stopChild(child, "SIGTERM"), output).toBe(0);
  }
  expect(output).not.toMatch(/EACCES|EROFS|Building/);
});

test("the build context has no secrets, data or leftovers, and everything that the build's hash covers", () => {
  const files = contextFiles();
  expect(files.filter((file) => /^(\.env|data\/|\.next\/|node_modules\/|\.git\/)|\.test\.tsx?$/.test(file))).toEqual(
    [],
  );
  const [, sources = ""] =
    /BUILT_FROM = \[(.*?)\]/s.exec(readFileSync(path.join(ROOT, "server/build.ts"), "utf8")) ?? [];
  const hashed = [...sources.matchAll(/"([^"]+)"/g)].map(([, source = ""]) => source);
  expect(hashed).toContain("package-lock.json");
  const missing = hashed.filter((source) => !files.some((file) => file === source || file.startsWith(`${source}/`)));
  expect(missing).toEqual([]);
});

async function run([program = "", ...args]: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, { env, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", resolve));
}
