import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { Copy, DockerfileParser, From, type Instruction } from "dockerfile-ast";
import { isLong } from "@/lib/testing/long";
import { ROOT } from "@/server/root";

/** What the Dockerfile makes: the image's files under `directory`, and how a container of it runs. */
export type Image = {
  directory: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  command: string[];
  health: string[];
};

/**
 * Follows the Dockerfile's steps in an empty directory, without a container engine and its base image. `npm` takes this
 * checkout's packages and build; in a long run, it really installs and builds. Throws for a step that it doesn't know.
 */
export function makeImage(directory: string): Image {
  const instructions = DockerfileParser.parse(readFileSync(path.join(ROOT, "Dockerfile"), "utf8")).getInstructions();
  const stages = new Map<string, Image>();
  let stage: Image | undefined;
  for (const instruction of instructions) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? "final";
      const own = path.join(directory, name);
      stage = { directory: own, workdir: "/", user: "root", env: {}, command: [], health: [] };
      stages.set(name, stage);
    } else if (stage) follow(instruction, stage, stages);
  }
  if (!stage) throw new Error("The Dockerfile has no stage.");
  return stage;
}

function follow(instruction: Instruction, stage: Image, stages: Map<string, Image>): void {
  const values = instruction.getArguments().map((argument) => argument.getValue() ?? "");
  const keyword = instruction.getKeyword();
  if (instruction instanceof Copy) copy(instruction, values, stage, stages);
  else if (keyword === "WORKDIR") stage.workdir = values[0] ?? "/";
  else if (keyword === "USER") stage.user = values[0] ?? "";
  else if (keyword === "ENV") Object.assign(stage.env, Object.fromEntries(values.map((pair) => pair.split("="))));
  else if (keyword === "RUN") run(values.join(" "), stage);
  else if (keyword === "CMD") stage.command = words(instruction);
  else if (keyword === "HEALTHCHECK") stage.health = words(instruction);
  else if (!["EXPOSE", "VOLUME", "STOPSIGNAL"].includes(keyword)) throw new Error(`Unknown step ${keyword}.`);
}

/** Returns the program and arguments that CMD or HEALTHCHECK ends with, as JSON. */
function words(instruction: Instruction): string[] {
  const [json = ""] = /\[.*\]$/s.exec(instruction.getRawArgumentsContent() ?? "") ?? [];
  return JSON.parse(json) as string[];
}

function run(command: string, { directory, workdir }: Image): void {
  const here = path.join(directory, workdir);
  mkdirSync(here, { recursive: true });
  if (command === "mkdir /data && chown node:node /data") mkdirSync(path.join(directory, "data"));
  else if (!command.startsWith("npm ")) throw new Error(`Unknown step RUN ${command}.`);
  else if (isLong) execFileSync("sh", ["-c", command], { cwd: here, stdio: "pipe" });
  else if (command === "npm run build") for (const made of [".next", "lib/db/generated"]) copyTree(made, here);
  else if (command === "npm ci --omit=dev") for (const name of productionPackages()) copyTree(name, here);
  else if (command !== "npm ci") throw new Error(`Unknown step RUN ${command}.`);
}

function copyTree(name: string, to: string): void {
  cpSync(path.join(ROOT, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
}

/** Returns the directories of the packages that `npm ci --omit=dev` installs. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const names = Object.entries(lock.packages).flatMap(([name, { dev }]) => (dev ? [] : name));
  // A nested package comes with the one around it.
  return names.filter((name) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && existsSync(path.join(ROOT, name)));
}

function copy(instruction: Copy, values: string[], { directory, workdir }: Image, stages: Map<string, Image>): void {
  const [to = "", ...sources] = values.reverse();
  const target = path.resolve(directory, `.${path.resolve(workdir, to)}`);
  const from = instruction.getFromFlag()?.getValue() ?? null;
  for (const source of sources.reverse()) {
    if (from !== null) {
      const other = stages.get(from);
      if (!other) throw new Error(`There's no stage ${from}.`);
      // No other stage needs it, and moving is faster.
      mkdirSync(path.dirname(target), { recursive: true });
      renameSync(path.join(other.directory, source), target);
      continue;
    }
    const files = contextFiles().filter((file) => source === "." || file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`COPY ${source}: not in the build context.`);
    const isFile = statSync(path.join(ROOT, source)).isFile();
    for (const file of files) {
      cpSync(path.join(ROOT, file), path.join(target, isFile ? path.basename(file) : path.relative(source, file)));
    }
  }
}

/** Returns the files that Docker gets: those of the checkout that .dockerignore doesn't leave out. */
export function contextFiles(): string[] {
  const ignored = readFileSync(path.join(ROOT, ".dockerignore"), "utf8").trim().split("\n").map(asPattern);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return files
    .trim()
    .split("\n")
    .filter((file) => existsSync(path.join(ROOT, file)) && !ignored.some((pattern) => pattern.test(file)));
}

function asPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"))}(?:/|$)`);
}
