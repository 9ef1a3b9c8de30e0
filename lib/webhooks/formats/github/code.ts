import { capital, count } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, link, listing, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Cards, Delivery, EventCard, Source } from "./card";
import { cardOf, changes, colored, labels, number, people, person, phrase, words } from "./card";
import { comment } from "./issues";

/** Cards for pushes, branches and tags, pull requests and their reviews. */
export const codeCards: Cards = {
  push,
  create: ({ payload, source }) => {
    const card = refCard(payload, "created", "green");
    return card && { ...card, url: source.page("tree", payload.line("ref", 255)) };
  },
  delete: ({ payload }) => refCard(payload, "deleted", "red"),
  pull_request: cardOf("pull_request", pullRequest),
  pull_request_review: cardOf("review", review),
  pull_request_review_comment: cardOf("comment", reviewComment),
  pull_request_review_thread: reviewThread,
  merge_group: cardOf("merge_group", mergeGroup),
};

function refCard(payload: JsonObject, what: string, color: EventCard["color"]): EventCard | null {
  const ref = payload.line("ref", 255);
  return ref ? { headline: `${capital(payload.line("ref_type", 20) || "ref")} ${ref} ${what}`, color } : null;
}

function push({ payload, source }: Delivery): EventCard | null {
  const { kind, name } = readRef(payload.line("ref", 255));
  if (!name) return null;
  const called = `${kind} ${name}`;
  const before = source.commit(payload.line("before", 64));
  const moved = before && `It was at ${before} before.`;
  if (payload.is("deleted")) return { headline: `${called} deleted`, color: "red", description: moved };
  const commits = payload.objects("commits");
  const amount = count(commits.length, "commit");
  const compare = payload.url("compare");
  const head = payload.at("head_commit");
  const forced = payload.is("forced");
  const shared = {
    description: paragraphs(commitList(commits, source, compare), forced ? moved : "") || source.commitLine(head),
    timestamp: head.time("timestamp"),
  };
  if (payload.is("created")) {
    const how = commits.length > 0 ? ` with ${amount}` : "";
    const tree = commits.length > 0 ? undefined : source.page("tree", name);
    return { ...shared, headline: `${called} created${how}`, url: tree ?? compare, color: "green" };
  }
  const isBranch = kind === "Branch";
  const none = forced ? "Force-pushed without new commits" : "Moved without new commits";
  const pushed = commits.length === 0 ? none : forced ? `Force-pushed ${amount}` : amount;
  return {
    ...shared,
    context: isBranch ? `${source.name}:${name}` : source.name,
    headline: isBranch ? pushed : `${called}: ${pushed}`,
    url: (commits.length === 1 && commits[0]?.url("url")) || compare,
    color: forced ? "amber" : "blue",
  };
}

/** Parses a full ref: "refs/heads/fix/a" is the branch "fix/a". */
function readRef(ref: string): { kind: "Branch" | "Tag" | "Ref"; name: string } {
  if (ref.startsWith("refs/heads/")) return { kind: "Branch", name: ref.slice(11) };
  if (ref.startsWith("refs/tags/")) return { kind: "Tag", name: ref.slice(10) };
  return { kind: "Ref", name: ref };
}

const MOST_COMMITS = 10;

/** Lists the commits that are new to the repository, or all if none are. */
function commitList(commits: readonly JsonObject[], source: Source, compare: string | undefined): string {
  const fresh = commits.filter((each) => each.is("distinct"));
  const shown = fresh.length > 0 ? fresh : commits;
  const lines = shown.slice(0, MOST_COMMITS).map((each) => source.commitLine(each));
  const list = listing(lines.filter(Boolean), "\n", 3000, (rest) => link(`… and ${rest} more`, compare), shown.length);
  const known = commits.length - shown.length;
  return paragraphs(
    list,
    known > 0 ? `${count(known, "commit")} of these ${known === 1 ? "was" : "were"} on another branch already.` : "",
  );
}

const pullColor = colored({ amber: "review_requested", blue: "synchronize auto_merge_enabled enqueued" });

