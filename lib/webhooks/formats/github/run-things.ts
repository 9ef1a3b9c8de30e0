import type { ThingFacts, ThingReply, ThingReport } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { code, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import { type Delivery, number, people, spaced, stateOf } from "./card";
import { failedSteps, onBranch, pulls, took } from "./ci";
import { asCheck, asState, isOver, type Progress, progressOf } from "./outcomes";
import { bodyFact, closed, field, keyOf, moment, personOf, replyOf, type Things, where } from "./reports";

/** Reports on runs of GitHub Actions, one for each attempt. Jobs change their run's line, and failed ones are replies. */
export const runThings: Things = {
  workflow_run: (delivery) => runReport(delivery, {}),
  workflow_job: jobReport,
  deployment_review: reviewedRun,
};

function runKey({ source }: Delivery, id: number | null, attempt: number | null): string | null {
  return id === null || !source.name ? null : keyOf("run ", source.name, `#${id}/${attempt ?? 1}`);
}

function runReport(delivery: Delivery, more: ThingFacts): ThingReport | null {
  const { payload, action, source } = delivery;
  const run = payload.at("workflow_run");
  const attempt = run.integer("run_attempt");
  const key = runKey(delivery, run.integer("id"), attempt);
  if (key === null) return null;
  const progress = progressOf(run, action);
  const name = run.line("name") || payload.at("workflow").line("name") || "Workflow";
  const started = run.time("run_started_at") ?? run.time("created_at");
  const group = groupOf(delivery, run);
  return {
    key,
    at: moment(run.time("updated_at") ?? started, progress.step),
    facts: {
      ...where(delivery),
      subject: onBranch(name + number(run, "run_number"), run.line("head_branch", 255)),
      state: asState(progress, group !== null),
      url: run.url("html_url") ?? source.url ?? null,
      person: personOf(run.at("triggering_actor")) ?? personOf(run.at("actor")) ?? personOf(payload.at("sender")),
      ...field("Commit", commitOf(run, delivery), undefined, 0),
      ...field("Pull request", pulls(run, source), "link", 1),
      ...field("Trigger", code(run.line("event", 40)), "code", 2),
      ...(isOver(progress) && fieldTook(started, run.time("updated_at"))),
      ...field("Attempt", attempt !== null && attempt > 1 ? `${attempt}` : "", "number", 4),
      ...(started && { startedAt: started }),
      endedAt: (isOver(progress) && run.time("updated_at")) || null,
      ...more,
    },
    hasLine: true,
    ...(group !== null &&
      started &&
      isVerdict(progress) && {
        incidentOf: { key: group, at: started, isBad: progress.tone === "bad" },
      }),
  };
}

function commitOf(run: JsonObject, { source }: Delivery): string {
  return source.commitLine(run.at("head_commit")) || source.commit(run.line("head_sha", 64));
}

function fieldTook(start: string | undefined, end: string | undefined): ThingFacts {
  const { name, value } = took(start, end);
  return field(name, value, "duration", 3);
}

/** A run that was cancelled or skipped says nothing about its branch. */
function isVerdict(progress: Progress): boolean {
  return isOver(progress) && (progress.tone === "bad" || progress.tone === "good");
}

/**
 * Returns the group of a workflow's runs on the default branch, or null for another run. A fork's branch can have the same
 * name, and a pull request from the branch says nothing about it.
 */
function groupOf({ payload, source }: Delivery, run: JsonObject): string | null {
  const branch = run.line("head_branch", 255);
  const workflow = run.integer("workflow_id");
  if (!branch || branch !== payload.at("repository").line("default_branch", 255) || workflow === null) return null;
  const from = run.at("head_repository").line("full_name", 150);
  if ((from && from !== source.name) || run.line("event", 40).startsWith("pull_request")) return null;
  return keyOf(`workflow ${workflow} of `, source.name, " on ", branch);
}

/** Somebody is asked to approve that a run deploys, or has decided. */
function reviewedRun(delivery: Delivery): ThingReport | null {
  const { action, payload } = delivery;
  const asked = payload.objects("reviewers").map((each) => each.at("reviewer"));
  const isAsked = action === "requested";
  const who = people(isAsked ? asked : [payload.at("approver")]) || people([payload.at("sender")]);
  const said = literal(payload.line("comment", 500));
  const approval = isAsked
    ? spaced("Needed from", people(asked))
    : `${action === "approved" ? "Approved" : "Rejected"} by ${who}${said && `: ${said}`}`;
  const environment = payload.line("environment", 100) || payload.at("workflow_run").line("environment", 100);
  const report = runReport(delivery, {
    ...field("Approval", approval, undefined, 0),
    ...field("Environment", literal(environment), undefined, 0),
  });
  if (!report) return null;
  // The run is as it was when somebody was asked; since then, it may be over.
  return { ...report, at: moment(payload.time("since")) ?? report.at };
}

function jobReport(delivery: Delivery): ThingReport | null {
  const { payload, source, action } = delivery;
  const job = payload.at("workflow_job");
  const run = job.integer("run_id");
  const name = job.line("name", 200);
  const key = runKey(delivery, run, job.integer("run_attempt"));
  if (key === null || !name) return null;
  const progress = progressOf(job, action);
  const time = job.time("completed_at") ?? job.time("started_at") ?? job.time("created_at");
  const at = moment(time, progress.step);
  const facts: ThingFacts = {};
  facts[`job ${name}`] = asCheck(progress, job.url("html_url"));
  const workflow = job.line("workflow_name", 100) || "Workflow";
  const reply = progress.tone === "bad" ? failedJob(delivery, job, progress, at) : null;
  return {
    key,
    at,
    facts,
    weak: {
      ...where(delivery),
      subject: onBranch(workflow, job.line("head_branch", 255)),
      url: source.page("actions", "runs", `${run}`) ?? null,
    },
    // What failed is shown even if GitHub doesn't send the runs.
    hasLine: reply !== null,
    ...(reply && { reply }),
  };
}

function failedJob(delivery: Delivery, job: JsonObject, progress: Progress, at: string | null): ThingReply | null {
  const id = job.integer("id");
  if (id === null) return null;
  const [startedAt, endedAt] = [job.time("started_at"), job.time("completed_at")];
  const head = delivery.source.codeAt(job.line("head_branch", 255), job.line("head_sha", 64));
  return replyOf(keyOf("job ", `${id}`), at, {
    subject: `Job ${job.line("name", 200)}`,
    state: closed(stateOf(progress.word, progress.tone)),
    url: job.url("html_url") ?? null,
    body: bodyFact(paragraphs(failedSteps(job), head)),
    ...fieldTook(startedAt, endedAt),
    ...field("Runner", literal(job.line("runner_name", 100))),
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
  });
}
