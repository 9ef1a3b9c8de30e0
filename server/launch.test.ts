import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build, type Metafile } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { BUNDLE, BUNDLE_STAMP, digestOf, notBuilt } from "@/server/bundle-stamp.mjs";
import { commandOf } from "@/server/command-line";
import { COMMANDS } from "@/server/commands";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";

const GENERATED = "lib/db/generated";
const { scripts, engines, dependencies } = z
  .object({
    scripts: z.record(z.string(), z.string()),
    engines: z.object({ node: z.string() }),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")));
/** Each npm script's command after `exec node`: the launcher, the file that it loads, and arguments. */
const commands = Object.entries(scripts)
  .filter(([, command]) => command.startsWith("exec node "))
  .map(([name, command]) => [name, command.split(" ").slice(2)] as const);

describe("in a fresh clone, where nothing has been generated or built", () => {
  test("every npm script starts through the launcher", () => {
    expect(commands.map(([name]) => name).sort()).toEqual(Object.keys(COMMANDS).sort());
    for (const [, [launcher]] of commands) expect(launcher).toBe("server/launch.mjs");
  });

  test.each(commands)("npm run %s doesn't import the generated client before generating it", async (_, command) => {
    const entry = command[1] ?? "";
    expect(importPath(await staticImports(entry), entry)).toBeNull();
  });

  test(".ci/run's first program doesn't import the generated client", async () => {
    expect(importPath(await staticImports("e2e/first-start.ts"), "e2e/first-start.ts")).toBeNull();
  });

  test("the check finds the path from the server to the generated client", async () => {
    const way = importPath(await staticImports("server/serve.ts"), "server/serve.ts");
    expect(way).toMatch(/^server\/serve\.ts → (.+ → )?lib\/db\/client\.ts → lib\/db\/generated\/client$/);
  });
});

test.each(commands.filter(([name]) => !commandOf(name)?.isForDevelopment))(
  "npm run %s needs no development package",
  async (_, command) => {
    const entry = command[1] ?? "";
    const { outputs } = await bundle(entry);
    const imported = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path: file }) => file));
    const packages = new Set(
      imported
        .filter((name) => !isBuiltin(name) && !name.startsWith(GENERATED))
        .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]),
    );
    expect(packages).toContain("zod");
    expect([...packages].filter((name) => !(`${name}` in dependencies))).toEqual([]);
  },
);

test.each([
  ["prom-client", "server/metrics/registry.ts"],
  ["@opentelemetry/", "server/tracing.ts"],
])("%s is loaded only if metrics or traces are on, by %s", async (name, file) => {
  expect(importPath(await staticImports("server/serve.ts"), "server/serve.ts", name)).toBeNull();
  expect(importPath(await staticImports(file), file, name)).not.toBeNull();
});

/** What a start loads: `server/main.ts`, and what it and `server/serve.ts` import before the server listens. */
const STARTED = [
  "server/main.ts",
  "server/serve.ts",
  "lib/webhooks/endpoint/receive.ts",
  "lib/live/streams/open-stream.ts",
  "lib/live/presence/say.ts",
];

// Each delays every start and takes memory for as long as Parley runs. What only some requests need is imported by them.
test("a start loads these packages, and no others", async () => {
  const imports = await staticImports(...STARTED);
  const files = new Set(STARTED);
  for (const file of files) for (const next of imports.get(file) ?? []) files.add(next);
  const outside = [...files].filter((file) => !imports.has(file) && !isBuiltin(file) && !file.startsWith(GENERATED));
  expect([...new Set(outside.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]))].sort()).toEqual([
    "@fastify/busboy",
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "aws4fetch",
    "bowser",
    "croner",
    "image-size",
    "ioredis",
    "ipaddr.js",
    "jose",
    "js-yaml",
    "liquidjs",
    "markdown-it",
    "modern-tar",
    "p-limit",
    "pg",
    "pg-copy-streams",
    "pino",
    "rate-limiter-flexible",
    "sirv",
    "zod",
  ]);
});

test("what is loaded after a start exists", () => {
  const [, list = ""] =
    /OPENED_FIRST = (\[.*?\n\])/s.exec(readFileSync(path.join(ROOT, "server/serve.ts"), "utf8")) ?? [];
  const routes = [...list.matchAll(/"(.+)"/g)].map(([, route]) => `app${route}`);
  expect(routes).not.toEqual([]);
  expect(
    routes.filter((route) => ![".ts", ".tsx"].some((end) => existsSync(path.join(ROOT, `${route}${end}`)))),
  ).toEqual([]);
});

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "parley-launch-"));
  mkdirSync(path.join(root, "server"));
  for (const file of ["server/launch.mjs", "server/bundle-stamp.mjs"]) {
    cpSync(path.join(ROOT, file), path.join(root, file));
  }
  writeFileSync(path.join(root, "package.json"), JSON.stringify({ type: "module", engines }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a bundle", () => {
  beforeEach(() => {
    const bundle = path.join(root, BUNDLE, "server");
    for (const directory of [bundle, path.join(root, "node_modules")]) mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(root, "server/main.ts"), "");
    writeFileSync(path.join(bundle, "main.mjs"), 'throw new Error("This is the bundle.");');
    writeFileSync(
      path.join(bundle, "command-line.mjs"),
      "export const readCommandLine = (file, args) => ({ args: [file, ...args] });",
    );
    const files = ["package.json", "server/main.ts"];
    writeFileSync(path.join(root, BUNDLE_STAMP), JSON.stringify({ files, digest: digestOf(root, files) }));
  });

  test("is what runs, without the TypeScript loader", async () => {
    expect(await launch(root, "server/main.ts")).toBe("This is the bundle.");
  });

  test.each([
    ["a file that it was made from has changed", "server/main.ts", "// changed"],
    ["a file that it was made from is gone", "server/main.ts", null],
    ["its making was interrupted", BUNDLE_STAMP, null],
    ["its stamp is broken", BUNDLE_STAMP, "{"],
  ])("isn't used if %s", async (_, file, contents) => {
    if (contents === null) rmSync(path.join(root, file));
    else writeFileSync(path.join(root, file), contents);
    expect(await launch(root, "server/main.ts")).toBe(notBuilt(root));
  });
});

