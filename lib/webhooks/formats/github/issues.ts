import { capital } from "@/lib/webhooks/interpret/described/filters";
import { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import { cardOf, changes, colored, labels, number, people, phrase, planned, was, words } from "./card";

/** Cards for issues, comments, discussions, labels, milestones and projects. */
export const issueCards: Cards = {
  issues: cardOf("issue", issues),
  issue_comment: cardOf("comment", (said, delivery) => {
    const issue = delivery.payload.at("issue");
    const kind = issue.at("pull_request").present ? "pull request" : "issue";
    return comment(said, delivery, `${kind}${number(issue)}`, issue);
  }),
  discussion_comment: cardOf("comment", (said, delivery) => {
    const discussion = delivery.payload.at("discussion");
    return comment(said, delivery, `discussion${number(discussion)}`, discussion);
  }),
  commit_comment: cardOf("comment", (said, delivery) => {
    const sha = said.line("commit_id", 64).slice(0, 7);
    return comment(said, delivery, sha ? `commit ${sha}` : "a commit", new JsonObject(null));
  }),
  discussion: cardOf("discussion", discussion),
  label,
  milestone: cardOf("milestone", milestone),
  project: projectCard("project", "Project"),
  project_column: projectCard("project_column", "Project column"),
  project_card: projectCard("project_card", "Project card"),
  projects_v2: projectCard("projects_v2", "Project"),
  projects_v2_item: cardOf("projects_v2_item", projectItem),
  projects_v2_status_update: cardOf("projects_v2_status_update", projectStatus),
  sub_issues: related("sub_issue", "parent_issue", {
    sub_issue_added: "is now a part of",
    parent_issue_added: "is now a part of",
    sub_issue_removed: "is no longer a part of",
    parent_issue_removed: "is no longer a part of",
  }),
  issue_dependencies: related("blocked_issue", "blocking_issue", {
    blocked_by_added: "is blocked by",
    blocking_added: "is blocked by",
    blocked_by_removed: "is no longer blocked by",
    blocking_removed: "is no longer blocked by",
  }),
};

function issues(issue: JsonObject, { action, payload }: Delivery): EventCard {
  const starts = action === "opened" || action === "reopened";
  const kind = issue.at("pull_request").present ? "Pull request" : "Issue";
  const reason = action === "closed" ? issue.line("state_reason", 40) : "";
  const happened = reason ? `closed as ${words(reason)}` : phrase(action, payload);
  return {
    headline: `${kind}${number(issue)} ${happened}`,
    title: issue.line("title"),
    color: ["not_planned", "duplicate"].includes(reason) ? "grey" : planned(action),
    description: starts ? body(issue.text("body"), issue.url("html_url")) : changes(payload),
    fields: starts
      ? {
          Labels: labels(issue),
          Assignees: people(issue.objects("assignees")),
          Milestone: code(issue.at("milestone").line("title", 100)),
        }
      : {},
  };
}

/**
 * Returns the card of a comment on something that may have a title and a URL. The text of a deleted comment isn't
 * repeated.
 */
export function comment(
  said: JsonObject,
  { action }: Delivery,
  on: string,
  subject: JsonObject,
  { noun = "Comment", location = code(said.line("path", 255)) } = {},
): EventCard {
  const created = action === "created";
  const deleted = action === "deleted";
  const url = said.url("html_url") ?? subject.url("html_url");
  return {
    headline: `${noun} ${created ? "" : `${words(action)} `}on ${on}`,
    title: subject.line("title"),
    url: deleted ? subject.url("html_url") : url,
    color: created ? "blue" : "grey",
    description: deleted ? "" : paragraphs(location, body(said.text("body"), url)),
  };
}

const discussionColor = colored({
  green: "created answered reopened",
  amber: "unanswered",
  purple: "closed",
  red: "deleted",
});

function discussion(topic: JsonObject, { action, payload }: Delivery): EventCard {
  const answered = action === "answered";
  const source = answered ? payload.at("answer") : topic;
  const url = source.url("html_url") ?? topic.url("html_url");
  const created = action === "created";
  const category = literal(topic.at("category").line("name", 100));
  return {
    headline: `Discussion${number(topic)} ${phrase(action, payload)}`,
    title: topic.line("title"),
    url,
    color: discussionColor(action),
    description: created || answered ? body(source.text("body"), url) : changes(payload),
    fields: { Category: created || action === "category_changed" ? category : "" },
  };
}

function label({ action, payload, source }: Delivery): EventCard | null {
  const made = payload.at("label");
  const name = made.line("name", 100);
  if (!name) return null;
  const color = made.line("color", 6);
  return {
    headline: `Label “${name}” ${words(action)}`,
    url: source.page("labels"),
    color: /^[\da-f]{6}$/i.test(color) ? Number.parseInt(color, 16) : "grey",
    description: was(payload.at("changes", "name").line("from", 100)) || literal(made.line("description", 500)),
  };
}

function milestone(made: JsonObject, { action }: Delivery): EventCard {
  const open = made.integer("open_issues") ?? 0;
  const closed = made.integer("closed_issues") ?? 0;
  return {
    headline: `Milestone ${words(action)}`,
    title: made.line("title"),
    color: planned(action),
    description: body(made.text("description"), made.url("html_url")),
    fields: {
      Due: made.time("due_on")?.slice(0, 10) ?? "",
      Issues: open + closed > 0 ? `${open} open, ${closed} closed` : "",
    },
  };
}

function projectCard(key: string, kind: string): Cards[string] {
  return cardOf(key, (made, { action, payload, source }) => {
    const url = made.url("html_url") ?? source.url;
    const text = made.text("body") || made.text("note") || made.text("short_description");
    return {
      headline: `${kind} ${words(action)}`,
      title: made.line("name") || made.line("title"),
      url,
      color: planned(action),
      description: action === "edited" && !text ? changes(payload) : body(text, url),
    };
  });
}

/** GitHub sends the item's kind, but not its title or its project's. */
function projectItem(item: JsonObject, { action, payload, source }: Delivery): EventCard {
  const type = item.line("content_type", 40);
  const own = { DraftIssue: "Draft issue", PullRequest: "Pull request" };
  const kind = type ? capital(words(type, own).toLowerCase()) : "Item";
  const changed = payload.at("changes", "field_value");
  const field = changed.line("field_name", 100);
  // A choice is an object with a name; a text, a number or a date isn't.
  const value = (key: string) => literal(changed.at(key).line("name", 200) || changed.line(key, 200));
  const values = value("from") || value("to") ? `${value("from") || "none"} → ${value("to") || "none"}` : "changed";
  const project = changed.integer("project_number");
  return {
    headline: action === "created" ? `${kind} added to a project` : `${kind} in a project ${phrase(action, payload)}`,
    url: project === null ? source.url : projectPage(source, project),
    color: planned(action),
    fields: field ? { [field]: values } : {},
  };
}

function projectPage(source: Source, project: number): string | undefined {
  if (!source.url) return undefined;
  const { origin, pathname } = new URL(source.url);
  return `${origin}/orgs${pathname}/projects/${project}`;
}

const statusColor = colored({ green: "ON_TRACK", amber: "AT_RISK", red: "OFF_TRACK", purple: "COMPLETE" });

function projectStatus(update: JsonObject, { action, source }: Delivery): EventCard {
  const status = update.line("status", 40);
  return {
    headline: `Project status ${words(action)}${status && `: ${words(status.toLowerCase())}`}`,
    url: source.url,
    color: statusColor(status),
    description: body(update.text("body"), source.url),
    fields: { Start: literal(update.line("start_date", 40)), Target: literal(update.line("target_date", 40)) },
  };
}

/** Returns the card of two issues' relation. GitHub sends it once for each of them. */
function related(key: string, otherKey: string, phrases: Readonly<Record<string, string>>): Cards[string] {
  return cardOf(key, (issue, { action, payload }) => {
    const other = payload.at(otherKey);
    const name = other.present ? `issue${number(other)}` : "another issue";
    return {
      headline: `Issue${number(issue)} ${words(action, phrases)} ${name}`,
      title: issue.line("title"),
      color: action.endsWith("removed") ? "grey" : "blue",
      description: link(literal(other.line("title")), other.url("html_url")),
    };
  });
}
