import { type Problem, pathText } from "@/lib/webhooks/format/problem";

/** What is wrong with the part at a path, such as "embeds[0].title", as a sentence of its own in the validator's words; null when nothing is. */
export type ProblemOf = (path: string) => string | null;

/** Looks problems up by their exact path. */
export function problemFinder(problems: readonly Problem[]): ProblemOf {
  const byPath = new Map<string, string>();
  for (const { path, message } of problems) if (!byPath.has(pathText(path))) byPath.set(pathText(path), message);
  return (path) => {
    const message = byPath.get(path);
    return message === undefined ? null : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  };
}

/** How many problems the embed at `index` has, in itself and in its parts. */
export function countIn(problems: readonly Problem[], index: number): number {
  return problems.filter(({ path }) => path[0] === "embeds" && path[1] === index).length;
}
