import { planChecks } from "@/lib/webhooks/formats/github/busy-builds";
import { type Clock, DAY_SECONDS } from "@/lib/webhooks/formats/github/busy-clock";
import {
  commentOf,
  issueOf,
  person,
  shortPull,
  type Topic,
  wholePull,
} from "@/lib/webhooks/formats/github/busy-payloads";

/** Plans a pull request: its checks, reviews, comments, new commits and end. */
export function planPull(clock: Clock, number: number): void {
  const pull = topic(clock, number, "Change the part");
  const send = (second: number, action: string, by: string, change: (at: string) => object | undefined) =>
    clock.at(second, (at) => {
      const more = change(at);
      pull.updatedAt = at;
      clock.send("pull_request", by, { action, number, pull_request: wholePull(pull), ...more });
    });
  let second = clock.whole(DAY_SECONDS);
  const step = () => (second += clock.whole(240));
  const isDraft = clock.chance() < 0.2;
  pull.draft = isDraft;
  send(second, "opened", pull.author, () => undefined);
  planChecks(clock, second, pull.sha, pull.branch, pull.author);
  if (clock.chance() < 0.7)
    send(step(), "labeled", pull.author, () => {
      pull.labels.push("bug");
      return { label: { name: "bug" } };
    });
  if (isDraft) send(step(), "ready_for_review", pull.author, () => void Object.assign(pull, { draft: false }));
  const reviewer = clock.who();
  send(step(), "review_requested", pull.author, () => {
    pull.reviewers = [reviewer];
    return { requested_reviewer: person(reviewer) };
  });
  for (let count = clock.whole(2); count > 0; count -= 1) planComment(clock, step(), pull, true);
  if (clock.chance() < 0.5) planReview(clock, step(), pull, reviewer, "changes_requested");
  if (clock.chance() < 0.2) {
    const [before, after] = [pull.sha, clock.sha()];
    send(step(), "synchronize", pull.author, () => {
      pull.sha = after;
      return { before, after };
    });
    planChecks(clock, second, after, pull.branch, pull.author);
  }
  if (clock.chance() < 0.8) planReview(clock, step(), pull, reviewer, "approved");
  const end = clock.chance();
  if (end > 0.85) return;
  // A comment in the second of the end, as "Close with comment" makes it.
  planComment(clock, step(), pull, true);
  send(second, "closed", reviewer, (at) => {
    pull.state = "closed";
    pull.mergedAt = end < 0.7 ? at : null;
    return undefined;
  });
}

function planReview(clock: Clock, second: number, pull: Topic, by: string, state: string): void {
  const id = clock.id();
  const comment = clock.id();
  clock.at(second, (at) => {
    pull.updatedAt = at;
    pull.reviewers = [];
    const url = `${shortPull(pull).html_url}#pullrequestreview-${id}`;
    const review = {
      id,
      user: person(by),
      body: state === "approved" ? null : "See below.",
      state,
      submitted_at: at,
      html_url: url,
    };
    clock.send("pull_request_review", by, { action: "submitted", review, pull_request: shortPull(pull) });
    const said = {
      ...commentOf(comment, by, url, "Is this needed?", { made: at, at }),
      path: "src/part.ts",
      line: 12,
    };
    clock.send("pull_request_review_comment", by, {
      action: "created",
      comment: said,
      pull_request: shortPull(pull),
    });
  });
}

function planComment(clock: Clock, second: number, topic: Topic, isPull: boolean): void {
  const id = clock.id();
  const by = clock.who();
  const fate = clock.chance();
  let made = "";
  const send = (when: number, action: string, body: string) =>
    clock.at(when, (at) => {
      made ||= at;
      topic.updatedAt = at;
      const issue = issueOf(topic, isPull);
      // A deletion has the time of the last edit.
      const comment = commentOf(id, by, issue.html_url, body, { made, at: action === "deleted" ? made : at });
      clock.send("issue_comment", by, { action, issue, comment });
    });
  send(second, "created", `Comment ${id}`);
  if (fate < 0.1) send(second + 5, "edited", `Comment ${id}, corrected`);
  else if (fate < 0.15) send(second + 5, "deleted", `Comment ${id}`);
}

/** Plans an issue, its comments and its end. */
export function planIssue(clock: Clock, number: number): void {
  const issue = topic(clock, number, "The part fails");
  const send = (second: number, action: string, by: string, change: () => object | undefined) =>
    clock.at(second, (at) => {
      const more = change();
      issue.updatedAt = at;
      clock.send("issues", by, { action, issue: issueOf(issue, false), ...more });
    });
  let second = clock.whole(DAY_SECONDS);
  const step = () => (second += clock.whole(600));
  send(second, "opened", issue.author, () => undefined);
  send(step(), "labeled", issue.author, () => {
    issue.labels.push("triage");
    return { label: { name: "triage" } };
  });
  const assignee = clock.who();
  send(step(), "assigned", assignee, () => {
    issue.assignees = [assignee];
    return { assignee: person(assignee) };
  });
  for (let count = clock.whole(4); count > 0; count -= 1) planComment(clock, step(), issue, false);
  if (clock.chance() < 0.3) return;
  const close = (reason: string) => {
    planComment(clock, step(), issue, false);
    send(second, "closed", assignee, () => void Object.assign(issue, { state: "closed", reason }));
  };
  close(clock.chance() < 0.3 ? "not_planned" : "completed");
  if (clock.chance() < 0.8) return;
  send(step(), "reopened", issue.author, () => void Object.assign(issue, { state: "open", reason: "reopened" }));
  close("completed");
}

function topic(clock: Clock, number: number, title: string): Topic {
  const author = clock.who();
  const common = { number, title: `${title} ${number}`, author, sha: clock.sha(), updatedAt: "" };
  const lists = { labels: [], assignees: [], reviewers: [] };
  return {
    ...common,
    ...lists,
    state: "open",
    reason: null,
    draft: false,
    mergedAt: null,
    branch: `change/${number}`,
  };
}
