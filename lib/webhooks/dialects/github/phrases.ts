import { code, literal, paragraphs } from "./markdown";
import type { Part } from "./read";

/** What was done to an issue, a pull request or a discussion, after its number: "Issue #5 labelled “bug”". */
export function phrase(action: string, payload: Part): string {
  return PHRASES.get(action)?.(payload) ?? words(action);
}

/** An action as words: "field_added" is "field added". Without an action something has been updated. */
export function words(action: string): string {
  return action.replaceAll("_", " ") || "updated";
}

/** A headline with what it is about. */
export function about(what: string, title: string): string {
  return title ? `${what}: ${title}` : what;
}

/** " #5", or "" without a number. */
export function number(part: Part): string {
  const value = part.integer("number");
  return value === null ? "" : ` #${value}`;
}

/** The first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "1 commit", "3 commits". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** What an edit changed, as Markdown. */
export function changes(payload: Part): string {
  const from = (...keys: string[]) => payload.at("changes", ...keys).line("from");
  const title = from("title");
  const base = from("base", "ref");
  const target = payload.at("changes", "new_repository").line("full_name", 150);
  return paragraphs(
    title && `The title was: ${literal(title)}`,
    base && `The base was ${code(base)}.`,
    target && `It has moved to ${code(target)}.`,
    payload.at("changes", "body").present ? "The description was changed." : "",
  );
}

const label = (payload: Part) => payload.at("label").line("name", 60);
const assignee = (payload: Part) => payload.at("assignee").line("login", 60);
const milestone = (payload: Part) => payload.at("milestone").line("title", 60);
const reviewer = (payload: Part) =>
  payload.at("requested_reviewer").line("login", 60) || payload.at("requested_team").line("name", 60);

const PHRASES = new Map<string, (payload: Part) => string>([
  ["labeled", (payload) => (label(payload) ? `labelled “${label(payload)}”` : "labelled")],
  ["unlabeled", (payload) => (label(payload) ? `no longer labelled “${label(payload)}”` : "lost a label")],
  ["assigned", (payload) => (assignee(payload) ? `assigned to ${assignee(payload)}` : "assigned")],
  ["unassigned", (payload) => (assignee(payload) ? `no longer assigned to ${assignee(payload)}` : "unassigned")],
  [
    "milestoned",
    (payload) => (milestone(payload) ? `added to milestone “${milestone(payload)}”` : "given a milestone"),
  ],
  [
    "demilestoned",
    (payload) => (milestone(payload) ? `removed from milestone “${milestone(payload)}”` : "without milestone"),
  ],
  ["review_requested", (payload) => (reviewer(payload) ? `needs review by ${reviewer(payload)}` : "needs review")],
  [
    "review_request_removed",
    (payload) => (reviewer(payload) ? `no longer needs review by ${reviewer(payload)}` : "no longer needs review"),
  ],
  ["synchronize", () => "has new commits"],
  ["auto_merge_enabled", () => "will be merged automatically"],
  ["auto_merge_disabled", () => "will no longer be merged automatically"],
  ["enqueued", () => "added to the merge queue"],
  ["dequeued", () => "removed from the merge queue"],
  ["converted_to_draft", () => "converted to a draft"],
  ["ready_for_review", () => "ready for review"],
]);
