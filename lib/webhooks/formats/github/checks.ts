import type { CheckFact, ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import type { Delivery } from "./card";
import { asCheck, named, progressOf } from "./outcomes";
import { commitKey, latest, moment, type Things } from "./reports";

/**
 * Reports on checks and statuses of commits. They never make a line: the lines of pull requests and merge groups watch
 * their commits.
 */
export const checkThings: Things = {
  // Those of Actions count, too: GitHub sends one for each job.
  check_run: (delivery) => {
    const run = delivery.payload.at("check_run");
    const progress = progressOf(run, delivery.action);
    const time = latest(run.time("started_at"), run.time("completed_at"));
    const check = asCheck(progress, run.url("html_url") ?? run.url("details_url"));
    const name = run.line("name", 200) || run.at("app").line("name", 200);
    return checkReport(delivery, run.line("head_sha", 64), name, check, moment(time, progress.step));
  },
  check_suite: () => ({ skip: "Check suites aren't posted. Their checks are shown by their pull request." }),
  status: (delivery) => {
    const { payload } = delivery;
    const state = payload.line("state", 40);
    const url = payload.url("target_url") ?? payload.at("commit").url("html_url");
    const time = payload.time("updated_at") ?? payload.time("created_at");
    if (!state) return null;
    return checkReport(
      delivery,
      payload.line("sha", 64),
      payload.line("context", 200),
      asCheck(named(state), url),
      moment(time),
    );
  },
};

function checkReport(
  delivery: Delivery,
  sha: string,
  name: string,
  check: CheckFact,
  at: string | null,
): ThingReport | null {
  const key = commitKey(delivery, sha);
  if (key === null || !name) return null;
  const facts: ThingFacts = {};
  facts[`check ${name}`] = check;
  return { key, at, facts, hasLine: false };
}
