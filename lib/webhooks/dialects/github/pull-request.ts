import { body } from "./body";
import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import { type Delivery, pageOf } from "./delivery";
import { code, inline, link } from "./markdown";
import { about, changes, number, phrase } from "./phrases";
import type { Part } from "./read";
import { people, person } from "./reference";

/** Pull requests, from opened to merged. */
export const pullRequestCards: Cards = { pull_request: pullRequest };

const STARTS = ["opened", "reopened", "ready_for_review"];

const COLORS = new Map<string, number>([
  ["review_requested", colors.amber],
  ["synchronize", colors.blue],
  ["auto_merge_enabled", colors.blue],
  ["enqueued", colors.blue],
]);

function pullRequest({ action, payload, place }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  if (!pull.present) return null;
  const url = pull.url("html_url");
  return {
    url,
    headline: about(`Pull request${number(pull)} ${phrase(action, payload)}`, pull.line("title")),
    color: COLORS.get(action) ?? colors.grey,
    description: action === "synchronize" ? newCommits(payload, pageOf(place, "compare")) : changes(payload),
    timestamp: pull.time("updated_at"),
    ...(STARTS.includes(action) ? start(action, pull, url) : {}),
    ...(action === "closed" ? end(payload, pull) : {}),
  };
}

/** What somebody needs who may review it. */
function start(action: string, pull: Part, url: string | undefined) {
  const draft = pull.is("draft");
  const what = `${draft ? "Draft pull" : "Pull"} request${number(pull)} ${phrase(action, pull)}`;
  return {
    headline: about(what, pull.line("title")),
    color: draft ? colors.grey : colors.green,
    description: body(pull.text("body"), url),
    fields: startFields(pull),
  };
}

function end(payload: Part, pull: Part) {
  const merged = pull.is("merged");
  const own = pull.at("user").line("login") === payload.at("sender").line("login");
  return {
    headline: about(`Pull request${number(pull)} ${merged ? "merged" : "closed without merging"}`, pull.line("title")),
    color: merged ? colors.purple : colors.red,
    fields: [
      field("Branches", branches(pull)),
      field("Changes", size(pull)),
      field("Author", own ? "" : person(pull.at("user"))),
    ],
  };
}

function startFields(pull: Part) {
  return [
    field("Branches", branches(pull)),
    field("Changes", size(pull)),
    field("Reviewers", people([...pull.parts("requested_reviewers"), ...pull.parts("requested_teams")])),
    field("Assignees", people(pull.parts("assignees"))),
    field("Labels", inline(pull.parts("labels").map((each) => code(each.line("name", 60))))),
    field("Milestone", code(pull.at("milestone").line("title", 100))),
  ];
}

/** "`fix` → `main`", with the owner where it comes from a fork. */
function branches(pull: Part): string {
  const head = pull.at("head");
  const base = pull.at("base");
  const fork = head.at("repo").line("full_name") !== base.at("repo").line("full_name");
  const from = fork ? head.line("label", 255) || head.line("ref", 255) : head.line("ref", 255);
  const to = base.line("ref", 255);
  return from && to ? `${code(from)} → ${code(to)}` : "";
}

/** "+10 −2 in 3 files" */
function size(pull: Part): string {
  const files = pull.integer("changed_files");
  const added = pull.integer("additions");
  const removed = pull.integer("deletions");
  if (files === null || added === null || removed === null) return "";
  return `+${added} −${removed} in ${files} ${files === 1 ? "file" : "files"}`;
}

function newCommits(payload: Part, compare: string | undefined): string {
  const before = payload.line("before", 64);
  const after = payload.line("after", 64);
  if (!before || !after) return "";
  const url = compare && `${compare}/${encodeURIComponent(before)}...${encodeURIComponent(after)}`;
  return link(`${code(before.slice(0, 7))} → ${code(after.slice(0, 7))}`, url);
}
