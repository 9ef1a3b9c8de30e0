import { durationBetween } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import { cardOf, colored, number, people, person, spaced, words } from "./card";

/** Cards for checks, commit statuses, GitHub Actions and deployments. */
export const ciCards: Cards = {
  check_run: cardOf("check_run", checkRun),
  check_suite: cardOf("check_suite", checkSuite),
  status,
  workflow_run: cardOf("workflow_run", workflowRun),
  workflow_job: cardOf("workflow_job", workflowJob),
  deployment: cardOf("deployment", deployment),
  deployment_status: cardOf("deployment_status", deploymentStatus),
  deployment_review: cardOf("workflow_run", deploymentReview),
  deployment_protection_rule: cardOf("deployment", protectionRule),
  workflow_dispatch: workflowDispatch,
  repository_dispatch: repositoryDispatch,
};

/** Words for outcomes and states of a run. */
const OUTCOMES = {
  success: "succeeded",
  failure: "failed",
  error: "failed with an error",
  timed_out: "timed out",
  startup_failure: "failed to start",
  action_required: "needs action",
  neutral: "finished without verdict",
  stale: "went stale",
  in_progress: "started",
  rerequested: "requested again",
  requested_action: "asked to act",
};

const COLORS = {
  green: "success",
  red: "failure error timed_out startup_failure",
  amber: "action_required waiting",
  blue: "in_progress requested rerequested requested_action",
};

const outcomeColor = colored(COLORS);
const statusColor = colored({ ...COLORS, amber: `${COLORS.amber} pending` });
const deploymentColor = colored({ ...COLORS, blue: `${COLORS.blue} queued pending` });

/** Returns the outcome of a run, or its state while it isn't over. */
function outcomeOf(run: JsonObject, action: string): { word: string; color: ReturnType<typeof outcomeColor> } {
  const conclusion = run.line("conclusion", 40);
  // A check can be created with its conclusion, when it's already over.
  const created = action === "created" && (conclusion || run.line("status", 40));
  const name = created || (action === "completed" && conclusion) || action;
  return { word: words(name, OUTCOMES), color: outcomeColor(name) };
}

function checkRun(run: JsonObject, { action, source }: Delivery): EventCard {
  const head = run.at("check_suite").line("head_branch", 255);
  const { word, color } = outcomeOf(run, action);
  const url = run.url("html_url") ?? run.url("details_url");
  const title = run.at("output").line("title");
  return {
    headline: ran(`Check ${word}`, run.line("name") || run.at("app").line("name"), head),
    url,
    color,
    description: paragraphs(
      title && `**${literal(title)}**`,
      color === "red" || color === "amber" ? body(run.at("output").text("summary"), url) : "",
      source.codeAt(head, run.line("head_sha", 64)),
    ),
    timestamp: run.time("completed_at") ?? run.time("started_at"),
  };
}

/** Returns a headline such as "Check failed: lint on main". */
function ran(what: string, name: string, head: string): string {
  return `${what}${name && `: ${name}`}${head && ` on ${head}`}`;
}

function checkSuite(suite: JsonObject, { action, source }: Delivery): EventCard {
  const head = suite.line("head_branch", 255);
  const sha = suite.line("head_sha", 64);
  const { word, color } = outcomeOf(suite, action);
  return {
    headline: ran(`Checks ${word}`, suite.at("app").line("name"), head),
    url: source.page("commit", sha),
    color,
    description: source.commitLine(suite.at("head_commit")) || source.codeAt(head, sha),
  };
}

function status({ payload, source }: Delivery): EventCard | null {
  const state = payload.line("state", 40);
  if (!state) return null;
  const made = payload.at("commit");
  const url = made.url("html_url");
  return {
    headline: `Status ${words(state, OUTCOMES)}`,
    title: payload.line("context"),
    url: payload.url("target_url") ?? url,
    color: statusColor(state),
    description: paragraphs(
      literal(payload.line("description", 500)),
      spaced(source.commit(payload.line("sha", 64), url), literal(made.at("commit").firstLine("message"))),
      inline(payload.objects("branches").map((each) => source.branch(each.line("name", 255)))),
    ),
    timestamp: payload.time("updated_at"),
  };
}

function workflowRun(run: JsonObject, { action, payload, source }: Delivery): EventCard {
  const { word, color } = outcomeOf(run, action);
  const name = run.line("name") || payload.at("workflow").line("name");
  const attempt = run.integer("run_attempt") ?? 1;
  const actor = run.at("triggering_actor");
  // The card already names the sender.
  const isSender = actor.line("login") === payload.at("sender").line("login");
  return {
    headline: ran(`Workflow ${word}`, name + number(run, "run_number"), run.line("head_branch", 255)),
    color,
    description: source.commitLine(run.at("head_commit")),
    fields: {
      "Pull request": pulls(run, source),
      Trigger: code(run.line("event", 40)),
      Took: action === "completed" ? took(run.time("run_started_at"), run.time("updated_at")) : "",
      Attempt: attempt > 1 ? `${attempt}` : "",
      "Started by": isSender ? "" : person(actor),
    },
  };
}

