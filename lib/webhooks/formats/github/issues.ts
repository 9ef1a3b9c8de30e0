import type { CardState } from "@/lib/messages/dto";
import { capital } from "@/lib/webhooks/interpret/described/filters";
import { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import {
  called,
  cardOf,
  changes,
  fact,
  happened,
  labels,
  number,
  people,
  phrase,
  planned,
  spaced,
  stateOf,
  was,
  words,
} from "./card";

/** Cards for issues, comments, discussions, labels, milestones and projects. */
export const issueCards: Cards = {
  issues: cardOf("issue", issues),
  issue_comment: cardOf("comment", (said, delivery) => {
    const issue = delivery.payload.at("issue");
    const kind = issue.at("pull_request").present ? "Pull request" : "Issue";
    return comment(said, delivery, called(kind, issue), issue);
  }),
  discussion_comment: cardOf("comment", (said, delivery) => {
    const discussion = delivery.payload.at("discussion");
    return comment(said, delivery, called("Discussion", discussion), discussion);
  }),
  commit_comment: cardOf("comment", (said, delivery) => {
    const sha = said.line("commit_id", 64).slice(0, 7);
    return comment(said, delivery, sha && `Commit ${sha}`, new JsonObject(null));
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
    sub_issue_added: "now a part of",
    parent_issue_added: "now a part of",
    sub_issue_removed: "no longer a part of",
    parent_issue_removed: "no longer a part of",
  }),
  issue_dependencies: related("blocked_issue", "blocking_issue", {
    blocked_by_added: "blocked by",
    blocking_added: "blocked by",
    blocked_by_removed: "no longer blocked by",
    blocking_removed: "no longer blocked by",
  }),
};

function issues(issue: JsonObject, { action, payload }: Delivery): EventCard {
  const starts = action === "opened" || action === "reopened";
  const kind = issue.at("pull_request").present ? "Pull request" : "Issue";
  const reason = action === "closed" ? issue.line("state_reason", 40) : "";
  const planless = ["not_planned", "duplicate"].includes(reason);
  const { state, tone } = planned(action);
  return {
    ...(state
      ? { state: planless ? stateOf(`Closed as ${words(reason)}`, "none") : state }
      : happened(phrase(action, payload), tone)),
    subject: called(kind, issue),
    body: starts ? body(issue.text("body"), issue.url("html_url")) : changes(payload),
    ...(starts && {
      facts: [
        fact("Assignees", people(issue.objects("assignees")), "person"),
        fact("Milestone", code(issue.at("milestone").line("title", 100)), "code"),
      ],
      labels: labels(issue),
    }),
  };
}

/** Returns the card of a comment on a subject that may have a page. The text of a deleted comment isn't repeated. */
export function comment(
  said: JsonObject,
  { action }: Delivery,
  subject: string,
  on: JsonObject,
  { noun = "Comment", location = code(said.line("path", 255)) } = {},
): EventCard {
  const created = action === "created";
  const deleted = action === "deleted";
  const url = said.url("html_url") ?? on.url("html_url");
  return {
    ...happened(created ? noun : `${noun} ${words(action)}`, created ? "progress" : "none"),
    subject,
    url: deleted ? on.url("html_url") : url,
    body: deleted ? "" : paragraphs(location, body(said.text("body"), url)),
  };
}

const DISCUSSION: Readonly<Record<string, CardState>> = {
  created: stateOf("Open", "progress"),
  answered: stateOf("Answered", "good"),
  unanswered: stateOf("Unanswered", "warning", false),
};

function discussion(topic: JsonObject, { action, payload }: Delivery): EventCard {
  const answered = action === "answered";
  const source = answered ? payload.at("answer") : topic;
  const url = source.url("html_url") ?? topic.url("html_url");
  const created = action === "created";
  const category = literal(topic.at("category").line("name", 100));
  const state = (Object.hasOwn(DISCUSSION, action) && DISCUSSION[action]) || planned(action).state;
  return {
    ...(state ? { state } : happened(phrase(action, payload))),
    subject: called("Discussion", topic),
    url,
    body: created || answered ? body(source.text("body"), url) : changes(payload),
    facts: [fact("Category", created || action === "category_changed" ? category : "")],
  };
}

function label({ action, payload, source }: Delivery): EventCard | null {
  const made = payload.at("label");
  const name = made.line("name", 100);
  if (!name) return null;
  return {
    ...happened(`Label ${words(action)}`),
    subject: name,
    url: source.page("labels"),
    summary: was(payload.at("changes", "name").line("from", 100)) || made.line("description", 500),
  };
}

function milestone(made: JsonObject, { action }: Delivery): EventCard {
  const open = made.integer("open_issues") ?? 0;
  const closed = made.integer("closed_issues") ?? 0;
  return {
    ...planned(action),
    subject: spaced("Milestone", made.line("title")),
    body: body(made.text("description"), made.url("html_url")),
    facts: [
      fact("Due", made.time("due_on")?.slice(0, 10) ?? "", "time"),
      fact("Issues", open + closed > 0 ? `${open} open, ${closed} closed` : ""),
    ],
  };
}

function projectCard(key: string, kind: string): Cards[string] {
  return cardOf(key, (made, { action, payload, source }) => {
    const url = made.url("html_url") ?? source.url;
    const text = made.text("body") || made.text("note") || made.text("short_description");
    return {
      ...planned(action),
      subject: spaced(kind, made.line("name") || made.line("title")),
      url,
      body: action === "edited" && !text ? changes(payload) : body(text, url),
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
    ...(action === "created" ? happened("Added to a project", "progress") : happened(phrase(action, payload))),
    subject: action === "created" ? kind : `${kind} in a project`,
    url: project === null ? source.url : projectPage(source, project),
    facts: field ? [fact(field, values)] : [],
  };
}

function projectPage(source: Source, project: number): string | undefined {
  if (!source.url) return undefined;
  const { origin, pathname } = new URL(source.url);
  return `${origin}/orgs${pathname}/projects/${project}`;
}

const STATUSES: Readonly<Record<string, CardState>> = {
  ON_TRACK: stateOf("On track", "good"),
  AT_RISK: stateOf("At risk", "warning", false),
  OFF_TRACK: stateOf("Off track", "bad", false),
  COMPLETE: stateOf("Complete", "done"),
};

function projectStatus(update: JsonObject, { action, source }: Delivery): EventCard {
  const status = update.line("status", 40);
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  return {
    ...(action !== "created" && { event: capital(words(action)) }),
    ...(status && { state: known ?? stateOf(words(status.toLowerCase()), "none") }),
    subject: "Project status",
    url: source.url,
    body: body(update.text("body"), source.url),
    facts: [
      fact("Start", literal(update.line("start_date", 40)), "time"),
      fact("Target", literal(update.line("target_date", 40)), "time"),
    ],
  };
}

/** Returns the card of two issues' relation. GitHub sends it once for each of them. */
function related(key: string, otherKey: string, phrases: Readonly<Record<string, string>>): Cards[string] {
  return cardOf(key, (issue, { action, payload }) => {
    const other = payload.at(otherKey);
    const name = other.present ? `issue${number(other)}` : "another issue";
    return {
      ...happened(`${words(action, phrases)} ${name}`, action.endsWith("removed") ? "none" : "progress"),
      subject: called("Issue", issue),
      body: link(literal(other.line("title")), other.url("html_url")),
    };
  });
}