describe("a command that can't run says why", () => {
  test("when npm ci hasn't been run", async () => {
    expect(await launch(root, "server/main.ts")).toBe(
      `Parley's packages aren't installed. Run npm ci in ${root} first.`,
    );
  });

  test("when some packages are missing", async () => {
    const tsx = path.join(root, "node_modules/tsx");
    mkdirSync(tsx, { recursive: true });
    writeFileSync(path.join(tsx, "package.json"), '{ "type": "module", "exports": "./missing.mjs" }');
    const said = await launch(root, "server/main.ts");
    expect(said).toMatch(/^Can't load Parley \(Cannot find module '.*'.*\)\. Run npm ci in .*, then try again\.$/);
  });

  test("when it isn't built, and only what runs in production is installed", async () => {
    mkdirSync(path.join(root, "node_modules"));
    expect(await launch(root, "server/main.ts")).toBe(
      `Parley isn't built, and the packages that build it aren't installed. Run npm ci --include=dev in ${root} and try again, or copy a built Parley.`,
    );
  });

  test("when Node is too old", async () => {
    writeFileSync(path.join(root, "package.json"), JSON.stringify({ engines: { node: ">=99.1" } }));
    const said = await launch(root, "server/main.ts");
    expect(said).toMatch(/^Parley needs Node 99\.1 or newer, but this is Node [\d.]+\. Install a newer version/);
  });

  test("when the file fails while it loads, even if it has opened something", async () => {
    const file = path.join(root, "failing.mjs");
    writeFileSync(file, 'setInterval(() => undefined, 1000);\nthrow new Error("It ends here.");\n');
    expect(await launch(ROOT, file)).toBe("It ends here.");
  });

  test("when the command is unknown", async () => {
    const said = await launch(ROOT, "server/main.ts", ["begin"]);
    expect(said).toBe(
      'Unknown command "begin". Use start, dev, build, backup, restore, doctor, import, files or senders.',
    );
  });

  test.each([
    ["a variable isn't valid", { PORT: "http" }, /^The environment variable PORT must be a port number/],
    ["the data directory is a file", { DATA_DIR: "FILE" }, /^Can't write to \/.+ \(not a directory\)\. Set DATA_DIR/],
    ["the data directory is below a file", { DATA_DIR: "FILE/data" }, /^Can't write to \/.+ \(not a directory\)/],
  ])("when %s", async (_, given: Record<string, string>, sentence) => {
    const file = path.join(root, "package.json");
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace("FILE", file)]));
    expect(await launch(ROOT, "server/main.ts", ["start"], { PORT: `${await freePort()}`, ...env })).toMatch(sentence);
  });
});

/** Runs a file that fails with `root`'s launcher and returns everything it printed. */
async function launch(
  root: string,
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<string> {
  const launcher = path.join(root, "server/launch.mjs");
  const running = promisify(execFile)(process.execPath, [launcher, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  const { code, stdout, stderr } = await running.then(
    () => ({ code: 0, stdout: "", stderr: "" }),
    (error: unknown) => z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
  );
  expect(code).toBe(1);
  return `${stdout}${stderr}`.trim();
}

/**
 * Returns what each file reached from these entries imports statically, without types and `import()`. The generated files
 * needn't exist.
 */
async function staticImports(...entries: string[]): Promise<Map<string, string[]>> {
  const { inputs } = await bundle(...entries);
  return new Map(Object.entries(inputs).map(([file, input]) => [file, loaded(input)]));
}

/** Returns what the entries and the files that they reach import, compiled as tsx does. */
async function bundle(...entries: string[]): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: entries,
    outdir: ".",
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins: [
      {
        name: "generated",
        setup({ onResolve }) {
          onResolve({ filter: /generated/ }, ({ path: imported, resolveDir }) => {
            const file = imported.startsWith("@/")
              ? imported.slice(2)
              : path.relative(ROOT, path.resolve(resolveDir, imported));
            return file.startsWith(GENERATED) ? { path: file, external: true } : null;
          });
        },
      },
    ],
  });
  return metafile;
}

function loaded({ imports }: Metafile["inputs"][string]): string[] {
  return imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path: file }) => file);
}

/** Returns the shortest import path from a file to one that starts with `to`, or null if there is none. */
function importPath(imports: Map<string, string[]>, entry: string, to = GENERATED): string | null {
  const ways = new Map([[entry, entry]]);
  for (const [file, way] of ways) {
    if (file.startsWith(to)) return way;
    for (const next of imports.get(file) ?? []) if (!ways.has(next)) ways.set(next, `${way} → ${next}`);
  }
  return null;
}
