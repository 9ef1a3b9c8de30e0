import { colors } from "./colors";
import { words } from "./phrases";
import type { Part } from "./read";

/** How something that ran ended, or how far it is: the word for it and what it means. */
export type Outcome = { word: string; color: number };

const OUTCOMES = new Map<string, Outcome>([
  ["success", { word: "succeeded", color: colors.green }],
  ["failure", { word: "failed", color: colors.red }],
  ["error", { word: "failed with an error", color: colors.red }],
  ["timed_out", { word: "timed out", color: colors.red }],
  ["startup_failure", { word: "failed to start", color: colors.red }],
  ["action_required", { word: "needs action", color: colors.amber }],
  ["cancelled", { word: "cancelled", color: colors.grey }],
  ["skipped", { word: "skipped", color: colors.grey }],
  ["neutral", { word: "finished without verdict", color: colors.grey }],
  ["stale", { word: "went stale", color: colors.grey }],
  ["in_progress", { word: "started", color: colors.blue }],
  ["requested", { word: "requested", color: colors.blue }],
  ["rerequested", { word: "requested again", color: colors.blue }],
  ["requested_action", { word: "asked to act", color: colors.blue }],
  ["waiting", { word: "waiting", color: colors.amber }],
]);

/** The outcome that a conclusion, a state or an action names. */
export function outcome(name: string): Outcome {
  return OUTCOMES.get(name) ?? { word: words(name), color: colors.grey };
}

/** The outcome of a run: how it ended once it has, else how far it is or what has happened to it. */
export function outcomeOf(run: Part, action: string): Outcome {
  const conclusion = run.line("conclusion", 40);
  if (action === "completed") return outcome(conclusion || action);
  // A check can come into being when it is over.
  return outcome(action === "created" ? conclusion || run.line("status", 40) || action : action);
}

/** "3 min 12 s" between two moments, or "" when that isn't known. */
export function duration(from: string | undefined, to: string | undefined): string {
  const seconds = Math.round((Date.parse(to ?? "") - Date.parse(from ?? "")) / 1000);
  if (!(seconds > 0)) return "";
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  if (minutes === 0) return `${seconds} s`;
  return seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
}
