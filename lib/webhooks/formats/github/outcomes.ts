import type { CardState, StateTone } from "@/lib/messages/dto";
import type { CheckFact } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { stateOf, toned, words } from "./card";

/** How a run, a job or a check went, or how far it is. */
export type Progress = {
  word: string;
  tone: StateTone;
  /** Orders what happens within one of GitHub's seconds. */
  step: number;
};

const WORDS = {
  success: "passed",
  failure: "failed",
  error: "failed",
  timed_out: "timed out",
  startup_failure: "failed to start",
  action_required: "needs action",
  in_progress: "running",
  requested: "queued",
  rerequested: "queued",
  created: "queued",
};

const toneOf = toned({
  good: "success",
  bad: "failure error timed_out startup_failure",
  warning: "action_required waiting",
  progress: "in_progress requested rerequested created queued pending",
});

const STEPS = new Map([
  ["waiting", 0],
  ["in_progress", 2],
]);
const QUEUED = 1;
const OVER = 3;

/** Returns how a run, a job or a check of Actions or an app is, by its own status and not by what happened to it. */
export function progressOf(run: JsonObject, action: string): Progress {
  const conclusion = run.line("conclusion", 40);
  const status = run.line("status", 40);
  const isOver = conclusion !== "" || status === "completed" || action === "completed";
  const name = isOver ? conclusion || "completed" : status || action;
  return { ...named(name), step: isOver ? OVER : (STEPS.get(name) ?? QUEUED) };
}

/** Returns how something is by one of GitHub's words. */
export function named(name: string): Progress {
  return { word: words(name, WORDS), tone: toneOf(name), step: QUEUED };
}

/** Returns whether it's over. */
export function isOver({ step }: Progress): boolean {
  return step === OVER;
}

/** Returns it as the state of a line. What is over is only open where a later one of its kind can end it. */
export function asState(progress: Progress, canBeEnded: boolean): CardState {
  const { word, tone } = progress;
  return isOver(progress) && !canBeEnded ? stateOf(word, tone, false) : stateOf(word, tone);
}

/** Returns it as a check of a commit or a job of a run. */
export function asCheck(progress: Progress, url: string | undefined): CheckFact {
  const { word, tone } = progress;
  // What waits hasn't failed.
  return { word, tone: tone === "warning" && !isOver(progress) ? "progress" : tone, ...(url && { url }) };
}
