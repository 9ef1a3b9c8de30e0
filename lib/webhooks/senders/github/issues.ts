import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { body, code, inline, literal, paragraphs } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import {
  about,
  type Card,
  type Cards,
  capital,
  changes,
  type Delivery,
  field,
  number,
  pageOf,
  people,
  phrase,
  words,
} from "./card";

/** Issues, comments and discussions; labels, milestones and projects. */
export const issueCards: Cards = {
  issues,
  issue_comment: issueComment,
  discussion_comment: discussionComment,
  commit_comment: commitComment,
  discussion,
  label,
  milestone,
  project: (delivery) => projectCard(delivery, "Project", delivery.payload.at("project")),
  project_column: (delivery) => projectCard(delivery, "Project column", delivery.payload.at("project_column")),
  project_card: (delivery) => projectCard(delivery, "Project card", delivery.payload.at("project_card")),
  projects_v2: (delivery) => projectCard(delivery, "Project", delivery.payload.at("projects_v2")),
  projects_v2_item: projectItem,
  projects_v2_status_update: (delivery) =>
    projectCard(delivery, "Project status", delivery.payload.at("projects_v2_status_update")),
};

function issues({ action, payload }: Delivery): Card | null {
  const issue = payload.at("issue");
  if (!issue.present) return null;
  const starts = action === "opened" || action === "reopened";
  const url = issue.url("html_url");
  const kind = issue.at("pull_request").present ? "Pull request" : "Issue";
  return {
    headline: about(`${kind}${number(issue)} ${happened(action, issue, payload)}`, issue.line("title")),
    url,
    color: issueColor(action, issue),
    description: starts ? body(issue.text("body"), url) : changes(payload),
    fields: starts ? openedFields(issue) : [],
    timestamp: issue.time("updated_at"),
  };
}

function happened(action: string, issue: JsonObject, payload: JsonObject): string {
  if (action !== "closed") return phrase(action, payload);
  const reason = issue.line("state_reason", 40);
  return reason ? `closed as ${words(reason)}` : "closed";
}

function issueColor(action: string, issue: JsonObject): number {
  if (action === "opened" || action === "reopened") return colors.green;
  if (action === "deleted") return colors.red;
  if (action !== "closed") return colors.grey;
  return ["not_planned", "duplicate"].includes(issue.line("state_reason")) ? colors.grey : colors.purple;
}

function openedFields(issue: JsonObject) {
  return [
    field("Labels", inline(issue.objects("labels").map((each) => code(each.line("name", 60))))),
    field("Assignees", people(issue.objects("assignees"))),
    field("Milestone", code(issue.at("milestone").line("title", 100))),
  ];
}

function issueComment(delivery: Delivery): Card | null {
  const issue = delivery.payload.at("issue");
  const kind = issue.at("pull_request").present ? "pull request" : "issue";
  return comment(delivery, `${kind}${number(issue)}`, issue.line("title"), issue.url("html_url"));
}

function discussionComment(delivery: Delivery): Card | null {
  const discussion = delivery.payload.at("discussion");
  return comment(delivery, `discussion${number(discussion)}`, discussion.line("title"), discussion.url("html_url"));
}

function commitComment(delivery: Delivery): Card | null {
  const sha = delivery.payload.at("comment").line("commit_id", 64).slice(0, 7);
  return comment(delivery, sha ? `commit ${sha}` : "a commit", "", undefined);
}

function comment(
  { action, payload }: Delivery,
  on: string,
  title: string,
  subjectUrl: string | undefined,
): Card | null {
  const said = payload.at("comment");
  if (!said.present) return null;
  const deleted = action === "deleted";
  const url = said.url("html_url") ?? subjectUrl;
  const path = said.line("path", 255);
  return {
    headline: about(action === "created" ? `Comment on ${on}` : `Comment ${words(action)} on ${on}`, title),
    url: deleted ? subjectUrl : url,
    color: action === "created" ? colors.blue : colors.grey,
    // The text of a deleted comment isn't repeated.
    description: deleted ? "" : paragraphs(path && code(path), body(said.text("body"), url)),
    timestamp: said.time("updated_at"),
  };
}

