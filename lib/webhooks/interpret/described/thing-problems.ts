import type { MessageTemplate } from "@/lib/webhooks/interpret/described/description";
import { LINE_FACTS } from "@/lib/webhooks/interpret/described/thing-keys";

type Problem = { path: readonly (string | number)[]; line: number; message: string };

const OF_A_THING = [
  ...(["line", "reply", "thing_url", "thing_subject", "thing_body", "thing_person"] as const),
  ...(["watches", "reviews", "incident_of"] as const),
] as const;

/** Returns the mistakes in what a message says about things. They break nothing: what doesn't fit is left out. */
export function thingProblems(at: readonly string[], template: MessageTemplate): Problem[] {
  const problem = (key: string, message: string): Problem => ({ path: [...at, key], line: 1, message });
  const { thing, checks, check, jobs, line, incident_of, incident_at } = template;
  const orphans = thing === undefined ? OF_A_THING.filter((key) => template[key] !== undefined) : [];
  return [
    ...orphans.map((key) => problem(key, "needs a thing")),
    ...(check !== undefined && checks === undefined ? [problem("check", "needs checks, the key of its commit")] : []),
    ...(checks !== undefined && check === undefined && jobs === undefined
      ? [problem("checks", "needs check, the check's name, or jobs")]
      : []),
    ...(jobs !== undefined && thing === undefined && checks === undefined
      ? [problem("jobs", "needs a thing or checks")]
      : []),
    ...(incident_at !== undefined && incident_of === undefined ? [problem("incident_at", "needs incident_of")] : []),
    ...unknownIn(line ?? "", template).map((name) => problem("line", `there is no fact "${name}"`)),
  ];
}

/** Returns the names in a `line` that aren't those of facts. What templates render isn't known. */
function unknownIn(line: string, { facts = [] }: MessageTemplate): string[] {
  if (facts.some(({ name }) => /\{[{%]/.test(name))) return [];
  const known = [...Object.keys(LINE_FACTS), "all", "none", "facts", ...facts.map(({ name }) => name.toLowerCase())];
  const written = line.replace(/\{\{.*?\}\}/gs, "\0").replace(/\{%.*?%\}/gs, ",");
  return namesIn(written)
    .map(({ name }) => name)
    .filter((name) => !name.includes("\0") && !known.includes(name.toLowerCase()));
}

/** Reads "subject, weak url". */
export function namesIn(line: string): { name: string; weak: boolean }[] {
  return line.split(",").flatMap((each) => {
    const name = each.trim().replace(/^weak\s+/i, "");
    return name === "" ? [] : [{ name, weak: name !== each.trim() }];
  });
}
