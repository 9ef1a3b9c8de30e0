import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { inline, link, literal, paragraphs } from "./markdown";
import { type Outcome, outcome } from "./outcome";
import { words } from "./phrases";
import type { Part } from "./read";
import { codeAt, people } from "./reference";

/** What is put where, and how that goes. */
export const deploymentCards: Cards = {
  deployment,
  deployment_status: deploymentStatus,
  deployment_review: deploymentReview,
  deployment_protection_rule: deployment,
};

const STATES = new Map<string, Outcome>([
  ["queued", { word: "queued", color: colors.blue }],
  ["pending", { word: "pending", color: colors.blue }],
  ["in_progress", { word: "started", color: colors.blue }],
  ["inactive", { word: "replaced", color: colors.grey }],
]);

function deployment({ action, payload, place }: Delivery): Card | null {
  const made = payload.at("deployment");
  if (!made.present) return null;
  return {
    headline: `Deployment${to(payload, made)} ${words(action)}`,
    color: colors.blue,
    description: paragraphs(literal(made.line("description", 500)), codeAt(place, refOf(made), made.line("sha", 64))),
    timestamp: made.time("created_at"),
  };
}

function deploymentStatus({ payload, place }: Delivery): Card | null {
  const status = payload.at("deployment_status");
  if (!status.present) return null;
  const made = payload.at("deployment");
  const state = status.line("state", 40);
  const { word, color } = STATES.get(state) ?? outcome(state);
  const log = status.url("log_url") ?? status.url("target_url");
  const site = status.url("environment_url");
  return {
    headline: `Deployment${to(status, made)} ${word}`,
    url: log ?? site ?? payload.at("workflow_run").url("html_url"),
    color,
    description: paragraphs(literal(status.line("description", 500)), codeAt(place, refOf(made), made.line("sha", 64))),
    fields: [field("See it", site ? link(literal(new URL(site).host), site) : "")],
    timestamp: status.time("updated_at") ?? status.time("created_at"),
  };
}

function deploymentReview({ action, payload }: Delivery): Card | null {
  const run = payload.at("workflow_run");
  if (!run.present) return null;
  const reviewers = payload.parts("reviewers").map((each) => each.at("reviewer"));
  const needed = action === "requested";
  return {
    headline: needed
      ? `Deployment${to(payload, run)} needs approval`
      : `Deployment${to(payload, run)} ${words(action)}`,
    url: run.url("html_url"),
    color: action === "approved" ? colors.green : needed ? colors.amber : colors.red,
    description: literal(payload.line("comment", 500) || run.line("display_title")),
    fields: [field(needed ? "Reviewers" : "Asked", inline([people(reviewers)]))],
    timestamp: payload.time("since"),
  };
}

function to(part: Part, made: Part): string {
  const environment = part.line("environment", 100) || made.line("environment", 100);
  return environment && ` to ${environment}`;
}

/** A deployment of a commit has its hash as its ref. */
function refOf(made: Part): string {
  const ref = made.line("ref", 255);
  return ref === made.line("sha", 255) ? "" : ref;
}
