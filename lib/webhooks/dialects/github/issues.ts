import { body } from "./body";
import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, inline } from "./markdown";
import { about, changes, number, phrase, words } from "./phrases";
import type { Part } from "./read";
import { people } from "./reference";

/** Issues, from opened to closed. */
export const issueCards: Cards = { issues };

function issues({ action, payload }: Delivery): Card | null {
  const issue = payload.at("issue");
  if (!issue.present) return null;
  const starts = action === "opened" || action === "reopened";
  const url = issue.url("html_url");
  const kind = issue.at("pull_request").present ? "Pull request" : "Issue";
  return {
    headline: about(`${kind}${number(issue)} ${happened(action, issue, payload)}`, issue.line("title")),
    url,
    color: colorOf(action, issue),
    description: starts ? body(issue.text("body"), url) : changes(payload),
    fields: starts ? startFields(issue) : [],
    timestamp: issue.time("updated_at"),
  };
}

function happened(action: string, issue: Part, payload: Part): string {
  if (action !== "closed") return phrase(action, payload);
  const reason = issue.line("state_reason", 40);
  return reason ? `closed as ${words(reason)}` : "closed";
}

function colorOf(action: string, issue: Part): number {
  if (action === "opened" || action === "reopened") return colors.green;
  if (action === "deleted") return colors.red;
  if (action !== "closed") return colors.grey;
  return ["not_planned", "duplicate"].includes(issue.line("state_reason")) ? colors.grey : colors.purple;
}

function startFields(issue: Part) {
  return [
    field("Labels", inline(issue.parts("labels").map((each) => code(each.line("name", 60))))),
    field("Assignees", people(issue.parts("assignees"))),
    field("Milestone", code(issue.at("milestone").line("title", 100))),
  ];
}
