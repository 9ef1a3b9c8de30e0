import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { BODIES, type BodyKind } from "@/server/bench/sections/bodies";

/** The benchmark's sections, in the order in which they run. */
export const SECTIONS = ["posts", "channels", "streams", "reading", "beside", "pages", "cards", "start"] as const;
export type Section = (typeof SECTIONS)[number];

export type Options = {
  quick: boolean;
  sections: readonly Section[];
  /** The kinds of posts to measure, or null for the usual ones. */
  kinds: readonly BodyKind[] | null;
  /** The absolute path of the file to write the figures to, or null. */
  json: string | null;
  /** How many messages the large install of `reading` has. */
  messages: number;
  /** The absolute path of the directory that keeps the databases of `reading`, or null if they're removed at the end. */
  data: string | null;
  /** Other checkouts to measure too: how the command line names them, and their absolute paths. */
  against: readonly { name: string; directory: string }[];
  /** How many times everything is measured, in turn. */
  rounds: number;
  /** How long one measurement takes. */
  milliseconds: number;
};

/** Parses the command line. Throws a readable error if an option or a value isn't valid. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      messages: { type: "string" },
      data: { type: "string" },
      kinds: { type: "string" },
      against: { type: "string", multiple: true, default: [] },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string" },
      json: { type: "string" },
    },
  });
  const { quick, only, kinds, against, json, data } = values;
  const chosen = only?.split(",").map((name) => name.trim()) ?? SECTIONS;
  const missing = against.find((folder) => !existsSync(path.join(folder, "package.json")));
  if (missing !== undefined)
    throw new Error(
      `--against must be the folder of another checkout, such as one made by git worktree, not "${missing}".`,
    );
  const unknown = chosen.find((name) => !isSection(name));
  if (unknown !== undefined) throw new Error(`Unknown section "${unknown}". Use ${SECTIONS.join(", ")}.`);
  const sections = SECTIONS.filter((section) => chosen.includes(section));
  if (data !== undefined && sections.join() !== "reading")
    throw new Error("--data keeps only the databases of reading. Add --only reading.");
  const pathOf = (file: string | undefined) => (file === undefined ? null : path.resolve(file));
  return {
    quick,
    sections,
    messages: within("--messages", values.messages ?? (quick ? "50000" : "1000000"), 10_000, 100_000_000),
    data: pathOf(data),
    json: pathOf(json),
    kinds: kinds === undefined ? null : kindsIn(kinds),
    against: [...new Set(against)].map((name) => ({ name, directory: path.resolve(name) })),
    rounds: within("--rounds", values.rounds, 1, 100),
    milliseconds: within("--seconds", values.seconds ?? (quick ? "0.7" : "3"), 0.1, 60) * 1000,
  };
}

/** The name of this checkout in all tables. */
export const HERE = "Parley";

/** What a section measures in turns: this checkout and those of `--against`, each with a database of its own. */
export function checkoutsOf(
  { against }: Pick<Options, "against">,
  databaseName: string,
): { name: string; databaseName: string; directory?: string }[] {
  const others = against.map((other, index) => ({ ...other, databaseName: `${databaseName}_${index + 1}` }));
  return [{ name: HERE, databaseName }, ...others];
}

function kindsIn(names: string): BodyKind[] {
  const chosen = names.split(",").map((name) => name.trim());
  const unknown = chosen.find((name) => !BODIES.some((kind) => kind === name));
  if (unknown !== undefined) throw new Error(`Unknown kind of posts "${unknown}". Use ${BODIES.join(", ")}.`);
  return BODIES.filter((kind) => chosen.includes(kind));
}

function isSection(name: string): name is Section {
  return SECTIONS.some((section) => section === name);
}

function within(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!(value >= least && value <= most)) throw new Error(`${option} must be a number from ${least} to ${most}.`);
  return value;
}
