import { body } from "./body";
import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import { type Delivery, pageOf } from "./delivery";
import { code, literal } from "./markdown";
import { about, capital, changes, phrase, words } from "./phrases";
import type { Part } from "./read";

/** How work is sorted: labels, milestones and projects. */
export const planningCards: Cards = {
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

function label({ action, payload, place }: Delivery): Card | null {
  const made = payload.at("label");
  const name = made.line("name", 100);
  if (!name) return null;
  const color = made.line("color", 6);
  const former = payload.at("changes", "name").line("from", 100);
  return {
    headline: `Label “${name}” ${words(action)}`,
    url: pageOf(place, "labels"),
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
    color: colorOf(action),
    description: body(made.text("description"), made.url("html_url")),
    fields: [
      field("Due", made.time("due_on")?.slice(0, 10) ?? ""),
      field("Issues", open + closed > 0 ? `${open} open, ${closed} closed` : ""),
    ],
    timestamp: made.time("updated_at"),
  };
}

function projectCard({ action, payload, place }: Delivery, kind: string, made: Part): Card | null {
  if (!made.present) return null;
  const url = made.url("html_url") ?? place.url;
  const text = made.text("body") || made.text("note") || made.text("short_description");
  return {
    headline: about(`${kind} ${words(action)}`, made.line("name") || made.line("title")),
    url,
    color: colorOf(action),
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
    color: colorOf(action),
    description: changed && `Field: ${literal(changed)}`,
    timestamp: item.time("updated_at"),
  };
}

function colorOf(action: string): number {
  if (action === "created" || action === "opened" || action === "reopened") return colors.green;
  if (action === "closed") return colors.purple;
  return action === "deleted" ? colors.red : colors.grey;
}
