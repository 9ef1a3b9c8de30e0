import type { CardState } from "@/lib/messages/dto";
import type { ThingFacts, ThingReply, ThingReport } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, link, literal } from "@/lib/webhooks/payload/markdown";
import { called, type Delivery, number, people, Source, stateOf, words } from "./card";
import { commentedPull } from "./pull-request-things";
import { commentReply } from "./replies";
import { bodyFact, field, labelFact, latest, moment, numbered, personOf, type Things, where } from "./reports";

/** Reports on issues and discussions, whose comments are replies. */
export const issueThings: Things = {
  issues: (delivery) => issueReport(delivery, delivery.payload.at("issue"), null),
  issue_comment: (delivery) => {
    const issue = delivery.payload.at("issue");
    return issueReport(delivery, issue, commentReply(delivery.payload.at("comment"), delivery, issue));
  },
  sub_issues: partOf,
  issue_dependencies: blockedBy,
  discussion: (delivery) => discussionReport(delivery, null),
  discussion_comment: (delivery) => {
    const { payload } = delivery;
    const how = { noun: "Discussion comment" };
    return discussionReport(delivery, commentReply(payload.at("comment"), delivery, payload.at("discussion"), how));
  },
};

const OPEN = stateOf("Open", "progress");
const CLOSED = stateOf("Closed", "done");

/** What ends a thing for its repository, whatever its payload says it was. */
const GONE = new Map<string, CardState>([
  ["deleted", stateOf("Deleted", "none")],
  ["transferred", stateOf("Transferred", "none")],
]);

/** Returns what ended the thing itself; actions of comments have the same names. */
function goneBy({ event, action }: Delivery): CardState | undefined {
  return event === "issues" || event === "discussion" ? GONE.get(action) : undefined;
}

/** Orders what happens within a second: it's open, closed and then gone. */
function stepsOf(state: CardState): number {
  return [...GONE.values()].includes(state) ? 2 : state === OPEN ? 0 : 1;
}

function issueReport(delivery: Delivery, issue: JsonObject, reply: ThingReply | null): ThingReport | null {
  if (issue.at("pull_request").present) return commentedPull(delivery, issue, reply);
  const key = numbered("issue", delivery, issue);
  if (key === null) return null;
  const state = goneBy(delivery) ?? stateOfIssue(issue, delivery);
  const target = delivery.payload.at("changes", "new_issue");
  return {
    key,
    at: moment(issue.time("updated_at") ?? issue.time("created_at"), stepsOf(state)),
    facts: {
      ...issueFacts(issue, delivery),
      state,
      ...(target.present && field("Now", link(literal(called("Issue", target)), target.url("html_url")), "link")),
    },
    hasLine: true,
    ...(reply && { reply }),
  };
}

function issueFacts(issue: JsonObject, delivery: Delivery): ThingFacts {
  return {
    ...where(delivery),
    subject: called("Issue", issue),
    url: issue.url("html_url") ?? null,
    person: personOf(issue.at("user")),
    body: bodyFact(body(issue.text("body"), issue.url("html_url"))),
    labels: labelFact(issue),
    ...field("Assignees", people(issue.objects("assignees")), "person", 0),
    ...field("Milestone", code(issue.at("milestone").line("title", 100)), "code", 1),
    ...field("Type", literal(issue.at("type").line("name", 60)), undefined, 2),
  };
}

function stateOfIssue(issue: JsonObject, { event, action }: Delivery): CardState {
  const state = issue.line("state", 20);
  if (state !== "closed" && (state || event !== "issues" || action !== "closed")) return OPEN;
  const reason = issue.line("state_reason", 40);
  return ["not_planned", "duplicate"].includes(reason) ? stateOf(`Closed as ${words(reason)}`, "none") : CLOSED;
}

/** GitHub sends the relation of two issues once for each. Both change the part's card. */
function partOf(delivery: Delivery): ThingReport | null {
  const { action, payload } = delivery;
  const part = payload.at("sub_issue");
  const whole = payload.at("parent_issue");
  const report = issueReport(within(delivery, payload.at("sub_issue_repo")), part, null);
  return report && withRelation(report, "Part of", whole, part, action);
}

function blockedBy(delivery: Delivery): ThingReport | null {
  const { action, payload } = delivery;
  const blocked = payload.at("blocked_issue");
  const blocker = payload.at("blocking_issue");
  const report = issueReport(within(delivery, payload.at("blocked_issue_repo")), blocked, null);
  return report && withRelation(report, `Blocked by${number(blocker)}`, blocker, blocked, action);
}

/** Issues of two repositories can be related. */
function within(delivery: Delivery, repository: JsonObject): Delivery {
  const name = repository.line("full_name", 150);
  return name ? { ...delivery, source: new Source(name, repository.url("html_url")) } : delivery;
}

function withRelation(
  report: ThingReport,
  name: string,
  other: JsonObject,
  issue: JsonObject,
  action: string,
): ThingReport {
  const isOver = action.endsWith("removed");
  const at = moment(latest(issue.time("updated_at"), other.time("updated_at")), isOver ? 1 : 0);
  const called = other.present
    ? link(literal(`${other.line("title") || "Issue"}${number(other)}`), other.url("html_url"))
    : "";
  return {
    ...report,
    facts: { ...report.facts, ...field(name, isOver ? "" : called, "link") },
    ...(at !== null && { times: { [`field ${name}`]: at } }),
  };
}

function discussionReport(delivery: Delivery, reply: ThingReply | null): ThingReport | null {
  const topic = delivery.payload.at("discussion");
  const key = numbered("discussion", delivery, topic);
  if (key === null) return null;
  const state = goneBy(delivery) ?? stateOfDiscussion(topic);
  const category = literal(topic.at("category").line("name", 100));
  return {
    key,
    at: moment(topic.time("updated_at") ?? topic.time("created_at"), stepsOf(state)),
    facts: {
      ...where(delivery),
      subject: called("Discussion", topic),
      url: topic.url("html_url") ?? null,
      person: personOf(topic.at("user")),
      body: bodyFact(body(topic.text("body"), topic.url("html_url"))),
      labels: labelFact(topic),
      state,
      ...field("Category", category),
      ...field("Answer", link("Answer", topic.url("answer_html_url")), "link"),
    },
    hasLine: true,
    ...(reply && { reply }),
  };
}

const ANSWERED = stateOf("Answered", "good");

function stateOfDiscussion(topic: JsonObject): CardState {
  if (topic.url("answer_html_url") || topic.time("answer_chosen_at")) return ANSWERED;
  return topic.line("state", 20) === "closed" ? CLOSED : OPEN;
}
