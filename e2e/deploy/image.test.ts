import { type SpawnOptionsWithoutStdio, spawn } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
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
// A busy disk takes more than a minute for so many files.
afterAll(() => rmSync(directory, { recursive: true, force: true }), TEST_MS);

// Says where a server was called to listen, once Next.js has been loaded.
const PROBE = `import net from "node:net";
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...given) {
  console.log(new Error("Listening.").stack);
  return listen.apply(this, given);
};`;

test("the Dockerfile's image serves as its user from files that it can't change, runs every command, and stops on SIGTERM", {
  timeout: TEST_MS,
}, async () => {
  const image = makeImage(directory);
  expect(image.user).toBe("node");
  const [data, temporary, backups, other] = ["data", "tmp", "backups", "other"].map((name) =>
    path.join(directory, name),
  ) as [string, string, string, string];
  const isRoot = process.getuid?.() === 0;
  for (const writable of [data, temporary, backups, other]) {
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
    BACKUP_DIR: backups,
    PORT: `${await freePort()}`,
  };
  const [node, ...args] = image.command;
  expect(node).toBe("node");
  const cwd = path.join(image.directory, image.workdir);
  const options = { cwd, env, ...(isRoot && NODE_USER) };
  const started = begin(["--import", `data:text/javascript,${encodeURIComponent(PROBE)}`, ...args], options);
  const { child } = started;
  const health = async () => run([process.execPath, ...image.health.slice(1)], env);
  try {
    expect(await health()).toBe(1);
    await expect.poll(() => started.output, { timeout: 120_000 }).toContain("Parley is running");
    await until(async () => expect(await health()).toBe(0));
    const page = await fetch(`http://127.0.0.1:${env.PORT}/setup`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Create workspace");
    // The TypeScript loader isn't there, so all of this runs from the bundle.
    const command = async (words: string, settings = {}) => {
      const launched = begin(["server/launch.mjs", ...words.split(" ")], {
        ...options,
        env: { ...env, ...settings },
      });
      await launched.ended;
      return launched.output;
    };
    const seeded = await command("prisma/seed.ts --json");
    expect(seeded).toMatch(/^\{.*\}$/m);
    const { user } = JSON.parse(/^\{.*\}$/m.exec(seeded)?.[0] ?? "") as { user: { email: string } };
    const main = (words: string, settings = {}) => command(`server/main.ts ${words}`, settings);
    expect(await main(`start reset-link ${user.email}`)).toMatch(/\/reset-password#\S+/);
    expect(await main("backup")).toContain(`Backed up to ${backups}`);
    const [archive = ""] = readdirSync(backups).filter((name) => name.endsWith(".tar"));
    expect(await main(`restore ${path.join(backups, archive)}`, { DATA_DIR: other })).toContain(
      `Restored into ${other}`,
    );
    expect(await main("doctor")).toMatch(/^ok .*database/im);
    expect(await main("import package.json --dry-run")).toContain("isn't JSON. Export again");
    expect(await main("files move --dry-run")).toContain("There is no bucket.");
    expect(await main("senders check")).toContain("files checked, no mistakes.");
    const reading = begin(
      ["--max-old-space-size=64", "server/launch.mjs", "lib/webhooks/interpret/apart/process.mjs", "4000"],
      {
        ...options,
        env: { NODE_ENV: "production" },
      },
    );
    const limits = { nodes: 100, depth: 10, characters: 1_000 };
    const request = { what: "text", input: { text: "host: web-3\nstate: down" }, limits };
    reading.child.stdin.end(`${JSON.stringify(request)}\n`);
    await reading.ended;
    expect(reading.output).toBe('ready\n{"read":{"host":"web-3","state":"down"}}\n');
  } finally {
    expect(await stopChild(child, "SIGTERM"), started.output).toBe(0);
  }
  expect(started.output).not.toMatch(/EACCES|EROFS|Building/);
  expect(started.output, "stack traces name the lines of the sources").toContain(
    `${realpathSync(cwd)}/server/serve.ts:${lineOf("server/serve.ts", "server.listen(")}:`,
  );

  if (!isRoot) await run(["chmod", "-R", "u+w", image.directory], process.env);
  appendFileSync(path.join(cwd, "lib/text/budget.ts"), "// changed\n");
  const stale = begin(["server/launch.mjs", "server/main.ts", "doctor"], options);
  expect(await stale.ended).toBe(1);
  expect(stale.output).toContain("Parley isn't built");
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

/** Starts Node with these arguments. Gathers what it prints. */
function begin(args: string[], options: SpawnOptionsWithoutStdio) {
  const child = spawn(process.execPath, args, options);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const begun = { child, ended, output: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      begun.output += text;
    });
  }
  return begun;
}

function lineOf(file: string, text: string): number {
  const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

async function run([program = "", ...args]: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, { env, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", resolve));
}