const DISCUSSION_COLORS = new Map<string, number>([
  ["created", colors.green],
  ["answered", colors.green],
  ["reopened", colors.green],
  ["unanswered", colors.amber],
  ["closed", colors.purple],
  ["deleted", colors.red],
]);

function discussion({ action, payload }: Delivery): Card | null {
  const topic = payload.at("discussion");
  if (!topic.present) return null;
  const answer = payload.at("answer");
  const url = (action === "answered" && answer.url("html_url")) || topic.url("html_url");
  const category = topic.at("category").line("name", 100);
  return {
    headline: about(`Discussion${number(topic)} ${phrase(action, payload)}`, topic.line("title")),
    url,
    color: DISCUSSION_COLORS.get(action) ?? colors.grey,
    description: discussionText(action, payload, url),
    fields: ["created", "category_changed"].includes(action) ? [field("Category", literal(category))] : [],
    timestamp: topic.time("updated_at"),
  };
}

function discussionText(action: string, payload: JsonObject, url: string | undefined): string {
  if (action === "created") return body(payload.at("discussion").text("body"), url);
  if (action === "answered") return body(payload.at("answer").text("body"), url);
  return changes(payload);
}

function label({ action, payload, source }: Delivery): Card | null {
  const made = payload.at("label");
  const name = made.line("name", 100);
  if (!name) return null;
  const color = made.line("color", 6);
  const former = payload.at("changes", "name").line("from", 100);
  return {
    headline: `Label “${name}” ${words(action)}`,
    url: pageOf(source, "labels"),
    color: /^[\da-f]{6}$/i.test(color) ? Number.parseInt(color, 16) : colors.grey,
    description: former ? `It was ${code(former)} before.` : literal(made.line("description", 500)),
  };
}

function milestone({ action, payload }: Delivery): Card | null {
  const made = payload.at("milestone");
  if (!made.present) return null;
  const open = made.integer("open_issues") ?? 0;
  const closed = made.integer("closed_issues") ?? 0;
  return {
    headline: about(`Milestone ${words(action)}`, made.line("title")),
    url: made.url("html_url"),
    color: planningColor(action),
    description: body(made.text("description"), made.url("html_url")),
    fields: [
      field("Due", made.time("due_on")?.slice(0, 10) ?? ""),
      field("Issues", open + closed > 0 ? `${open} open, ${closed} closed` : ""),
    ],
    timestamp: made.time("updated_at"),
  };
}

function projectCard({ action, payload, source }: Delivery, kind: string, made: JsonObject): Card | null {
  if (!made.present) return null;
  const url = made.url("html_url") ?? source.url;
  const text = made.text("body") || made.text("note") || made.text("short_description");
  return {
    headline: about(`${kind} ${words(action)}`, made.line("name") || made.line("title")),
    url,
    color: planningColor(action),
    description: action === "edited" && !text ? changes(payload) : body(text, url),
    timestamp: made.time("updated_at"),
  };
}

/** GitHub says of which kind the item is, and neither its title nor its project's. */
function projectItem({ action, payload }: Delivery): Card | null {
  const item = payload.at("projects_v2_item");
  if (!item.present) return null;
  const kinds = new Map([
    ["DraftIssue", "draft issue"],
    ["PullRequest", "pull request"],
  ]);
  const type = item.line("content_type", 40);
  const kind = capital(kinds.get(type) ?? (type.toLowerCase() || "item"));
  const changed = payload.at("changes", "field_value").line("field_name", 100);
  return {
    headline: action === "created" ? `${kind} added to a project` : `${kind} in a project ${phrase(action, payload)}`,
    color: planningColor(action),
    description: changed && `Field: ${literal(changed)}`,
    timestamp: item.time("updated_at"),
  };
}

function planningColor(action: string): number {
  if (action === "created" || action === "opened" || action === "reopened") return colors.green;
  if (action === "closed") return colors.purple;
  return action === "deleted" ? colors.red : colors.grey;
}
