import type { CardState, EmbedField, StateTone } from "@/lib/messages/dto";
import { durationBetween } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import { cardOf, fact, happened, number, people, person, spaced, stateOf, toned, words } from "./card";

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
  neutral: "no verdict",
  in_progress: "running",
  rerequested: "requested again",
  inactive: "replaced",
};

const toneOfOutcome = toned({
  good: "success",
  bad: "failure error timed_out startup_failure",
  warning: "action_required waiting",
  progress: "in_progress requested rerequested queued pending",
});

/** Returns the state that one of GitHub's words for outcomes and states of runs says. */
export function outcome(name: string): CardState {
  return stateOf(words(name, OUTCOMES), toneOfOutcome(name));
}

/** Returns the outcome of a run, or its state while it isn't over. */
function outcomeOf(run: JsonObject, action: string): CardState {
  const conclusion = run.line("conclusion", 40);
  // A check can be created with its conclusion, when it's already over.
  const created = action === "created" && (conclusion || run.line("status", 40));
  return outcome(created || (action === "completed" && conclusion) || action);
}

function isTrouble({ tone }: CardState): boolean {
  return tone === "bad" || tone === "warning";
}

function checkRun(run: JsonObject, { action, source }: Delivery): EventCard {
  const head = run.at("check_suite").line("head_branch", 255);
  const state = outcomeOf(run, action);
  const url = run.url("html_url") ?? run.url("details_url");
  return {
    subject: onBranch(spaced("Check", run.line("name") || run.at("app").line("name")), head),
    ...(action === "requested_action" ? happened("Asked to act", "progress") : { state }),
    url,
    summary: run.at("output").line("title"),
    body: paragraphs(
      isTrouble(state) ? body(run.at("output").text("summary"), url) : "",
      source.codeAt(head, run.line("head_sha", 64)),
    ),
    startedAt: run.time("started_at"),
    endedAt: run.time("completed_at"),
    at: run.time("completed_at") ?? run.time("started_at"),
  };
}

/** Returns what a run is called: "Check lint on main". */
export function onBranch(what: string, head: string): string {
  return `${what}${head && ` on ${head}`}`;
}

function checkSuite(suite: JsonObject, { action, source }: Delivery): EventCard {
  const head = suite.line("head_branch", 255);
  const sha = suite.line("head_sha", 64);
  const app = suite.at("app").line("name");
  return {
    subject: onBranch(`Checks${app && ` of ${app}`}`, head),
    state: outcomeOf(suite, action),
    url: source.page("commit", sha),
    body: source.commitLine(suite.at("head_commit")) || source.codeAt(head, sha),
  };
}

function status({ payload, source }: Delivery): EventCard | null {
  const state = payload.line("state", 40);
  if (!state) return null;
  const made = payload.at("commit");
  const url = made.url("html_url");
  return {
    subject: spaced("Check", payload.line("context")),
    state: outcome(state),
    url: payload.url("target_url") ?? url,
    summary: payload.line("description", 500),
    body: paragraphs(
      spaced(source.commit(payload.line("sha", 64), url), literal(made.at("commit").firstLine("message"))),
      inline(payload.objects("branches").map((each) => source.branch(each.line("name", 255)))),
    ),
    at: payload.time("updated_at"),
  };
}

function workflowRun(run: JsonObject, { action, payload, source }: Delivery): EventCard {
  const name = run.line("name") || payload.at("workflow").line("name") || "Workflow";
  const attempt = run.integer("run_attempt") ?? 1;
  const actor = run.at("triggering_actor");
  // The card already names the sender.
  const isSender = actor.line("login") === payload.at("sender").line("login");
  const over = action === "completed";
  return {
    subject: onBranch(name + number(run, "run_number"), run.line("head_branch", 255)),
    state: outcomeOf(run, action),
    body: source.commitLine(run.at("head_commit")),
    facts: [
      fact("Pull request", pulls(run, source), "link"),
      fact("Trigger", code(run.line("event", 40)), "code"),
      took(over ? run.time("run_started_at") : undefined, run.time("updated_at")),
      fact("Attempt", attempt > 1 ? `${attempt}` : "", "number"),
      fact("Started by", isSender ? "" : person(actor), "person"),
    ],
    startedAt: run.time("run_started_at"),
    endedAt: over ? run.time("updated_at") : undefined,
  };
}

/** Returns links to the pull requests of a run. */
export function pulls(run: JsonObject, source: Source): string {
  const numbers = run.objects("pull_requests").flatMap((pull) => pull.integer("number") ?? []);
  return inline(numbers.map((number) => link(`#${number}`, source.page("pull", `${number}`))));
}

/** Returns how long something took. A skipped job ends when it starts. */
export function took(start: string | undefined, end: string | undefined): EmbedField {
  return fact("Took", start === end ? "" : durationBetween(start, end), "duration");
}

