import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { body, code, inline, link, listing, paragraphs } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import {
  about,
  type Card,
  type Cards,
  capital,
  changes,
  commit,
  commitLine,
  count,
  type Delivery,
  field,
  number,
  pageOf,
  people,
  person,
  phrase,
  type Source,
  words,
} from "./card";

/** Pushes, branches and tags; pull requests and their reviews. */
export const codeCards: Cards = {
  push,
  create: ({ payload, source }) => {
    const card = refCard(payload, "created", colors.green);
    return card && { ...card, url: pageOf(source, "tree", payload.line("ref", 255)) };
  },
  delete: ({ payload }) => refCard(payload, "deleted", colors.red),
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  pull_request_review_thread: reviewThread,
};

const MOST_COMMITS = 10;

function push({ payload, source }: Delivery): Card | null {
  const { kind, name } = readRef(payload.line("ref", 255));
  if (!name) return null;
  const commits = payload.objects("commits");
  const compare = payload.url("compare");
  const timestamp = payload.at("head_commit").time("timestamp");
  const called = `${capital(kind)} ${name}`;
  if (payload.is("deleted")) {
    return {
      headline: `${called} deleted`,
      url: source.url,
      color: colors.red,
      description: movedFrom(payload, source),
    };
  }
  const description = paragraphs(
    commitList(commits, source, compare),
    payload.is("forced") ? movedFrom(payload, source) : "",
  );
  if (payload.is("created")) {
    const how = commits.length > 0 ? ` with ${count(commits.length, "commit")}` : "";
    const url = commits.length > 0 ? compare : pageOf(source, "tree", name);
    const tip = description || commitLine(source, payload.at("head_commit"));
    return {
      headline: `${called} created${how}`,
      url: url ?? compare,
      color: colors.green,
      description: tip,
      timestamp,
    };
  }
  const [only] = commits;
  return {
    context: kind === "branch" ? `${source.name}:${name}` : source.name,
    headline: (kind === "branch" ? "" : `${called}: `) + pushed(commits.length, payload.is("forced")),
    url: (commits.length === 1 && only?.url("url")) || compare,
    color: payload.is("forced") ? colors.amber : colors.blue,
    description: description || commitLine(source, payload.at("head_commit")),
    timestamp,
  };
}

function pushed(commits: number, forced: boolean): string {
  if (commits === 0) return forced ? "Force-pushed without new commits" : "Moved without new commits";
  return forced ? `Force-pushed ${count(commits, "commit")}` : count(commits, "commit");
}

function movedFrom(payload: JsonObject, source: Source): string {
  const before = commit(source, payload.line("before", 64));
  return before && `It was at ${before} before.`;
}

/** The commits that are new to the repository, or all when none is. */
function commitList(commits: readonly JsonObject[], source: Source, compare: string | undefined): string {
  const fresh = commits.filter((each) => each.is("distinct"));
  const shown = fresh.length > 0 ? fresh : commits;
  const lines = shown.slice(0, MOST_COMMITS).map((each) => commitLine(source, each));
  const list = listing(lines.filter(Boolean), "\n", 3000, (rest) => link(`… and ${rest} more`, compare), shown.length);
  const known = commits.length - shown.length;
  return paragraphs(
    list,
    known > 0 ? `${count(known, "commit")} of these ${known === 1 ? "was" : "were"} on another branch already.` : "",
  );
}

/** What a full ref names: "refs/heads/fix/a" is the branch "fix/a". */
function readRef(ref: string): { kind: "branch" | "tag" | "ref"; name: string } {
  if (ref.startsWith("refs/heads/")) return { kind: "branch", name: ref.slice(11) };
  if (ref.startsWith("refs/tags/")) return { kind: "tag", name: ref.slice(10) };
  return { kind: "ref", name: ref };
}

function refCard(payload: JsonObject, what: string, color: number): Card | null {
  const ref = payload.line("ref", 255);
  return ref ? { headline: `${capital(payload.line("ref_type", 20) || "ref")} ${ref} ${what}`, color } : null;
}

const OPENING = ["opened", "reopened", "ready_for_review"];

const PULL_COLORS = new Map<string, number>([
  ["review_requested", colors.amber],
  ["synchronize", colors.blue],
  ["auto_merge_enabled", colors.blue],
  ["enqueued", colors.blue],
]);

function pullRequest({ action, payload, source }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  if (!pull.present) return null;
  const url = pull.url("html_url");
  return {
    url,
    headline: about(`Pull request${number(pull)} ${phrase(action, payload)}`, pull.line("title")),
    color: PULL_COLORS.get(action) ?? colors.grey,
    description: action === "synchronize" ? newCommits(payload, pageOf(source, "compare")) : changes(payload),
    timestamp: pull.time("updated_at"),
    ...(OPENING.includes(action) ? openedParts(action, pull, url) : {}),
    ...(action === "closed" ? closedParts(payload, pull) : {}),
  };
}

