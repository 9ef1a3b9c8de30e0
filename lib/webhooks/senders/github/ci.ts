import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { body, code, inline, link, literal, paragraphs } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import {
  about,
  branch,
  type Card,
  type Cards,
  codeAt,
  commit,
  commitLine,
  type Delivery,
  field,
  pageOf,
  people,
  person,
  type Source,
  words,
} from "./card";

/** What runs on the code: checks, commit statuses, GitHub Actions and deployments. */
export const ciCards: Cards = {
  check_run: checkRun,
  check_suite: checkSuite,
  status,
  workflow_run: workflowRun,
  workflow_job: workflowJob,
  deployment,
  deployment_status: deploymentStatus,
  deployment_review: deploymentReview,
  deployment_protection_rule: deployment,
};

/** How something that ran ended, or how far it is: the word for it and what it means. */
type Outcome = { word: string; color: number };

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
function outcome(name: string): Outcome {
  return OUTCOMES.get(name) ?? { word: words(name), color: colors.grey };
}

/** The outcome of a run: how it ended once it has, else how far it is or what has happened to it. */
function outcomeOf(run: JsonObject, action: string): Outcome {
  const conclusion = run.line("conclusion", 40);
  if (action === "completed") return outcome(conclusion || action);
  // A check may be created when it is over, with its conclusion.
  return outcome(action === "created" ? conclusion || run.line("status", 40) || action : action);
}

function checkRun({ action, payload, source }: Delivery): Card | null {
  const run = payload.at("check_run");
  if (!run.present) return null;
  const head = run.at("check_suite").line("head_branch", 255);
  const { word, color } = outcomeOf(run, action);
  const name = run.line("name") || run.at("app").line("name");
  const url = run.url("html_url") ?? run.url("details_url");
  const output = run.at("output");
  const title = output.line("title");
  return {
    headline: about(`Check ${word}`, name) + (head && ` on ${head}`),
    url,
    color,
    description: paragraphs(
      title && `**${literal(title)}**`,
      color === colors.red || color === colors.amber ? body(output.text("summary"), url) : "",
      codeAt(source, head, run.line("head_sha", 64)),
    ),
    timestamp: run.time("completed_at") ?? run.time("started_at"),
  };
}

function checkSuite({ action, payload, source }: Delivery): Card | null {
  const suite = payload.at("check_suite");
  if (!suite.present) return null;
  const head = suite.line("head_branch", 255);
  const { word, color } = outcomeOf(suite, action);
  return {
    headline: about(`Checks ${word}`, suite.at("app").line("name")) + (head && ` on ${head}`),
    url: pageOf(source, "commit", suite.line("head_sha", 64)),
    color,
    description: commitLine(source, suite.at("head_commit")) || codeAt(source, head, suite.line("head_sha", 64)),
    timestamp: suite.time("updated_at"),
  };
}

function status({ payload, source }: Delivery): Card | null {
  const state = payload.line("state", 40);
  if (!state) return null;
  const { word, color }: Outcome = state === "pending" ? { word: "pending", color: colors.amber } : outcome(state);
  const sha = payload.line("sha", 64);
  const holder = payload.at("commit");
  const line = [commit(source, sha, holder.url("html_url")), literal(holder.at("commit").firstLine("message"))];
  return {
    headline: about(`Status ${word}`, payload.line("context")),
    url: payload.url("target_url") ?? holder.url("html_url"),
    color,
    description: paragraphs(
      literal(payload.line("description", 500)),
      line.filter(Boolean).join(" "),
      inline(payload.objects("branches").map((each) => branch(source, each.line("name", 255)))),
    ),
    timestamp: payload.time("updated_at"),
  };
}

function workflowRun({ action, payload, source }: Delivery): Card | null {
  const run = payload.at("workflow_run");
  if (!run.present) return null;
  const { word, color } = outcomeOf(run, action);
  const head = run.line("head_branch", 255);
  const number = run.integer("run_number");
  const name = run.line("name") || payload.at("workflow").line("name");
  const attempt = run.integer("run_attempt") ?? 1;
  return {
    headline: about(`Workflow ${word}`, name + (number === null ? "" : ` #${number}`)) + (head && ` on ${head}`),
    url: run.url("html_url"),
    color,
    description: commitLine(source, run.at("head_commit")),
    fields: [
      field("Pull request", pulls(run, source)),
      field("Trigger", code(run.line("event", 40))),
      field("Took", action === "completed" ? duration(run.time("run_started_at"), run.time("updated_at")) : ""),
      field("Attempt", attempt > 1 ? `${attempt}` : ""),
      field("Started by", startedBy(run, payload)),
    ],
    timestamp: run.time("updated_at"),
  };
}