function pulls(run: JsonObject, source: Source): string {
  const numbers = run.objects("pull_requests").flatMap((pull) => pull.integer("number") ?? []);
  return inline(numbers.map((number) => link(`#${number}`, source.page("pull", `${number}`))));
}

/** A skipped job ends when it starts. */
function took(start: string | undefined, end: string | undefined): string {
  return start === end ? "" : durationBetween(start, end);
}

function workflowJob(job: JsonObject, { action, source }: Delivery): EventCard {
  const { word, color } = outcomeOf(job, action);
  const workflow = job.line("workflow_name", 100);
  const head = job.line("head_branch", 255);
  return {
    headline: ran(`Job ${word}`, spaced(job.line("name"), workflow && `(${workflow})`), head),
    color,
    description: paragraphs(color === "red" ? failedSteps(job) : "", source.codeAt(head, job.line("head_sha", 64))),
    fields: {
      Took: took(job.time("started_at"), job.time("completed_at")),
      Runner: literal(job.line("runner_name", 100)),
    },
    timestamp: job.time("completed_at") ?? job.time("started_at"),
  };
}

function failedSteps(job: JsonObject): string {
  const failed = job.objects("steps").filter((step) => ["failure", "timed_out"].includes(step.line("conclusion")));
  const names = inline(failed.map((step) => code(step.line("name", 100))));
  return names && `Failed at ${names}`;
}

function deployment(made: JsonObject, { action, payload, source }: Delivery): EventCard {
  return {
    headline: `Deployment${toEnvironment(payload, made)} ${words(action)}`,
    url: payload.at("workflow_run").url("html_url") ?? environmentPage(payload, made, source),
    color: "blue",
    description: paragraphs(literal(made.line("description", 500)), deployed(made, source)),
    timestamp: made.time("created_at"),
  };
}

function protectionRule(made: JsonObject, delivery: Delivery): EventCard {
  return {
    ...deployment(made, delivery),
    headline: `Deployment${toEnvironment(delivery.payload, made)} waits for a protection rule`,
    color: "amber",
  };
}

function workflowDispatch({ payload, source }: Delivery): EventCard {
  const file = payload.line("workflow", 255).replace(/^.*\//, "");
  const inputs = payload.at("inputs");
  return {
    headline: `Workflow started by hand${file && `: ${file}`}`,
    url: source.page("actions", "workflows", file),
    color: "blue",
    description: source.branch(payload.line("ref", 255).replace(/^refs\/(heads|tags)\//, "")),
    fields: Object.fromEntries(inputs.keys.slice(0, MOST_INPUTS).map((key) => [key, literal(inputs.line(key, 200))])),
  };
}

const MOST_INPUTS = 6;

/** Tools start workflows with an event of their own, whose name GitHub sends as the action. */
function repositoryDispatch({ action, payload, source }: Delivery): EventCard {
  const sent = payload.at("client_payload");
  return {
    headline: `Workflows started by an event${action && `: ${action}`}`,
    url: source.page("actions"),
    color: "blue",
    description: source.branch(payload.line("branch", 255)),
    fields: Object.fromEntries(sent.keys.slice(0, MOST_INPUTS).map((key) => [key, literal(sent.line(key, 200))])),
  };
}

function deploymentStatus(status: JsonObject, { payload, source }: Delivery): EventCard {
  const made = payload.at("deployment");
  const state = status.line("state", 40);
  const log = status.url("log_url") ?? status.url("target_url");
  const site = status.url("environment_url");
  return {
    headline: `Deployment${toEnvironment(status, made)} ${words(state, { ...OUTCOMES, inactive: "replaced" })}`,
    url: log ?? payload.at("workflow_run").url("html_url") ?? site ?? environmentPage(status, made, source),
    color: deploymentColor(state),
    description: paragraphs(literal(status.line("description", 500)), deployed(made, source)),
    fields: { "See it": site ? link(literal(new URL(site).host), site) : "" },
    timestamp: status.time("updated_at") ?? status.time("created_at"),
  };
}

function deploymentReview(run: JsonObject, { action, payload }: Delivery): EventCard {
  const reviewers = payload.objects("reviewers").map((each) => each.at("reviewer"));
  const needed = action === "requested";
  return {
    headline: `Deployment${toEnvironment(payload, run)} ${needed ? "needs approval" : words(action)}`,
    color: needed ? "amber" : action === "approved" ? "green" : "red",
    description: literal(payload.line("comment", 500) || run.line("display_title")),
    fields: { [needed ? "Reviewers" : "Asked"]: people(reviewers) },
    timestamp: payload.time("since"),
  };
}

function toEnvironment(event: JsonObject, made: JsonObject): string {
  const environment = event.line("environment", 100) || made.line("environment", 100);
  return environment && ` to ${environment}`;
}

function environmentPage(event: JsonObject, made: JsonObject, source: Source): string | undefined {
  const environment = event.line("environment", 100) || made.line("environment", 100);
  return source.page("deployments", environment) ?? source.url;
}

/** Returns the deployed ref (unless it's only the commit's hash) and commit. */
function deployed(made: JsonObject, source: Source): string {
  const ref = made.line("ref", 255);
  return source.codeAt(ref === made.line("sha", 255) ? "" : ref, made.line("sha", 64));
}
