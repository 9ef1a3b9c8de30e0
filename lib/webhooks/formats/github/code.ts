import type { StateTone } from "@/lib/messages/dto";
import { capital, count } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, link, listing, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import { called, cardOf, changes, fact, happened, labels, people, person, phrase, stateOf, toned, words } from "./card";
import { comment } from "./issues";

/** Cards for pushes, branches and tags, pull requests and their reviews. */
export const codeCards: Cards = {
  push,
  create: ({ payload, source }) => {
    const card = refCard(payload, "created", "progress");
    return card && { ...card, url: source.page("tree", payload.line("ref", 255)) };
  },
  delete: ({ payload }) => refCard(payload, "deleted", "none"),
  pull_request: cardOf("pull_request", pullRequest),
  pull_request_review: cardOf("review", review),
  pull_request_review_comment: cardOf("comment", reviewComment),
  pull_request_review_thread: reviewThread,
  merge_group: cardOf("merge_group", mergeGroup),
};

function refCard(payload: JsonObject, what: string, tone: StateTone): EventCard | null {
  const ref = payload.line("ref", 255);
  return ref ? { ...happened(`${payload.line("ref_type", 20) || "ref"} ${what}`, tone), subject: ref } : null;
}

function push({ payload, source }: Delivery): EventCard | null {
  const { kind, name } = readRef(payload.line("ref", 255));
  if (!name) return null;
  const before = source.commit(payload.line("before", 64));
  const moved = before && `It was at ${before} before.`;
  if (payload.is("deleted")) return { ...happened(`${kind} deleted`), subject: name, body: moved };
  const commits = payload.objects("commits");
  const compare = payload.url("compare");
  const head = payload.at("head_commit");
  const forced = payload.is("forced");
  const { list, known } = commitList(commits, source, compare);
  const shared = {
    list,
    body: paragraphs(forced ? moved : "", known) || (list.length > 0 ? "" : source.commitLine(head)),
    at: head.time("timestamp"),
  };
  if (payload.is("created")) {
    const tree = commits.length > 0 ? undefined : source.page("tree", name);
    return { ...shared, ...happened(`${kind} created`, "progress"), subject: name, url: tree ?? compare };
  }
  const amount = commits.length === 0 ? "No new commits" : count(commits.length, "commit");
  return {
    ...shared,
    ...(forced ? happened("Force push", "warning") : happened("Push", "progress")),
    subject: `${amount} ${commits.length === 0 ? "on" : "to"} ${kind === "Branch" ? name : `${kind.toLowerCase()} ${name}`}`,
    url: (commits.length === 1 && commits[0]?.url("url")) || compare,
  };
}

/** Parses a full ref: "refs/heads/fix/a" is the branch "fix/a". */
export function readRef(ref: string): { kind: "Branch" | "Tag" | "Ref"; name: string } {
  if (ref.startsWith("refs/heads/")) return { kind: "Branch", name: ref.slice(11) };
  if (ref.startsWith("refs/tags/")) return { kind: "Tag", name: ref.slice(10) };
  return { kind: "Ref", name: ref };
}

const MOST_COMMITS = 10;

/** Lists the commits that are new to the repository, or all if none are, and says how many are known already. */
function commitList(
  commits: readonly JsonObject[],
  source: Source,
  compare: string | undefined,
): { list: string[]; known: string } {
  const fresh = commits.filter((each) => each.is("distinct"));
  const shown = fresh.length > 0 ? fresh : commits;
  const lines = shown.slice(0, MOST_COMMITS).map((each) => source.commitLine(each));
  const list = listing(lines.filter(Boolean), "\n", 3000, (rest) => link(`… and ${rest} more`, compare), shown.length);
  const known = commits.length - shown.length;
  return {
    list: list.split("\n").filter(Boolean),
    known:
      known > 0 ? `${count(known, "commit")} of these ${known === 1 ? "was" : "were"} on another branch already.` : "",
  };
}

const pullTone = toned({ warning: "review_requested", progress: "synchronize auto_merge_enabled enqueued" });

function pullRequest(pull: JsonObject, { action, payload, source }: Delivery): EventCard {
  const subject = called("Pull request", pull);
  const facts = [fact("Branches", branches(pull)), fact("Changes", size(pull))];
  if (["opened", "reopened", "ready_for_review", "converted_to_draft"].includes(action)) {
    const draft = pull.is("draft") || action === "converted_to_draft";
    const reviewers = [...pull.objects("requested_reviewers"), ...pull.objects("requested_teams")];
    return {
      subject,
      ...(action.startsWith("ready") && { event: capital(phrase(action, payload)) }),
      state: draft ? stateOf("Draft", "none") : stateOf(action === "reopened" ? "Reopened" : "Open", "progress"),
      body: body(pull.text("body"), pull.url("html_url")),
      facts: [
        ...facts,
        fact("Reviewers", people(reviewers), "person"),
        fact("Assignees", people(pull.objects("assignees")), "person"),
        fact("Milestone", code(pull.at("milestone").line("title", 100)), "code"),
      ],
      labels: labels(pull),
    };
  }
  if (action === "closed") {
    const own = pull.at("user").line("login") === payload.at("sender").line("login");
    return {
      subject,
      state: pull.is("merged") ? stateOf("Merged", "done") : stateOf("Closed", "bad", false),
      body: changes(payload),
      facts: [...facts, fact("Author", own ? "" : person(pull.at("user")), "person")],
    };
  }
  const reason = action === "dequeued" ? literal(words(payload.line("reason", 60).toLowerCase())) : "";
  return {
    ...happened(phrase(action, payload), pullTone(action)),
    subject,
    body: action === "synchronize" ? newCommits(payload, source.page("compare")) : changes(payload),
    facts: [fact("Because", reason)],
  };
}