function workflowJob(job: JsonObject, { action, source }: Delivery): EventCard {
  const state = outcomeOf(job, action);
  const workflow = job.line("workflow_name", 100);
  const head = job.line("head_branch", 255);
  const [startedAt, endedAt] = [job.time("started_at"), job.time("completed_at")];
  return {
    subject: onBranch(spaced("Job", job.line("name"), workflow && `(${workflow})`), head),
    state,
    body: paragraphs(state.tone === "bad" ? failedSteps(job) : "", source.codeAt(head, job.line("head_sha", 64))),
    facts: [took(startedAt, endedAt), fact("Runner", literal(job.line("runner_name", 100)))],
    startedAt,
    endedAt,
    at: endedAt ?? startedAt,
  };
}

/** Returns "Failed at `npm test`", or "" if no step failed. */
export function failedSteps(job: JsonObject): string {
  const failed = job.objects("steps").filter((step) => ["failure", "timed_out"].includes(step.line("conclusion")));
  const names = inline(failed.map((step) => code(step.line("name", 100))));
  return names && `Failed at ${names}`;
}

function deployment(made: JsonObject, { action, payload, source }: Delivery): EventCard {
  return {
    ...deploymentIn(payload, made),
    state: stateOf(words(action), "progress"),
    url: payload.at("workflow_run").url("html_url") ?? environmentPage(payload, made, source),
    summary: made.line("description", 500),
    body: deployed(made, source),
    at: made.time("created_at"),
  };
}

/** Returns what was deployed as "Deployment of main", and the environment as its place. */
function deploymentIn(event: JsonObject, made: JsonObject): Pick<EventCard, "place" | "subject"> {
  const what = refOf(made) || made.line("sha", 64).slice(0, 7);
  return { place: environmentOf(event, made), subject: `Deployment${what && ` of ${what}`}` };
}

function protectionRule(made: JsonObject, delivery: Delivery): EventCard {
  return {
    ...deployment(made, delivery),
    state: stateOf("Waiting", "warning"),
    summary: "It needs the approval of a protection rule.",
  };
}

function workflowDispatch({ payload, source }: Delivery): EventCard {
  const file = payload.line("workflow", 255).replace(/^.*\//, "");
  return {
    ...happened("Started by hand", "progress"),
    subject: spaced("Workflow", file),
    url: source.page("actions", "workflows", file),
    body: source.branch(payload.line("ref", 255).replace(/^refs\/(heads|tags)\//, "")),
    facts: inputs(payload.at("inputs")),
  };
}

const MOST_INPUTS = 6;

function inputs(given: JsonObject): EmbedField[] {
  return given.keys.slice(0, MOST_INPUTS).map((key) => fact(key, literal(given.line(key, 200))));
}

/** Tools start workflows with an event of their own, whose name GitHub sends as the action. */
function repositoryDispatch({ action, payload, source }: Delivery): EventCard {
  return {
    ...happened("Workflows started by an event", "progress"),
    subject: action,
    url: source.page("actions"),
    body: source.branch(payload.line("branch", 255)),
    facts: inputs(payload.at("client_payload")),
  };
}

function deploymentStatus(status: JsonObject, { payload, source }: Delivery): EventCard {
  const made = payload.at("deployment");
  const log = status.url("log_url") ?? status.url("target_url");
  const site = status.url("environment_url");
  return {
    ...deploymentIn(status, made),
    state: outcome(status.line("state", 40)),
    url: log ?? payload.at("workflow_run").url("html_url") ?? site ?? environmentPage(status, made, source),
    summary: status.line("description", 500),
    body: deployed(made, source),
    links: site ? [{ label: new URL(site).host, url: site }] : [],
    at: status.time("updated_at") ?? status.time("created_at"),
  };
}

const REVIEWS: Readonly<Record<string, StateTone>> = { approved: "good", rejected: "bad" };

function deploymentReview(run: JsonObject, { action, payload }: Delivery): EventCard {
  const reviewers = people(payload.objects("reviewers").map((each) => each.at("reviewer")));
  const needed = action === "requested";
  const head = run.line("head_branch", 255);
  return {
    place: environmentOf(payload, run),
    subject: `Deployment${head && ` of ${head}`}`,
    state: needed ? stateOf("Needs approval", "warning") : stateOf(words(action), REVIEWS[action] ?? "none", false),
    summary: payload.line("comment", 500) || run.line("display_title"),
    facts: [fact(needed ? "Reviewers" : "Asked", reviewers, "person")],
    at: payload.time("since"),
  };
}

function environmentOf(event: JsonObject, made: JsonObject): string {
  return event.line("environment", 100) || made.line("environment", 100);
}

function environmentPage(event: JsonObject, made: JsonObject, source: Source): string | undefined {
  return source.page("deployments", environmentOf(event, made)) ?? source.url;
}

/** Returns the deployed ref, unless it's only the commit's hash. */
function refOf(made: JsonObject): string {
  const ref = made.line("ref", 255);
  return ref === made.line("sha", 255) ? "" : ref;
}

/** Returns the deployed ref and commit. */
function deployed(made: JsonObject, source: Source): string {
  return source.codeAt(refOf(made), made.line("sha", 64));
}
