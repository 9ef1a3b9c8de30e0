import { fromSenders } from "@/lib/webhooks/senders/descriptions";

// What a tool reports on that can have one line each, by the tool's name, as "one line per … in #deploys" says it.
const THINGS: ReadonlyMap<string, string> = new Map([
  ["github", "pull request, issue and build"],
  ["gitlab", "merge request, issue and pipeline"],
  ["gitea", "pull request, issue and build"],
  ["bitbucket", "pull request, issue and build"],
  ["azuredevops", "pull request, work item and build"],
  ["jira", "issue"],
  ["linear", "issue"],
  ["shortcut", "story"],
  ["taiga", "user story, task and issue"],
  ["trello", "card"],
  ["asana", "task"],
  ["sentry", "issue"],
]);

// Which tool posts in these is only known from its requests.
const OPEN: ReadonlySet<string> = new Set(["parley", "json"]);

/** Tools whose things can have one line each. */
export const TOOLS_WITH_THINGS: readonly string[] = [...THINGS.keys()];

/** Returns what the tool reports on, such as "pull request, issue and build"; null if it has no things. */
export function thingsOf(sender: string): string | null {
  return THINGS.get(sender) ?? null;
}

const described = fromSenders(
  ({ descriptions }) => new Set([...descriptions].flatMap(([name, { one_line }]) => (one_line ? [name] : []))),
);

/** Returns whether things can be posted to a webhook of this sender; null if its tool isn't known. */
export function mayHaveThings(sender: string | null): boolean {
  return sender === null || OPEN.has(sender) || THINGS.has(sender) || described().has(sender);
}