/** The queue's branch is named after the pull request: "gh-readonly-queue/main/pr-104-3fd2…". */
function mergeGroup(group: JsonObject, { action, payload, source }: Delivery): EventCard {
  const pull = /\/pr-(\d+)-/.exec(group.line("head_ref", 255))?.[1];
  const reason = payload.line("reason", 60);
  const ended = action === "destroyed" ? ENDS.get(reason) : undefined;
  return {
    ...(ended ? { state: ended } : happened(words(action, GROUP), action === "destroyed" ? "none" : "progress")),
    subject: `Merge group${pull ? ` of #${pull}` : ""}`,
    url: pull ? source.page("pull", pull) : source.page("queue", readRef(group.line("base_ref", 255)).name),
    summary: group.at("head_commit").firstLine("message"),
    body: source.codeAt(readRef(group.line("base_ref", 255)).name, group.line("head_sha", 64)),
    facts: [fact("Because", reason && !ended ? literal(words(reason)) : "")],
    at: group.at("head_commit").time("timestamp"),
  };
}

const GROUP = { checks_requested: "needs checks", destroyed: "left the merge queue" };

const ENDS = new Map([
  ["merged", stateOf("Merged", "done")],
  ["invalidated", stateOf("Invalidated", "bad", false)],
]);

/** Returns a pull request's "`fix` → `main`", with the owner if it comes from a fork. */
export function branches(pull: JsonObject): string {
  const head = pull.at("head");
  const base = pull.at("base");
  const isFork = head.at("repo").line("full_name") !== base.at("repo").line("full_name");
  const from = (isFork && head.line("label", 255)) || head.line("ref", 255);
  const to = base.line("ref", 255);
  return from && to ? `${code(from)} → ${code(to)}` : "";
}

/** Returns a pull request's "+10 −2 in 3 files". */
export function size(pull: JsonObject): string {
  const files = pull.integer("changed_files");
  const added = pull.integer("additions");
  const removed = pull.integer("deletions");
  return files === null || added === null || removed === null ? "" : `+${added} −${removed} in ${count(files, "file")}`;
}

/** Returns "`abc1234` → `def5678`", linked to their difference under `compare`. */
export function newCommits(payload: JsonObject, compare: string | undefined): string {
  const before = payload.line("before", 64);
  const after = payload.line("after", 64);
  if (!before || !after) return "";
  const url = compare && `${compare}/${encodeURIComponent(before)}...${encodeURIComponent(after)}`;
  return link(`${code(before.slice(0, 7))} → ${code(after.slice(0, 7))}`, url);
}

function review(given: JsonObject, { action, payload }: Delivery): EventCard {
  const pull = payload.at("pull_request");
  const url = given.url("html_url") ?? pull.url("html_url");
  return {
    ...verdict(action, given.line("state").toLowerCase()),
    subject: called("Pull request", pull),
    url,
    body: action === "dismissed" ? "" : body(given.text("body"), url),
    at: given.time("submitted_at"),
  };
}

function verdict(action: string, state: string): Pick<EventCard, "event" | "state" | "tone"> {
  if (action !== "submitted") return happened(`Review ${words(action)}`);
  if (state === "approved") return { state: stateOf("Approved", "good") };
  // Nothing is wrong: its author is asked for more.
  if (state === "changes_requested") return { state: stateOf("Changes requested", "warning", false) };
  return happened("Review", "progress");
}

function reviewComment(said: JsonObject, delivery: Delivery): EventCard {
  const pull = called("Pull request", delivery.payload.at("pull_request"));
  return comment(said, delivery, pull, delivery.payload.at("pull_request"), {
    noun: "Review comment",
    location: locationOf(said),
  });
}

function reviewThread({ action, payload }: Delivery): EventCard | null {
  const pull = payload.at("pull_request");
  const [first] = payload.at("thread").objects("comments");
  if (!pull.present && !first) return null;
  return {
    ...happened(`Review thread ${words(action)}`, action === "resolved" ? "good" : "warning"),
    subject: called("Pull request", pull),
    url: first?.url("html_url") ?? pull.url("html_url"),
    body: first && paragraphs(locationOf(first), body(first.text("body"), first.url("html_url"))),
    at: payload.time("updated_at") ?? pull.time("updated_at"),
  };
}

/** Returns "`src/a.ts`, line 12", linked to the comment. */
export function locationOf(comment: JsonObject): string {
  const path = comment.line("path", 255);
  const line = comment.integer("line") ?? comment.integer("original_line");
  return path && link(code(path) + (line === null ? "" : `, line ${line}`), comment.url("html_url"));
}
