import { parseArgs } from "node:util";
import { COMMANDS, type Command, type Option } from "@/server/commands";

/** What to print instead of running the command, or the arguments to run it with. Options' values follow a `=`. */
export type CommandLine = { say: string; isMistake: boolean } | { args: string[] };

type Environment = Readonly<Record<string, string | undefined>>;

// npm has settings with these names, which may come from its own configuration.
const SETTINGS_OF_NPM = ["yes", "json"];
const HELP = ["--help", "-h"];

/** Reads what follows a command's file. A file that isn't a command's gets its arguments as they are. */
export function readCommandLine(file: string, args: readonly string[], env: Environment = process.env): CommandLine {
  const names = Object.entries<Command>(COMMANDS).flatMap(([name, command]) => (command.file === file ? [name] : []));
  if (names.length === 0) return { args: [...args] };
  const [first = ""] = args;
  const isShared = names.length > 1;
  const isNamed = isShared && first !== "" && !first.startsWith("-");
  if (isNamed && first === "help") return { say: overview(), isMistake: false };
  const name = isShared ? (isNamed ? first : "start") : (names[0] ?? "");
  const command = commandOf(name);
  if (command?.file !== file) return mistake(`Unknown command "${first}". Use ${listed(names, "or")}.`);
  const given = isNamed ? args.slice(1) : args;
  if (asksForHelp(given)) return { say: isShared && !isNamed ? overview() : helpOf(name, command), isMistake: false };
  if (command.passesOptions) return { args: [...args] };
  const problem = takenByNpm(name, command, env);
  if (problem !== null) return mistake(problem);
  const read = readArguments(name, command, given);
  return typeof read === "string" ? mistake(read) : { args: isShared ? [name, ...read] : read };
}

/** Returns how a command is called with `rest`, such as `npm run import -- <file>`. */
export function called(name: string, rest = ""): string {
  const program = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
  return rest === "" ? program : `${program} -- ${rest}`;
}

/** Returns what `--help` prints. */
export function helpOf(name: string, { forms, about, options = {}, passesOptions, examples = [] }: Command): string {
  const hasOptions = passesOptions === true || Object.keys(options).length > 0;
  const usage = forms.map((form) => called(name, `${form}${hasOptions ? " [options]" : ""}`.trim()));
  const rows = Object.entries(options).map(([option, each]) => [written(option, each), each.about] as const);
  const all = passesOptions ? rows : [...rows, ["--help", "say this, and do nothing"] as const];
  const width = Math.max(0, ...all.map(([option]) => option.length));
  const parts = [
    usage.join("\n"),
    about,
    all.length > 0 && ["Options:", ...all.map(([option, what]) => `  ${option.padEnd(width)}  ${what}`)].join("\n"),
    examples.length > 0 && ["Examples:", ...examples.map((example) => `  ${called(name, example)}`)].join("\n"),
  ];
  return parts.filter(Boolean).join("\n\n").replaceAll("`", "");
}

/** Returns an option as it's written, such as `--guests=members|deactivated`. */
export function written(name: string, { takes }: Option): string {
  return takes === undefined ? `--${name}` : `--${name}=${takes}`;
}

function mistake(say: string): CommandLine {
  return { say, isMistake: true };
}

function overview(): string {
  const rows = Object.entries<Command>(COMMANDS).map(([name, { about }]) => [called(name), about] as const);
  const width = Math.max(...rows.map(([program]) => program.length));
  const lines = rows.map(
    ([program, about]) => `  ${program.padEnd(width)}  ${/^.*?\.(?= |$)/.exec(about)?.[0] ?? about}`,
  );
  return [...lines, "", `${called("import", "--help")} explains import, and so on.`].join("\n").replaceAll("`", "");
}

/** Returns the command with this name. */
export function commandOf(name: string): Command | undefined {
  return Object.entries<Command>(COMMANDS).find(([each]) => each === name)?.[1];
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const read = end < 0 ? args : args.slice(0, end);
  return read[0] === "help" || read.some((arg) => HELP.includes(arg));
}

/** `npm run files move --dry-run`, without `--`, would move the files: npm keeps the option. */
function takenByNpm(name: string, { options = {} }: Command, env: Environment): string | null {
  if (env.npm_lifecycle_event !== name) return null;
  const taken = Object.entries(options).find(
    ([option]) => !SETTINGS_OF_NPM.includes(option) && env[`npm_config_${option.replaceAll("-", "_")}`],
  );
  if (taken === undefined) return null;
  const option = written(...taken);
  return `npm kept ${option} for itself. Put -- before what you give to the command: ${called(name, `… ${option}`)}.`;
}

/** Returns the arguments, or what's wrong with them. */
function readArguments(name: string, command: Command, given: readonly string[]): string[] | string {
  const { options = {}, forms } = command;
  const known = new Map<string, Option>(Object.entries(options));
  const kinds = [...known].map(([option, { takes }]) => [
    option,
    { type: takes === undefined ? ("boolean" as const) : ("string" as const), multiple: true },
  ]);
  const { tokens } = parseArgs({
    args: [...given],
    options: Object.fromEntries(kinds),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const explained = `${called(name, "--help")} explains the command.`;
  const read: string[] = [];
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind === "positional") read.push(token.value);
    if (token.kind !== "option") continue;
    const option = known.get(token.name);
    if (option === undefined) return `Unknown option ${token.rawName}. ${has(name, options)} ${explained}`;
    const problem = problemWithValue(token.name, option, token.value);
    if (problem !== null) return `${problem} ${explained}`;
    read.push(option.takes === undefined ? `--${token.name}` : `--${token.name}=${token.value}`);
  }
  if (forms.some((form) => fits(form, words))) return read;
  return `Use ${listed(
    forms.map((form) => called(name, form)),
    "or",
  )}. ${explained}`;
}

function has(name: string, options: Readonly<Record<string, Option>>): string {
  const all = Object.entries(options).map(([option, each]) => written(option, each));
  return all.length === 0 ? `${called(name)} has no options.` : `${called(name)} has ${listed(all, "and")}.`;
}

function problemWithValue(name: string, { takes }: Option, value: string | undefined): string | null {
  if (takes === undefined) return value === undefined ? null : `--${name} takes no value.`;
  const choices = takes.includes("|") ? takes.split("|") : null;
  if (value === undefined || value === "") return `--${name} needs a value: ${written(name, { takes, about: "" })}.`;
  return choices === null || choices.includes(value) ? null : `--${name} must be ${listed(choices, "or")}.`;
}

/** Returns whether these words are what a form such as `check [file…]` says. */
function fits(form: string, words: readonly string[]): boolean {
  const parts = form === "" ? [] : form.split(" ");
  const isOpen = parts.at(-1)?.endsWith("…]") === true;
  const most = isOpen ? Number.POSITIVE_INFINITY : parts.length;
  const least = parts.filter((part) => !part.startsWith("[")).length;
  return (
    words.length >= least &&
    words.length <= most &&
    parts.every((part, index) => /^[<[]/.test(part) || part === words[index])
  );
}

function listed(names: readonly string[], last: "and" | "or"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}
