import { type Problem, pathText } from "@/lib/webhooks/payload/problem";

/** Returns the error for a path such as "embeds[0].title" as a sentence, or null. */
export type ProblemOf = (path: string) => string | null;

/** Returns a function that finds problems by their exact path. */
export function problemFinder(problems: readonly Problem[]): ProblemOf {
  const byPath = new Map<string, string>();
  for (const { path, message } of problems) if (!byPath.has(pathText(path))) byPath.set(pathText(path), message);
  return (path) => {
    const message = byPath.get(path);
    return message === undefined ? null : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  };
}

/** Returns how many problems the embed at `index` has, including its parts. */
export function countIn(problems: readonly Problem[], index: number): number {
  return problems.filter(({ path }) => path[0] === "embeds" && path[1] === index).length;
}
