import type { PayloadProblem } from "@/lib/webhooks/schema";

/** What is wrong with the part at a path, as a sentence of its own in the validator's words; null when nothing is. */
export type ProblemOf = (path: string) => string | null;

/** Looks problems up by their exact path. */
export function problemFinder(problems: readonly PayloadProblem[]): ProblemOf {
  const byPath = new Map<string, string>();
  for (const { path, message } of problems) if (!byPath.has(path)) byPath.set(path, message);
  return (path) => {
    const message = byPath.get(path);
    return message === undefined ? null : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  };
}

/** The problem as the endpoint would say it. */
export function fullSentence({ path, message }: PayloadProblem): string {
  return path === "" ? (/^[A-Z]/.test(message) ? message : `The body ${message}.`) : `${path} ${message}.`;
}

/** How many problems an embed has, in itself and in its parts. */
export function countIn(problems: readonly PayloadProblem[], path: string): number {
  return problems.filter((each) => each.path === path || each.path.startsWith(`${path}.`)).length;
}
