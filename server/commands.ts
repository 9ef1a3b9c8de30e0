/** An option, such as `--dry-run`. `takes` names its value if it has one; `a|b` lists the possible values. */
export type Option = { takes?: string; about: string };

export type Command = {
  /** The file that the launcher loads. */
  file: string;
  /** What may follow the command besides options: words as they're written, `<one>`, `[one]` and `[several…]`. */
  forms: readonly string[];
  about: string;
  options?: Readonly<Record<string, Option>>;
  /** The program that it runs reads all options itself. */
  passesOptions?: true;
  /** What follows the command in examples. */
  examples?: readonly string[];
  /** It needs the development packages. A server where only `dependencies` are installed can't run it. */
  isForDevelopment?: true;
};

const main = { file: "server/main.ts" } as const;

/**
 * Every command that goes through the launcher. `--help`, the errors about unknown options and docs/commands.md come from this;
 * the launcher refuses whatever isn't in it.
 */
export const COMMANDS = {
  start: {
    ...main,
    forms: ["", "reset-link <email>", "reset-two-step <email>"],
    about:
      "Starts Parley, and builds it first if needed. `reset-link` prints a link with which that person chooses a new password; `reset-two-step` turns off their two-step sign-in.",
    examples: ["", "reset-link ada@example.com"],
  },
  dev: { ...main, forms: [""], about: "Starts Parley with live reload.", isForDevelopment: true },
  build: { ...main, forms: [""], about: "Builds Parley for production, if needed.", isForDevelopment: true },
  backup: {
    ...main,
    forms: [""],
    about: "Writes a backup into `BACKUP_DIR`, whether or not Parley is running.",
    options: { scheduled: { about: "only if one is due after `BACKUP_SCHEDULE`" } },
  },
  restore: {
    ...main,
    forms: ["<archive>"],
    about: "Fills an empty `DATA_DIR` and database from a backup, which it checks first.",
    examples: ["/mnt/backups/parley-2026-11-26T03-00-00-000Z.tar"],
  },
  doctor: { ...main, forms: [""], about: "Checks this install and says how to fix what it finds." },
  import: {
    ...main,
    forms: ["<file>"],
    about: "Imports an export of Slack, Mattermost or another Parley. Says first what that would do, and asks.",
    options: {
      "dry-run": { about: "only say what it would do" },
      yes: { about: "import without asking" },
      "skip-files": { about: "leave out files that can't be downloaded" },
      guests: { takes: "members|deactivated", about: "what guests become (default deactivated)" },
    },
    examples: ["slack-export.zip --dry-run", "slack-export.zip --guests=members"],
  },
  files: {
    ...main,
    forms: ["move"],
    about: "Moves all files to where new ones go: to the bucket or to the disk.",
    options: { "dry-run": { about: "only say what it would move" } },
    examples: ["move --dry-run"],
  },
  senders: {
    ...main,
    forms: ["check [file…]", "try <file> <payload>"],
    about: "`check` names the mistakes in descriptions of tools. `try` shows the card that a payload becomes.",
    options: { header: { takes: "'Name: value'", about: "a header of the request, for `try`; can be repeated" } },
    examples: [
      "check data/senders/brew/sender.yaml",
      "try data/senders/brew/sender.yaml payload.json --header 'X-Event: push'",
    ],
  },
  seed: {
    file: "prisma/seed.ts",
    forms: [""],
    about: "Fills an empty database with a demo workspace, and prints how to sign in.",
    options: { json: { about: "print that as JSON" } },
  },
  test: {
    file: "server/testing/run.ts",
    forms: [""],
    about: "Builds Parley if needed, and runs every test.",
    options: { long: { about: "more random cases, and the tests that are too slow for every day" } },
    isForDevelopment: true,
  },
  check: {
    file: "server/testing/check.ts",
    forms: [""],
    about: "Checks types, style, dead code and the unit tests.",
    options: { static: { about: "leave out the unit tests" } },
    isForDevelopment: true,
  },
  biome: {
    file: "server/testing/biome.ts",
    forms: ["[argument…]"],
    about: "Runs Biome, the linter and formatter of `npm run check`.",
    passesOptions: true,
    examples: ["check --write"],
    isForDevelopment: true,
  },
  bench: {
    file: "server/bench/main.ts",
    forms: [""],
    about: "Measures Parley on this machine.",
    options: {
      quick: { about: "one kind of post, short measurements, smaller numbers: about a minute per section" },
      only: {
        takes: "a,b",
        about: "run only these sections: posts, channels, streams, reading, beside, pages, cards, start",
      },
      messages: { takes: "N", about: "how many messages the large install of reading has (default 1,000,000)" },
      data: { takes: "DIR", about: "keep the installs of reading there, for the next run" },
      kinds: { takes: "a,b", about: "only these kinds of posts: text, card, large card, alerts, alert updates" },
      against: {
        takes: "DIR",
        about: "also measure another checkout, which must have its packages installed; can be repeated",
      },
      rounds: { takes: "N", about: "how many times everything is measured in turn (default 3)" },
      seconds: { takes: "S", about: "how long one measurement takes (default 3, or 0.7 with --quick)" },
      json: { takes: "FILE", about: "write all results, the machine and the options to a file" },
    },
    examples: ["--only posts --against ../before"],
    isForDevelopment: true,
  },
  tour: {
    file: "e2e/tour.ts",
    forms: ["[word…]"],
    about:
      "Writes a screenshot of every page to the folder `tour`, or only of those with one of these words in their names.",
    examples: ["inbox webhook"],
    isForDevelopment: true,
  },
} as const satisfies Record<string, Command>;

/** The name of a command that `server/main.ts` runs. */
export type MainCommand = {
  [Name in keyof typeof COMMANDS]: (typeof COMMANDS)[Name]["file"] extends "server/main.ts" ? Name : never;
}[keyof typeof COMMANDS];