function pulls(run: JsonObject, source: Source): string {
  return inline(
    run.objects("pull_requests").map((pull) => {
      const number = pull.integer("number");
      return number === null ? "" : link(`#${number}`, pageOf(source, "pull", `${number}`));
    }),
  );
}

/** Who started the run, unless it is the sender, whom the card names already. */
function startedBy(run: JsonObject, payload: JsonObject): string {
  const actor = run.at("triggering_actor");
  return actor.line("login") === payload.at("sender").line("login") ? "" : person(actor);
}

function workflowJob({ action, payload, source }: Delivery): Card | null {
  const job = payload.at("workflow_job");
  if (!job.present) return null;
  const { word, color } = outcomeOf(job, action);
  const workflow = job.line("workflow_name", 100);
  const head = job.line("head_branch", 255);
  const name = [job.line("name"), workflow && `(${workflow})`].filter(Boolean).join(" ");
  return {
    headline: about(`Job ${word}`, name) + (head && ` on ${head}`),
    url: job.url("html_url"),
    color,
    description: paragraphs(
      color === colors.red ? failedSteps(job) : "",
      codeAt(source, head, job.line("head_sha", 64)),
    ),
    fields: [
      field("Took", duration(job.time("started_at"), job.time("completed_at"))),
      field("Runner", literal(job.line("runner_name", 100))),
    ],
    timestamp: job.time("completed_at") ?? job.time("started_at"),
  };
}

function failedSteps(job: JsonObject): string {
  const failed = job.objects("steps").filter((step) => ["failure", "timed_out"].includes(step.line("conclusion")));
  const names = inline(failed.map((step) => code(step.line("name", 100))));
  return names && `Failed at ${names}`;
}

/** "3 min 12 s" between two moments, or "" when that isn't known. */
function duration(from: string | undefined, to: string | undefined): string {
  const seconds = Math.round((Date.parse(to ?? "") - Date.parse(from ?? "")) / 1000);
  if (!(seconds > 0)) return "";
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  if (minutes === 0) return `${seconds} s`;
  return seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
}

const DEPLOYMENT_STATES = new Map<string, Outcome>([
  ["queued", { word: "queued", color: colors.blue }],
  ["pending", { word: "pending", color: colors.blue }],
  ["in_progress", { word: "started", color: colors.blue }],
  ["inactive", { word: "replaced", color: colors.grey }],
]);

function deployment({ action, payload, source }: Delivery): Card | null {
  const made = payload.at("deployment");
  if (!made.present) return null;
  return {
    headline: `Deployment${toEnvironment(payload, made)} ${words(action)}`,
    color: colors.blue,
    description: paragraphs(literal(made.line("description", 500)), codeAt(source, refOf(made), made.line("sha", 64))),
    timestamp: made.time("created_at"),
  };
}

function deploymentStatus({ payload, source }: Delivery): Card | null {
  const status = payload.at("deployment_status");
  if (!status.present) return null;
  const made = payload.at("deployment");
  const state = status.line("state", 40);
  const { word, color } = DEPLOYMENT_STATES.get(state) ?? outcome(state);
  const log = status.url("log_url") ?? status.url("target_url");
  const site = status.url("environment_url");
  return {
    headline: `Deployment${toEnvironment(status, made)} ${word}`,
    url: log ?? site ?? payload.at("workflow_run").url("html_url"),
    color,
    description: paragraphs(
      literal(status.line("description", 500)),
      codeAt(source, refOf(made), made.line("sha", 64)),
    ),
    fields: [field("See it", site ? link(literal(new URL(site).host), site) : "")],
    timestamp: status.time("updated_at") ?? status.time("created_at"),
  };
}

function deploymentReview({ action, payload }: Delivery): Card | null {
  const run = payload.at("workflow_run");
  if (!run.present) return null;
  const reviewers = payload.objects("reviewers").map((each) => each.at("reviewer"));
  const needed = action === "requested";
  return {
    headline: needed
      ? `Deployment${toEnvironment(payload, run)} needs approval`
      : `Deployment${toEnvironment(payload, run)} ${words(action)}`,
    url: run.url("html_url"),
    color: action === "approved" ? colors.green : needed ? colors.amber : colors.red,
    description: literal(payload.line("comment", 500) || run.line("display_title")),
    fields: [field(needed ? "Reviewers" : "Asked", inline([people(reviewers)]))],
    timestamp: payload.time("since"),
  };
}

function toEnvironment(event: JsonObject, made: JsonObject): string {
  const environment = event.line("environment", 100) || made.line("environment", 100);
  return environment && ` to ${environment}`;
}

/** What was deployed, unless the ref is only the commit's hash. */
function refOf(made: JsonObject): string {
  const ref = made.line("ref", 255);
  return ref === made.line("sha", 255) ? "" : ref;
}
