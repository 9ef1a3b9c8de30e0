import type { CardState } from "@/lib/messages/dto";
import type { ThingFacts, ThingReply, ThingReport } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code } from "@/lib/webhooks/payload/markdown";
import { called, type Delivery, people, stateOf } from "./card";
import { branches, codeCards, locationOf, newCommits, size } from "./code";
import { commentReply } from "./replies";
import {
  bodyFact,
  cardIn,
  commitKey,
  factsOfCard,
  field,
  keyOf,
  knownField,
  labelFact,
  latest,
  moment,
  numbered,
  personOf,
  replyOf,
  type Things,
  where,
} from "./reports";

/** Reports on pull requests, whose reviews, comments and new commits are replies, and on merge groups. */
export const pullRequestThings: Things = {
  pull_request: (delivery) => pullReport(delivery, newCommitsReply(delivery)),
  pull_request_review: reviewed,
  pull_request_review_comment: (delivery) => {
    const said = delivery.payload.at("comment");
    const how = { noun: "Review comment", location: locationOf(said) };
    return pullReport(delivery, commentReply(said, delivery, delivery.payload.at("pull_request"), how));
  },
  pull_request_review_thread: (delivery) => pullReport(delivery, null),
  merge_group: mergeGroup,
};

const OPEN = stateOf("Open", "progress");
const DRAFT = stateOf("Draft", "none");
const MERGED = stateOf("Merged", "done");
const CLOSED = stateOf("Closed", "bad", false);

function pullReport(delivery: Delivery, reply: ThingReply | null): ThingReport | null {
  const pull = delivery.payload.at("pull_request");
  const key = numbered("pull", delivery, pull);
  if (key === null) return null;
  const state = stateOfPull(pull, delivery.action);
  return {
    key,
    at: moment(pull.time("updated_at"), isOver(state) ? 1 : 0),
    facts: {
      ...shared(pull, delivery),
      state,
      ...knownField("Branches", branches(pull), undefined, 0),
      // Only GitHub's longer form of a pull request has it.
      ...knownField("Changes", size(pull), undefined, 1),
      ...field("Reviewers", reviewersOf(pull), "person", 2),
    },
    hasLine: true,
    watches: commitKey(delivery, pull.at("head").line("sha", 64)),
    ...(reply && { reply }),
  };
}

/** Returns the report of a comment on a pull request, which the payload describes as an issue. */
export function commentedPull(delivery: Delivery, issue: JsonObject, reply: ThingReply | null): ThingReport | null {
  const key = numbered("pull", delivery, issue);
  if (key === null) return null;
  const pull = issue.at("pull_request");
  const url = pull.url("html_url") ?? issue.url("html_url") ?? null;
  const facts = { ...shared(issue, delivery), url };
  const isOpen = issue.line("state", 20) !== "closed";
  const state = isOpen ? (issue.is("draft") ? DRAFT : OPEN) : pull.time("merged_at") ? MERGED : CLOSED;
  // Older versions of GitHub's server don't say which of two states it is.
  const isSure = isOpen ? issue.keys.includes("draft") : pull.keys.includes("merged_at");
  return {
    key,
    at: moment(issue.time("updated_at"), isOpen ? 0 : 1),
    facts: isSure ? { ...facts, state } : facts,
    ...(!isSure && { weak: { state } }),
    hasLine: true,
    ...(reply && { reply }),
  };
}

/** What a pull request and its issue share. */
function shared(pull: JsonObject, delivery: Delivery): ThingFacts {
  return {
    ...where(delivery),
    subject: called("Pull request", pull),
    url: pull.url("html_url") ?? null,
    person: personOf(pull.at("user")),
    // The line says how far it is, and links to its description.
    labels: labelFact(pull),
    ...field("Assignees", people(pull.objects("assignees")), "person", 3),
    ...field("Milestone", code(pull.at("milestone").line("title", 100)), "code", 4),
  };
}

