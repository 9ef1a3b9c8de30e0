import type { StateTone } from "@/lib/messages/dto";

// Words that unknown tools use for states, results and severities, without case, spaces and punctuation.
const WORDS: Record<StateTone, string> = {
  good: "success successful succeeded passed pass passing ok okay up fixed resolved recovered recovery healthy normal good green online available complete completed done finished closed approved ready published deployed restored cleared clear paid operational stable delivered captured fulfilled confirmed accepted verified hired hire recover resolve succeed approve",
  bad: "failed failure fail failing unsuccessful error errored fatal critical crit down firing alarm alerting triggered fired broken unhealthy emergency disaster high severe sev1 p1 rejected refused denied blocked offline unavailable unreachable timeout timed_out bad red outage major lost expired declined violated breached trigger reject exception startup_failure problem crashed dead bounce bounced dropped undelivered complained unresolved unacknowledged",
  warning:
    "warning warn pending waiting paused degraded unstable minor medium moderate sev2 p2 attention acknowledged acknowledge no_data nodata unknown suspended partially_succeeded partial average action_required required manual insufficient_data on_hold yellow late overdue maintenance drift drifted degraded_array changes_requested reverted rolled_back",
  progress:
    "running started start starting building in_progress inprogress progress processing queued scheduled created new opened open reopened info informational notice low debug initiated planned deploying preparing requested sev3 sev4 p3 p4 investigating identified monitoring updated assigned",
  done: "merged released promoted upgraded release_published releases_published",
  none: "cancel cancelled canceled aborted skipped neutral not_run not_built stopped disabled ignored muted archived draft none stale superseded inactive deleted removed abandoned killed terminated",
};

const BY_WORD = new Map<string, StateTone>(
  Object.entries(WORDS).flatMap(([tone, words]) => words.split(" ").map((word) => [word, tone as StateTone] as const)),
);

// "Not ready" and "not available" mean the opposite of their last word.
const NEGATED: Partial<Record<StateTone, StateTone>> = { good: "bad", bad: "good" };

/**
 * Returns the tone of a state such as "failed", "FIRING" or "In progress": that of the whole text, or of its last
 * word that has one, or null.
 */
export function toneOfState(text: string): StateTone | null {
  const words = text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const whole = BY_WORD.get(words.join("_")) ?? BY_WORD.get(words.join(""));
  const index = words.findLastIndex((word) => BY_WORD.has(word));
  const last = BY_WORD.get(words[index] ?? "") ?? null;
  const isNegated = last !== null && words[index - 1] === "not";
  return whole ?? (isNegated ? (NEGATED[last] ?? null) : last);
}

// Different names for the same outcomes of builds, deployments and runs.
const OUTCOMES: Record<string, string> = {
  succeeded: "success successful succeeded succeed passed pass ok",
  failed: "failed failure fail failing unsuccessful",
  errored: "error errored exception",
  running: "running started in_progress inprogress building",
  cancelled: "cancelled canceled killed",
};

const OUTCOME_OF = new Map(
  Object.entries(OUTCOMES).flatMap(([outcome, words]) => words.split(" ").map((word) => [word, outcome] as const)),
);

/**
 * Normalizes a state for the end of a sentence: "SUCCESS" and "passed" become "succeeded", "FAILURE" "failed",
 * "IN_PROGRESS" "running"; others are lower-cased.
 */
export function outcomeOfState(text: string): string {
  const state = text
    .trim()
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  return OUTCOME_OF.get(state.replaceAll(" ", "_")) ?? state;
}
