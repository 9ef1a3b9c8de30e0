import path from "node:path";
import { parseArgs } from "node:util";

/** What can be measured, in the order in which it is. */
export const SECTIONS = ["posts", "streams", "reading"] as const;
export type Section = (typeof SECTIONS)[number];

export type Options = {
  quick: boolean;
  sections: readonly Section[];
  /** Where the figures go, absolute; null: nowhere. */
  json: string | null;
  /** Another checkout to measure beside this one, absolute. */
  against: string | null;
  /** How often everything is measured, in turn. */
  rounds: number;
  /** Of one measurement. */
  milliseconds: number;
};

export const USAGE = `npm run bench -- [options]
  --quick           one kind of post, short measurements, less of everything: about a minute a section
  --only a,b        these sections alone: ${SECTIONS.join(", ")}
  --against DIR     another checkout of Parley (with its packages) as one more contestant
  --rounds N        how often everything is measured in turn (3)
  --seconds S       how long one measurement takes (3, quick 0.7)
  --json FILE       write the figures to a file`;

/** Reads the command line. Throws one sentence when it says what there is not. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      against: { type: "string" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string" },
      json: { type: "string" },
    },
  });
  const { quick, only, against, json } = values;
  const chosen = only?.split(",").map((name) => name.trim()) ?? SECTIONS;
  const unknown = chosen.find((name) => !isSection(name));
  if (unknown !== undefined) throw new Error(`There is no section "${unknown}": use ${SECTIONS.join(", ")}.`);
  return {
    quick,
    sections: SECTIONS.filter((section) => chosen.includes(section)),
    json: json === undefined ? null : path.resolve(json),
    against: against === undefined ? null : path.resolve(against),
    rounds: within("--rounds", values.rounds, 1, 100),
    milliseconds: within("--seconds", values.seconds ?? (quick ? "0.7" : "3"), 0.1, 60) * 1000,
  };
}

function isSection(name: string): name is Section {
  return SECTIONS.some((section) => section === name);
}

function within(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!(value >= least && value <= most)) throw new Error(`${option} takes a number from ${least} to ${most}.`);
  return value;
}
