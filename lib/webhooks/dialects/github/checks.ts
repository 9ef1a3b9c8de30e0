import { body } from "./body";
import type { Card, Cards } from "./card";
import { colors } from "./colors";
import { type Delivery, pageOf } from "./delivery";
import { inline, literal, paragraphs } from "./markdown";
import { type Outcome, outcome, outcomeOf } from "./outcome";
import { about } from "./phrases";
import { branch, codeAt, commit, commitLine } from "./reference";

/** What apps say about commits: checks, suites of them, and statuses. */
export const checkCards: Cards = { check_run: checkRun, check_suite: checkSuite, status };

function checkRun({ action, payload, place }: Delivery): Card | null {
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
      codeAt(place, head, run.line("head_sha", 64)),
    ),
    timestamp: run.time("completed_at") ?? run.time("started_at"),
  };
}

function checkSuite({ action, payload, place }: Delivery): Card | null {
  const suite = payload.at("check_suite");
  if (!suite.present) return null;
  const head = suite.line("head_branch", 255);
  const { word, color } = outcomeOf(suite, action);
  return {
    headline: about(`Checks ${word}`, suite.at("app").line("name")) + (head && ` on ${head}`),
    url: pageOf(place, "commit", suite.line("head_sha", 64)),
    color,
    description: commitLine(place, suite.at("head_commit")) || codeAt(place, head, suite.line("head_sha", 64)),
    timestamp: suite.time("updated_at"),
  };
}

function status({ payload, place }: Delivery): Card | null {
  const state = payload.line("state", 40);
  if (!state) return null;
  const { word, color }: Outcome = state === "pending" ? { word: "pending", color: colors.amber } : outcome(state);
  const sha = payload.line("sha", 64);
  const holder = payload.at("commit");
  const line = [commit(place, sha, holder.url("html_url")), literal(holder.at("commit").firstLine("message"))];
  return {
    headline: about(`Status ${word}`, payload.line("context")),
    url: payload.url("target_url") ?? holder.url("html_url"),
    color,
    description: paragraphs(
      literal(payload.line("description", 500)),
      line.filter(Boolean).join(" "),
      inline(payload.parts("branches").map((each) => branch(place, each.line("name", 255)))),
    ),
    timestamp: payload.time("updated_at"),
  };
}
