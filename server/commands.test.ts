import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { called, helpOf, readCommandLine, written } from "@/server/command-line";
import { COMMANDS, type Command } from "@/server/commands";
import { ROOT } from "@/server/root";

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const all = Object.entries<Command>(COMMANDS);
const dataDir = temporaryDirectory("parley-help-");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const say = (file: string, args: string, env = {}) => {
  const read = readCommandLine(file, args === "" ? [] : args.split(" "), env);
  return "say" in read ? read.say : read.args;
};

test.each(all)("npm's script for %s loads the command's file", (name, { file }) => {
  expect(scripts[name]).toBe(`exec node server/launch.mjs ${file}${file === "server/main.ts" ? ` ${name}` : ""}`);
});

describe("asked for help, every script of package.json only explains itself", () => {
  // The launcher passes its arguments on as they are, so one spelling is enough here.
  test.each(Object.entries(scripts))("npm run %s -- --help", (name, script) => {
    const { DATABASE_URL: _, ...env } = process.env;
    const { status, stdout } = spawnSync("sh", ["-c", `${script} --help`], {
      cwd: ROOT,
      // npm puts these programs first.
      env: {
        ...env,
        PATH: `node_modules/.bin:${env.PATH}`,
        DATA_DIR: dataDir,
        BACKUP_DIR: `${dataDir}/backups`,
        // A command that begins to work can't go on.
        PORT: "none",
      },
      encoding: "utf8",
      timeout: 20_000,
    });
    expect([status, readdirSync(dataDir)]).toEqual([0, []]);
    const command = all.find(([each]) => each === name)?.[1];
    expect(stdout.trim()).toMatch(command ? /^npm (run )?\w+/ : /Usage/);
    if (command) expect(stdout.trim()).toBe(helpOf(name, command));
  });

  test("so do -h and the word help, and the program without a command lists all", () => {
    for (const [name, command] of all)
      for (const how of ["--help", "-h", "help"])
        expect(say(command.file, `${command.file === "server/main.ts" ? `${name} ` : ""}${how}`)).toBe(
          helpOf(name, command),
        );
    for (const how of ["help", "--help", "-h"])
      for (const [name] of all) expect(say("server/main.ts", how)).toContain(`${called(name)} `);
  });

  test("also after other arguments, but not after --", () => {
    expect(say("server/main.ts", "files move --help")).toBe(helpOf("files", COMMANDS.files));
    expect(say("server/main.ts", "import -- --help")).toEqual(["import", "--help"]);
  });
});

test.each(all.filter(([, { passesOptions }]) => !passesOptions))(
  "%s refuses an option that it doesn't know",
  (name, { file }) => {
    const words = file === "server/main.ts" ? `${name} --foo` : "--foo";
    expect(say(file, words)).toContain("Unknown option --foo. ");
    expect(say(file, words)).toContain(called(name, "--help"));
  },
);

test.each([
  ["server/main.ts", "files move --dry-run=no", "--dry-run takes no value."],
  ["server/main.ts", "import a.zip --guests=owners", "--guests must be members or deactivated."],
  ["server/main.ts", "import a.zip --guests", "--guests needs a value: --guests=members|deactivated."],
  ["server/main.ts", "files", "Use npm run files -- move."],
  ["server/main.ts", "files delete", "Use npm run files -- move."],
  ["server/main.ts", "restore a.tar b.tar", "Use npm run restore -- <archive>."],
  ["server/main.ts", "doctor all", "Use npm run doctor."],
  ["server/main.ts", "start reset-link", "Use npm start, npm start -- reset-link <email> or"],
  ["server/main.ts", "senders try a.yaml", "Use npm run senders -- check [file…] or npm run senders -- try"],
  ["server/main.ts", "begin", 'Unknown command "begin". Use start, dev,'],
  ["prisma/seed.ts", "--jsn", "Unknown option --jsn. npm run seed has --json."],
])("%s %s is a mistake", (file, args, sentence) => {
  expect(say(file, args)).toContain(sentence);
});

test("a command gets what it knows, with each value after its option's name", () => {
  expect(say("server/main.ts", "import --guests members a.zip --yes")).toEqual([
    "import",
    "--guests=members",
    "a.zip",
    "--yes",
  ]);
  expect(say("server/main.ts", "")).toEqual(["start"]);
  expect(say("server/testing/biome.ts", "check --write")).toEqual(["check", "--write"]);
  expect(say("e2e/first-start.ts", "--built x")).toEqual(["--built", "x"]);
});

test("an option that npm kept for itself, because there was no --, stops the command", () => {
  const env = { npm_lifecycle_event: "files", npm_config_dry_run: "true" };
  expect(say("server/main.ts", "files move", env)).toContain("npm kept --dry-run for itself.");
  expect(say("server/main.ts", "files move", { ...env, npm_lifecycle_event: "test" })).toEqual(["files", "move"]);
});

test("docs/commands.md has every command (-u rewrites it)", async () => {
  await expect(page()).toMatchFileSnapshot("../docs/commands.md");
});

function page(): string {
  const sections = all.flatMap(([name, { about, forms, options = {}, isForDevelopment }]) => [
    `- **\`${called(name)}\`** ${about}${isForDevelopment ? " Needs the development packages." : ""}`,
    ...forms.filter((form) => form !== "" && form !== "[argument…]").map((form) => `  - \`${called(name, form)}\``),
    ...Object.entries(options).map(([option, each]) => `  - \`${written(option, each)}\`: ${each.about}`),
  ]);
  return [
    "# Commands",
    "",
    "Every command explains itself with `--help`, such as `npm run import -- --help`, and does nothing then. npm passes on only",
    "what comes after `--`. A command refuses options that it doesn't know.",
    "",
    ...sections,
    "",
  ].join("\n");
}
