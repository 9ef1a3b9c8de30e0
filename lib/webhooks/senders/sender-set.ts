import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import type { SenderProblem } from "@/lib/webhooks/interpret/described/read-sender";
import { foldedName } from "@/lib/webhooks/senders/sender-names";

/** A `sender.yaml` and the name of its folder. */
export type NamedSender = {
  name: string;
  file: string;
  /** Null if the file can't be used. */
  description: SenderDescription | null;
  problems: readonly SenderProblem[];
  /** The file has problems, and the description is that of its last version without any. */
  isOlder?: boolean;
  /** Keys of the version before that the file has. The next version won't read them. */
  formerKeys?: readonly string[];
};

/** A mistake in an operator's file, and what Parley does about it. */
export type OwnProblem = SenderProblem & { file: string; effect: string };

/** An operator's file and the keys of the version before that it has. */
export type FormerKeys = { file: string; keys: readonly string[] };

/** The described tools. An operator's replace Parley's of the same name. */
export type Senders = {
  /** By their name at the end of a webhook's URL. Their names and aliases are all different. */
  descriptions: ReadonlyMap<string, SenderDescription>;
  /** The names of an operator's tools that are in use. */
  own: ReadonlySet<string>;
  /** Names of an operator's tools whose files can't be used. Their requests are read as any JSON. */
  broken: ReadonlySet<string>;
  /** What is wrong with an operator's files. */
  problems: readonly OwnProblem[];
  /** An operator's files with keys of the version before, and these keys. */
  former: readonly FormerKeys[];
};

/** Names that no description can have: of formats with code, of ways to sign, and of pages of the documentation. */
const RESERVED = ["parley", "slack", "mattermost", "discord", "github", "json", "standard", "embed-builder"];
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_NAME = 40;

/**
 * Puts Parley's tools and an operator's together. If several want the same name, an operator's folder has it before a
 * folder of Parley's, then Parley's aliases and an operator's aliases.
 */
export function senderSet(ours: readonly NamedSender[], own: readonly NamedSender[]): Senders {
  const owners = new Map(RESERVED.map((name) => [foldedName(name), name]));
  const problems: OwnProblem[] = [];
  const named: NamedSender[] = [];
  for (const each of own) {
    const message = nameProblem(each.name, owners, ours);
    if (message !== null) problems.push({ file: each.file, line: 1, message, effect: "It isn't used." });
    else {
      owners.set(foldedName(each.name), each.name);
      named.push(each);
      const effect = effectOf(each, ours);
      problems.push(...each.problems.map((problem) => ({ ...problem, file: each.file, effect })));
    }
  }
  const usable = new Set(named.flatMap(({ name, description }) => (description ? [name] : [])));
  const kept = ours.filter(({ name }) => !usable.has(name));
  for (const { name } of kept) owners.set(foldedName(name), name);
  const descriptions: [string, SenderDescription][] = [];
  for (const [{ name, file, description }, isOwn] of [
    ...kept.map((each) => [each, false] as const),
    ...named.map((each) => [each, true] as const),
  ]) {
    if (!description) continue;
    const aliases = (description.aliases ?? []).filter((alias) => {
      const owner = owners.get(foldedName(alias)) ?? name;
      owners.set(foldedName(alias), owner);
      const message = `aliases: "${alias}" is taken by ${owner}`;
      if (isOwn && owner !== name) problems.push({ file, line: 1, message, effect: "The alias is ignored." });
      return owner === name;
    });
    const isSame = aliases.length === (description.aliases ?? []).length;
    descriptions.push([name, isSame ? description : { ...description, aliases }]);
  }
  // Of two descriptions that fit a request equally well, the first is recognized: an operator's.
  descriptions.sort(([one], [other]) => Number(usable.has(other)) - Number(usable.has(one)));
  const all = new Map(descriptions);
  const broken = new Set(named.flatMap(({ name }) => (all.has(name) ? [] : [name])));
  const former = named.flatMap(({ file, formerKeys: keys = [] }) => (keys.length > 0 ? [{ file, keys }] : []));
  return { descriptions: all, own: usable, broken, problems, former };
}

function nameProblem(name: string, owners: ReadonlyMap<string, string>, ours: readonly NamedSender[]): string | null {
  const [, base] = /^([^/]+)\.ya?ml$/.exec(name) ?? [];
  if (base !== undefined) return `a tool is a folder: move this file to ${base}/sender.yaml`;
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    return `the folder "${name}" must be named with at most ${LONGEST_NAME} of a-z, 0-9 and single hyphens, because the name ends the URL`;
  }
  const owner = owners.get(foldedName(name));
  if (owner !== undefined && RESERVED.includes(owner)) return `the name "${name}" is Parley's own: rename the folder`;
  if (owner !== undefined) return `the name "${name}" is taken by ${owner}: rename the folder`;
  const spelled = ours.find((each) => foldedName(each.name) === foldedName(name))?.name ?? name;
  return spelled === name
    ? null
    : `the name "${name}" is taken by ${spelled}: name the folder ${spelled} to replace that tool`;
}

function effectOf({ name, description, isOlder }: NamedSender, ours: readonly NamedSender[]): string {
  if (isOlder) return "Its last version without mistakes stays in use.";
  if (description) return "Events with a mistake become plain cards; the others work.";
  if (ours.some((each) => each.name === name)) return "Parley's own description of this tool is used.";
  return `What is posted to /${name} becomes plain cards.`;
}