/** What a reviewer needs to know. */
function openedParts(action: string, pull: JsonObject, url: string | undefined) {
  const draft = pull.is("draft");
  const what = `${draft ? "Draft pull" : "Pull"} request${number(pull)} ${phrase(action, pull)}`;
  return {
    headline: about(what, pull.line("title")),
    color: draft ? colors.grey : colors.green,
    description: body(pull.text("body"), url),
    fields: openedFields(pull),
  };
}

function closedParts(payload: JsonObject, pull: JsonObject) {
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

function openedFields(pull: JsonObject) {
  return [
    field("Branches", branches(pull)),
    field("Changes", size(pull)),
    field("Reviewers", people([...pull.objects("requested_reviewers"), ...pull.objects("requested_teams")])),
    field("Assignees", people(pull.objects("assignees"))),
    field("Labels", inline(pull.objects("labels").map((each) => code(each.line("name", 60))))),
    field("Milestone", code(pull.at("milestone").line("title", 100))),
  ];
}

/** "`fix` → `main`", with the owner where it comes from a fork. */
function branches(pull: JsonObject): string {
  const head = pull.at("head");
  const base = pull.at("base");
  const fork = head.at("repo").line("full_name") !== base.at("repo").line("full_name");
  const from = fork ? head.line("label", 255) || head.line("ref", 255) : head.line("ref", 255);
  const to = base.line("ref", 255);
  return from && to ? `${code(from)} → ${code(to)}` : "";
}

/** "+10 −2 in 3 files" */
function size(pull: JsonObject): string {
  const files = pull.integer("changed_files");
  const added = pull.integer("additions");
  const removed = pull.integer("deletions");
  if (files === null || added === null || removed === null) return "";
  return `+${added} −${removed} in ${files} ${files === 1 ? "file" : "files"}`;
}

function newCommits(payload: JsonObject, compare: string | undefined): string {
  const before = payload.line("before", 64);
  const after = payload.line("after", 64);
  if (!before || !after) return "";
  const url = compare && `${compare}/${encodeURIComponent(before)}...${encodeURIComponent(after)}`;
  return link(`${code(before.slice(0, 7))} → ${code(after.slice(0, 7))}`, url);
}

function review({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const given = payload.at("review");
  if (!given.present) return null;
  const url = given.url("html_url") ?? pull.url("html_url");
  const [what, color] = verdict(action, given.line("state").toLowerCase(), nameOf(pull));
  return {
    headline: about(what, pull.line("title")),
    url,
    color,
    description: action === "dismissed" ? "" : body(given.text("body"), url),
    timestamp: given.time("submitted_at"),
  };
}

function verdict(action: string, state: string, pull: string): [what: string, color: number] {
  if (action !== "submitted") return [`Review of ${pull} ${words(action)}`, colors.grey];
  if (state === "approved") return [`${capital(pull)} approved`, colors.green];
  if (state === "changes_requested") return [`Changes requested on ${pull}`, colors.red];
  return [`${capital(pull)} reviewed`, colors.blue];
}

function reviewComment({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const comment = payload.at("comment");
  if (!comment.present) return null;
  const url = comment.url("html_url") ?? pull.url("html_url");
  const deleted = action === "deleted";
  const what = action === "created" ? "Review comment on" : `Review comment ${words(action)} on`;
  return {
    headline: about(`${what} ${nameOf(pull)}`, pull.line("title")),
    url: deleted ? pull.url("html_url") : url,
    color: action === "created" ? colors.blue : colors.grey,
    description: deleted ? "" : paragraphs(lineOf(comment), body(comment.text("body"), url)),
    timestamp: comment.time("updated_at"),
  };
}

function reviewThread({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const [first] = payload.at("thread").objects("comments");
  if (!pull.present && !first) return null;
  const url = first?.url("html_url");
  return {
    headline: about(`Review thread ${words(action)} on ${nameOf(pull)}`, pull.line("title")),
    url: url ?? pull.url("html_url"),
    color: action === "resolved" ? colors.green : colors.amber,
    description: first && paragraphs(lineOf(first), body(first.text("body"), url)),
    timestamp: payload.time("updated_at") ?? pull.time("updated_at"),
  };
}

function nameOf(pull: JsonObject): string {
  return `pull request${number(pull)}`;
}

/** "`src/a.ts`, line 12", as a link on the comment. */
function lineOf(comment: JsonObject): string {
  const path = comment.line("path", 255);
  const line = comment.integer("line") ?? comment.integer("original_line");
  return path && link(code(path) + (line === null ? "" : `, line ${line}`), comment.url("html_url"));
}
