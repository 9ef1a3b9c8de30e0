import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import { type Delivery, type Place, pageOf } from "./delivery";
import { code, inline, link, literal, paragraphs } from "./markdown";
import { duration, outcomeOf } from "./outcome";
import { about } from "./phrases";
import type { Part } from "./read";
import { codeAt, commitLine, person } from "./reference";

/** GitHub Actions: runs and their jobs. */
export const workflowCards: Cards = { workflow_run: workflowRun, workflow_job: workflowJob };

function workflowRun({ action, payload, place }: Delivery): Card | null {
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
    description: commitLine(place, run.at("head_commit")),
    fields: [
      field("Pull request", pulls(run, place)),
      field("Trigger", code(run.line("event", 40))),
      field("Took", action === "completed" ? duration(run.time("run_started_at"), run.time("updated_at")) : ""),
      field("Attempt", attempt > 1 ? `${attempt}` : ""),
      field("Started by", startedBy(run, payload)),
    ],
    timestamp: run.time("updated_at"),
  };
}

function pulls(run: Part, place: Place): string {
  return inline(
    run.parts("pull_requests").map((pull) => {
      const number = pull.integer("number");
      return number === null ? "" : link(`#${number}`, pageOf(place, "pull", `${number}`));
    }),
  );
}

/** Only where it isn't the card's author. */
function startedBy(run: Part, payload: Part): string {
  const actor = run.at("triggering_actor");
  return actor.line("login") === payload.at("sender").line("login") ? "" : person(actor);
}

function workflowJob({ action, payload, place }: Delivery): Card | null {
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
      codeAt(place, head, job.line("head_sha", 64)),
    ),
    fields: [
      field("Took", duration(job.time("started_at"), job.time("completed_at"))),
      field("Runner", literal(job.line("runner_name", 100))),
    ],
    timestamp: job.time("completed_at") ?? job.time("started_at"),
  };
}

function failedSteps(job: Part): string {
  const failed = job.parts("steps").filter((step) => ["failure", "timed_out"].includes(step.line("conclusion")));
  const names = inline(failed.map((step) => code(step.line("name", 100))));
  return names && `Failed at ${names}`;
}