function stateOfPull(pull: JsonObject, action: string): CardState {
  if (pull.is("merged") || pull.time("merged_at")) return MERGED;
  const state = pull.line("state", 20);
  if (state === "closed" || (action === "closed" && !state)) return CLOSED;
  return pull.is("draft") ? DRAFT : OPEN;
}

function isOver({ tone }: CardState): boolean {
  return tone === "done" || tone === "bad";
}

function reviewersOf(pull: JsonObject): string {
  return people([...pull.objects("requested_reviewers"), ...pull.objects("requested_teams")]);
}

function newCommitsReply(delivery: Delivery): ThingReply | null {
  const { action, payload, source } = delivery;
  const pull = payload.at("pull_request");
  const after = payload.line("after", 64);
  if (action !== "synchronize" || !after) return null;
  const compare = source.page("compare");
  return replyOf(
    // The same commits can be new in several pull requests.
    keyOf("commits ", source.name, `#${pull.integer("number")} `, after),
    moment(pull.time("updated_at")),
    {
      event: "New commits",
      tone: "progress",
      person: personOf(payload.at("sender")),
      url: pull.url("html_url") ?? null,
      body: bodyFact(newCommits(payload, compare)),
    },
  );
}

/** What reviewers decide. A comment decides nothing, and what was dismissed no longer counts. */
const VERDICTS = new Map<string, CardState | null>([
  ["approved", stateOf("Approved", "good")],
  // Nothing is wrong: its author is asked for more.
  ["changes_requested", stateOf("Changes requested", "warning", false)],
  ["dismissed", null],
]);

function reviewed(delivery: Delivery): ThingReport | null {
  const given = delivery.payload.at("review");
  const pull = delivery.payload.at("pull_request");
  const report = pullReport(delivery, null);
  const reviewer = given.at("user").line("login", 100);
  const isDismissed = delivery.action === "dismissed";
  const state = isDismissed ? "dismissed" : given.line("state", 40).toLowerCase();
  const verdict = VERDICTS.get(state);
  if (!report) return null;
  const submitted = given.time("submitted_at");
  // The payload of a dismissal has the time of the review.
  const at = isDismissed ? moment(latest(submitted, pull.time("updated_at")), 1) : moment(submitted);
  const url = given.url("html_url") ?? pull.url("html_url");
  const text = isDismissed ? "" : body(given.text("body"), url);
  const id = given.integer("id");
  const edited = moment(given.time("updated_at") ?? submitted, delivery.action === "edited" ? 1 : 0);
  const reply = replyOf(keyOf("review ", `${id}`), isDismissed ? at : edited, {
    event: isDismissed ? "Review dismissed" : verdict ? null : "Review",
    state: verdict ?? null,
    tone: isDismissed ? "none" : "progress",
    person: personOf(given.at("user")),
    url: url ?? null,
    body: bodyFact(text),
  });
  const name = `review ${reviewer}` as const;
  const decides = reviewer !== "" && verdict !== undefined;
  return {
    ...report,
    facts: { ...report.facts, ...(decides && { [name]: verdict }) },
    ...(decides && at !== null && { times: { [name]: at } }),
    ...(id !== null && (verdict !== undefined || text) && { reply }),
  };
}

/** The queue tests a pull request together with those before it, at a commit of its own. */
function mergeGroup(delivery: Delivery): ThingReport | null {
  const { action, payload, source } = delivery;
  const group = payload.at("merge_group");
  const card = cardIn(codeCards, delivery);
  const sha = group.line("head_sha", 64);
  if (!card || !sha || !source.name) return null;
  const ended = action === "destroyed";
  const state = ended ? (card.state ?? stateOf("Left the merge queue", "none")) : stateOf("Needs checks", "progress");
  return {
    key: keyOf("merge group ", source.name, "@", sha),
    at: moment(group.at("head_commit").time("timestamp"), ended ? 1 : 0),
    facts: { ...factsOfCard(delivery, card), state },
    hasLine: true,
    watches: commitKey(delivery, sha),
  };
}
