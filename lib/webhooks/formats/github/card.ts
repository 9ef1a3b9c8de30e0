import { canBeOpen } from "@/lib/messages/cards/tones";
import type { CardSeverity, CardState, EmbedField, FactKind, StateTone } from "@/lib/messages/dto";
import type { Card } from "@/lib/webhooks/interpret/card";
import { capital } from "@/lib/webhooks/interpret/described/filters";
import { type JsonObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { code, dotted, inline, link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";

/** A GitHub delivery. */
export type Delivery = {
  /** The `X-GitHub-Event` header. */
  event: string;
  /** What happened to the event's object, or "". */
  action: string;
  payload: JsonObject;
  source: Source;
};

/** Where the event happened: a repository ("octo/hello"), an organization or account, or "". */
export class Source {
  constructor(
    readonly name: string,
    readonly url: string | undefined,
  ) {}

  /** The URL of a page of the repository: `page("tree", "fix/a b")` is "…/tree/fix/a%20b". */
  page(...path: string[]): string | undefined {
    if (!this.url || path.includes("")) return undefined;
    return webUrl([this.url, ...path.map((part) => part.split("/").map(encodeURIComponent).join("/"))].join("/"));
  }

  /** A branch, linked to its tree. */
  branch(name: string): string {
    return link(code(name), this.page("tree", name));
  }

  /** A commit's short hash, linked to its page. */
  commit(sha: string, url = this.page("commit", sha)): string {
    return link(code(sha.slice(0, 7)), url);
  }

  /** A commit with its subject and author: "`abc1234` Fix the flaky test – octocat". */
  commitLine(made: JsonObject): string {
    const sha = made.line("id", 64) || made.line("sha", 64);
    const author = made.at("author").line("username", 40) || made.at("author").line("name", 40);
    const line = spaced(this.commit(sha, made.url("url")), literal(made.firstLine("message")));
    return author && line ? `${line} – ${literal(author)}` : line;
  }

  /** The branch and commit that code ran on. */
  codeAt(name: string, sha: string): string {
    return dotted(this.branch(name), this.commit(sha));
  }
}

/** An event's card. Its sender is the person, and its place is the source: `place` is a smaller one within it. */
export type EventCard = Omit<Card, "place" | "subject" | "person" | "footer"> & {
  subject?: string;
  place?: string;
};

/** Converts a group of events to cards, by event name. Null if the payload lacks the event's object. */
export type Cards = Record<string, (delivery: Delivery) => EventCard | null>;

/**
 * Returns a converter for the object under `key`. The card gets the object's URL and last change, unless `make` sets
 * others.
 */
export function cardOf(key: string, make: (object: JsonObject, delivery: Delivery) => EventCard): Cards[string] {
  return (delivery) => {
    const object = delivery.payload.at(key);
    if (!object.present) return null;
    return { url: object.url("html_url"), at: object.time("updated_at"), ...make(object, delivery) };
  };
}

/** Returns a function from words to tones: `toned({ bad: "failure error" })` makes both bad and other words "none". */
export function toned(table: Partial<Record<StateTone, string>>): (word: string) => StateTone {
  const entries = Object.entries(table) as [StateTone, string][];
  const tones = new Map(entries.flatMap(([tone, words]) => words.split(" ").map((word) => [word, tone] as const)));
  return (word) => tones.get(word) ?? "none";
}

/** Returns a state. By default, something that follows can end a bad one or a warning. */
export function stateOf(word: string, tone: StateTone, open = canBeOpen(tone)): CardState {
  return { word: capital(word), tone, open };
}

/** Returns what an event says if it leaves no state: its words, which are capitalized. */
export function happened(what: string, tone: StateTone = "none"): Pick<EventCard, "event" | "tone"> {
  return { event: capital(what), tone };
}

const PLANNED: Readonly<Record<string, CardState>> = {
  opened: stateOf("Open", "progress"),
  reopened: stateOf("Reopened", "progress"),
  closed: stateOf("Closed", "done"),
  deleted: stateOf("Deleted", "none"),
};

/** Returns the state of an issue, a milestone or a project after an action, or the action if it leaves none. */
export function planned(action: string): Pick<EventCard, "event" | "tone" | "state"> {
  const state = Object.hasOwn(PLANNED, action) ? PLANNED[action] : undefined;
  return state ? { state } : happened(words(action), action === "created" ? "progress" : "none");
}

const SEVERITIES: Readonly<Record<string, CardSeverity>> = {
  critical: "critical",
  high: "high",
  error: "high",
  moderate: "medium",
  medium: "medium",
  warning: "medium",
  low: "low",
  note: "low",
};

/** Returns the severity that one of GitHub's words says. */
export function severityOf(word: string): CardSeverity | undefined {
  return Object.hasOwn(SEVERITIES, word) ? SEVERITIES[word] : undefined;
}

/** Returns a short fact, which may be next to others. Blank ones are left out of the card. */
export function fact(name: string, value: string, kind?: FactKind): EmbedField {
  return { name, value, inline: true, ...(kind && { kind }) };
}

/** Returns what a numbered thing is called: "Issue #5 Help". */
export function called(kind: string, thing: JsonObject): string {
  return spaced(`${kind}${number(thing)}`, thing.line("title"));
}

/** Converts an action to words: those in `own`, or "field_added" to "field added". Without an action it's "updated". */
export function words(action: string, own: Readonly<Record<string, string>> = {}): string {
  return (Object.hasOwn(own, action) && own[action]) || action.replaceAll("_", " ") || "updated";
}

/** Describes an action on an issue, a pull request or a discussion: "labeled “bug”". */
export function phrase(action: string, payload: JsonObject): string {
  return PHRASES.get(action)?.(payload) ?? words(action, FIXED_PHRASES);
}

const FIXED_PHRASES = {
  synchronize: "new commits",
  auto_merge_enabled: "will be merged automatically",
  auto_merge_disabled: "will no longer be merged automatically",
  enqueued: "added to the merge queue",
  dequeued: "removed from the merge queue",
  converted_to_draft: "converted to a draft",
};

type Name = (payload: JsonObject) => string;

const label: Name = (payload) => payload.at("label").line("name", 60);
const assignee: Name = (payload) => payload.at("assignee").line("login", 60);
const type: Name = (payload) => payload.at("type").line("name", 60);
const milestone: Name = (payload) => payload.at("milestone").line("title", 60);
const reviewer: Name = (payload) =>
  payload.at("requested_reviewer").line("login", 60) || payload.at("requested_team").line("name", 60);

/** Replaces the phrase's star with a name, or returns `otherwise` if the payload lacks the name. */
function named(name: Name, phrase: string, otherwise: string): Name {
  return (payload) => (name(payload) ? phrase.replace("*", () => name(payload)) : otherwise);
}

const PHRASES = new Map<string, Name>([
  ["labeled", named(label, "labeled “*”", "labeled")],
  ["unlabeled", named(label, "no longer labeled “*”", "lost a label")],
  ["assigned", named(assignee, "assigned to *", "assigned")],
  ["unassigned", named(assignee, "no longer assigned to *", "unassigned")],
  ["typed", named(type, "given the type “*”", "given a type")],
  ["untyped", named(type, "no longer of the type “*”", "without a type")],
  ["milestoned", named(milestone, "added to milestone “*”", "given a milestone")],
  ["demilestoned", named(milestone, "removed from milestone “*”", "without milestone")],
  ["review_requested", named(reviewer, "needs review by *", "needs review")],
  ["review_request_removed", named(reviewer, "no longer needs review by *", "no longer needs review")],
]);

/** Returns " #5", or "" without a number. */
export function number(numbered: JsonObject, key = "number"): string {
  const value = numbered.integer(key);
  return value === null ? "" : ` #${value}`;
}

/** Describes what an edit changed, as Markdown. */
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

/** Returns what changed as "`1` → `2`", by the settings' names. `now` has the values that the payload leaves out. */
export function changedSettings(payload: JsonObject, now: JsonObject): EmbedField[] {
  const changed = payload.at("changes");
  return changed.keys.slice(0, MOST_SETTINGS).map((key) => {
    const before = setting(changed.at(key), "from");
    const after = setting(changed.at(key), "to") || setting(now, key);
    const missing = before === "on" || after === "on" ? "off" : "none";
    return fact(capital(words(key)), before || after ? `${before || missing} → ${after || missing}` : "");
  });
}

const MOST_SETTINGS = 6;

function setting(object: JsonObject, key: string): string {
  if (object.is(key)) return "on";
  return inline(object.lines(key).map(code)) || code(object.line(key, 100));
}

/** Returns a sentence with the former name, or "" without one. */
export function was(former: string): string {
  return former && `It was ${former} before.`;
}

/** Returns the labels of an issue or a pull request. */
export function labels(issue: JsonObject): string[] {
  return issue.objects("labels").map((each) => each.line("name", 60));
}

/** Returns an account's name with a link, or "" without an account. */
export function person(account: JsonObject): string {
  return link(literal(account.line("login", 100)), account.url("html_url"));
}

/** Joins people or teams with commas. */
export function people(accounts: readonly JsonObject[]): string {
  return inline(accounts.map((each) => person(each) || link(literal(each.line("name", 100)), each.url("html_url"))));
}

/** Joins the non-empty texts with spaces. */
export function spaced(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" ");
}
