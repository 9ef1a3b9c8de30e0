import type { EmbedField } from "@/lib/messages/dto";
import { isBlank } from "@/lib/text";
import { type JsonObject, webUrl } from "@/lib/webhooks/format/json-object";
import { code, dotted, inline, link, literal, paragraphs } from "@/lib/webhooks/format/markdown";

/** One delivery of GitHub's. */
export type Delivery = {
  /** The `X-GitHub-Event` header. */
  event: string;
  /** What happened to the event's object, or "". */
  action: string;
  payload: JsonObject;
  source: Source;
};

/** Where something happened: a repository ("octo/hello"), else an organisation or account, else "". */
export type Source = { name: string; url: string | undefined };

/** A page below the source's own page: `pageOf(source, "tree", "fix/a b")` is "…/tree/fix/a%20b". */
export function pageOf({ url }: Source, ...path: string[]): string | undefined {
  if (!url || path.includes("")) return undefined;
  return webUrl([url, ...path.map((part) => part.split("/").map(encodeURIComponent).join("/"))].join("/"));
}

/** What one event says. */
export type Card = {
  /** What happened, as plain text; where it happened comes before it. */
  headline: string;
  /** Where, when that is more than the repository: "octo/hello:main". */
  context?: string;
  url?: string | undefined;
  color: number;
  /** Markdown. */
  description?: string | undefined;
  fields?: readonly (EmbedField | null)[];
  /** ISO 8601, UTC. */
  timestamp?: string | undefined;
};

/** How a group of events becomes cards, by the event's name; null when the payload hasn't what the event is about. */
export type Cards = Record<string, (delivery: Delivery) => Card | null>;

/** An inline field, or null when its value is blank. */
export function field(name: string, value: string): EmbedField | null {
  return isBlank(value) ? null : { name, value, inline: true };
}

/** What was done to an issue, a pull request or a discussion, after its number: "Issue #5 labelled “bug”". */
export function phrase(action: string, payload: JsonObject): string {
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
export function number(numbered: JsonObject): string {
  const value = numbered.integer("number");
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
export function changes(payload: JsonObject): string {
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

const label = (payload: JsonObject) => payload.at("label").line("name", 60);
const assignee = (payload: JsonObject) => payload.at("assignee").line("login", 60);
const milestone = (payload: JsonObject) => payload.at("milestone").line("title", 60);
const reviewer = (payload: JsonObject) =>
  payload.at("requested_reviewer").line("login", 60) || payload.at("requested_team").line("name", 60);

const PHRASES = new Map<string, (payload: JsonObject) => string>([
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

/** Somebody, as a link on their name; "" for nobody. */
export function person(account: JsonObject): string {
  return link(literal(account.line("login", 100)), account.url("html_url"));
}

/** People or teams, with commas between them. */
export function people(accounts: readonly JsonObject[]): string {
  return inline(accounts.map((each) => person(each) || link(literal(each.line("name", 100)), each.url("html_url"))));
}

/** A commit's short hash, as a link on its page. */
export function commit(source: Source, sha: string, url = pageOf(source, "commit", sha)): string {
  return link(code(sha.slice(0, 7)), url);
}

/** A commit with its subject and author: "`abc1234` Fix the flaky test – octocat". */
export function commitLine(source: Source, made: JsonObject): string {
  const sha = made.line("id", 64) || made.line("sha", 64);
  const author = made.at("author").line("username", 40) || made.at("author").line("name", 40);
  const subject = literal(made.firstLine("message"));
  const words = [commit(source, sha, made.url("url")), subject].filter(Boolean).join(" ");
  return author && words ? `${words} – ${literal(author)}` : words;
}

/** A branch, as a link on its tree. */
export function branch(source: Source, name: string): string {
  return link(code(name), pageOf(source, "tree", name));
}

/** Where code ran: the branch and the commit. */
export function codeAt(source: Source, name: string, sha: string): string {
  return dotted(branch(source, name), commit(source, sha));
}