function pullRequest(pull: JsonObject, { action, payload, source }: Delivery): EventCard {
  const title = pull.line("title");
  const fields = { Branches: branches(pull), Changes: size(pull) };
  const name = `request${number(pull)}`;
  if (["opened", "reopened", "ready_for_review"].includes(action)) {
    const draft = pull.is("draft");
    const reviewers = [...pull.objects("requested_reviewers"), ...pull.objects("requested_teams")];
    return {
      headline: `${draft ? "Draft pull" : "Pull"} ${name} ${words(action)}`,
      title,
      color: draft ? "grey" : "green",
      description: body(pull.text("body"), pull.url("html_url")),
      fields: {
        ...fields,
        Reviewers: people(reviewers),
        Assignees: people(pull.objects("assignees")),
        Labels: labels(pull),
        Milestone: code(pull.at("milestone").line("title", 100)),
      },
    };
  }
  if (action === "closed") {
    const merged = pull.is("merged");
    const own = pull.at("user").line("login") === payload.at("sender").line("login");
    return {
      headline: `Pull ${name} ${merged ? "merged" : "closed without merging"}`,
      title,
      color: merged ? "purple" : "red",
      description: changes(payload),
      fields: { ...fields, Author: own ? "" : person(pull.at("user")) },
    };
  }
  return {
    headline: `Pull ${name} ${phrase(action, payload)}`,
    title,
    color: pullColor(action),
    description: action === "synchronize" ? newCommits(payload, source.page("compare")) : changes(payload),
    fields: { Because: action === "dequeued" ? literal(words(payload.line("reason", 60).toLowerCase())) : "" },
  };
}

/** The queue's branch is named after the pull request: "gh-readonly-queue/main/pr-104-3fd2…". */
function mergeGroup(group: JsonObject, { action, payload, source }: Delivery): EventCard {
  const pull = /\/pr-(\d+)-/.exec(group.line("head_ref", 255))?.[1];
  const reason = payload.line("reason", 60);
  const destroyed = action === "destroyed";
  return {
    headline: `Merge group${pull ? ` of #${pull}` : ""} ${words(action, GROUP)}`,
    title: group.at("head_commit").firstLine("message"),
    url: pull ? source.page("pull", pull) : source.page("queue", readRef(group.line("base_ref", 255)).name),
    color: !destroyed ? "blue" : reason === "merged" ? "purple" : reason === "invalidated" ? "red" : "grey",
    description: source.codeAt(readRef(group.line("base_ref", 255)).name, group.line("head_sha", 64)),
    fields: { Because: reason && literal(words(reason)) },
    timestamp: group.at("head_commit").time("timestamp"),
  };
}

const GROUP = { checks_requested: "needs checks", destroyed: "left the merge queue" };

/** Returns "`fix` → `main`", with the owner if it comes from a fork. */
function branches(pull: JsonObject): string {
  const head = pull.at("head");
  const base = pull.at("base");
  const isFork = head.at("repo").line("full_name") !== base.at("repo").line("full_name");
  const from = (isFork && head.line("label", 255)) || head.line("ref", 255);
  const to = base.line("ref", 255);
  return from && to ? `${code(from)} → ${code(to)}` : "";
}

/** Returns "+10 −2 in 3 files". */
function size(pull: JsonObject): string {
  const files = pull.integer("changed_files");
  const added = pull.integer("additions");
  const removed = pull.integer("deletions");
  return files === null || added === null || removed === null ? "" : `+${added} −${removed} in ${count(files, "file")}`;
}

function newCommits(payload: JsonObject, compare: string | undefined): string {
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
    ...verdict(action, given.line("state").toLowerCase(), nameOf(pull)),
    title: pull.line("title"),
    url,
    description: action === "dismissed" ? "" : body(given.text("body"), url),
    timestamp: given.time("submitted_at"),
  };
}

function verdict(action: string, state: string, pull: string): Pick<EventCard, "headline" | "color"> {
  if (action !== "submitted") return { headline: `Review of ${pull} ${words(action)}`, color: "grey" };
  if (state === "approved") return { headline: `${capital(pull)} approved`, color: "green" };
  if (state === "changes_requested") return { headline: `Changes requested on ${pull}`, color: "red" };
  return { headline: `${capital(pull)} reviewed`, color: "blue" };
}

function reviewComment(said: JsonObject, delivery: Delivery): EventCard {
  const pull = delivery.payload.at("pull_request");
  return comment(said, delivery, nameOf(pull), pull, { noun: "Review comment", location: locationOf(said) });
}

function reviewThread({ action, payload }: Delivery): EventCard | null {
  const pull = payload.at("pull_request");
  const [first] = payload.at("thread").objects("comments");
  if (!pull.present && !first) return null;
  return {
    headline: `Review thread ${words(action)} on ${nameOf(pull)}`,
    title: pull.line("title"),
    url: first?.url("html_url") ?? pull.url("html_url"),
    color: action === "resolved" ? "green" : "amber",
    description: first && paragraphs(locationOf(first), body(first.text("body"), first.url("html_url"))),
    timestamp: payload.time("updated_at") ?? pull.time("updated_at"),
  };
}

function nameOf(pull: JsonObject): string {
  return `pull request${number(pull)}`;
}

/** Returns "`src/a.ts`, line 12", linked to the comment. */
function locationOf(comment: JsonObject): string {
  const path = comment.line("path", 255);
  const line = comment.integer("line") ?? comment.integer("original_line");
  return path && link(code(path) + (line === null ? "" : `, line ${line}`), comment.url("html_url"));
}
