import { expect, test } from "vitest";
import type { ThingReport } from "@/lib/messages/thing-report";
import { readDelivery } from "@/lib/webhooks/formats/github/parse";
import { thingIn } from "@/lib/webhooks/formats/github/things";
import { failedRun, mergedPull, openedPull, push } from "./fixtures";

const SHA = "a".repeat(40);
const REPOSITORY = { ...push.repository, default_branch: "main" };
const pull = { ...openedPull.pull_request, state: "open", head: { ...openedPull.pull_request.head, sha: SHA } };
const common = { repository: REPOSITORY, sender: push.sender };

const saidBy = (event: string, payload: object) => thingIn(readDelivery(payload, event));

function report(event: string, payload: object): ThingReport {
  const said = saidBy(event, { ...common, ...payload });
  if (!said || "skip" in said) throw new Error(`${event} is no report.`);
  return said;
}

function reason(event: string, payload: object): string | null {
  const said = saidBy(event, { ...common, ...payload });
  return said && "skip" in said ? said.skip : null;
}

test("a pull request's line has its state, its author and its branches, and watches its commit", () => {
  const said = report("pull_request", { action: "opened", pull_request: pull });
  expect(said).toMatchObject({
    key: "pull octo/hello#12",
    at: "2026-11-20T09:30:00.000Z",
    hasLine: true,
    watches: `commit octo/hello@${SHA}`,
    facts: {
      subject: "Pull request #12 Fix the **flaky** test",
      state: { word: "Open" },
      person: { name: "mona" },
      labels: ["bug", "good first issue"],
      "field Branches": { value: "`mona:fix/flaky` → `main`" },
      "field Assignees": null,
      tool: { name: "GitHub", mark: "github" },
    },
  });
  expect(said.reply).toBeUndefined();
});

test.each([
  [{ state: "open", draft: true }, "Draft"],
  [{ state: "open" }, "Open"],
  [{ state: "closed", merged: false, merged_at: null }, "Closed"],
  [{ state: "closed", merged: true }, "Merged"],
  [{ state: "closed", merged_at: "2026-11-20T09:30:00Z" }, "Merged"],
])("a pull request that is %j is %s, whatever happened to it", (changes, word) => {
  for (const action of ["labeled", "synchronize", "closed"])
    expect(report("pull_request", { action, pull_request: { ...pull, ...changes } }).facts.state?.word).toBe(word);
});

test("labels and assignments change only the card, and new commits are a reply with what is new", () => {
  expect(report("pull_request", { action: "labeled", pull_request: pull }).reply).toBeUndefined();
  const pushed = { action: "synchronize", before: "b".repeat(40), after: SHA, pull_request: pull };
  expect(report("pull_request", pushed).reply).toMatchObject({
    key: `commits octo/hello#12 ${SHA}`,
    facts: {
      event: "New commits",
      body: `[\`bbbbbbb\` → \`aaaaaaa\`](https://github.com/octo/hello/compare/${"b".repeat(40)}...${SHA})`,
    },
  });
});

const review = (state: string, more: object = {}) => ({
  id: 7,
  user: { login: "rita" },
  body: "Please wait for the condition.",
  state,
  submitted_at: "2026-11-20T10:00:00Z",
  ...more,
});

test("a review is its reviewer's decision and a reply; one without text or decision is neither", () => {
  const approved = report("pull_request_review", {
    action: "submitted",
    pull_request: pull,
    review: review("approved", { body: null }),
  });
  expect(approved.facts["review rita"]).toMatchObject({ word: "Approved" });
  expect(approved.times).toEqual({ "review rita": "2026-11-20T10:00:00.000Z" });
  expect(approved.reply).toMatchObject({ key: "review 7", facts: { state: { word: "Approved" }, body: null } });

  const commented = report("pull_request_review", {
    action: "submitted",
    pull_request: pull,
    review: review("commented"),
  });
  expect(commented.facts).not.toHaveProperty("review rita");
  expect(commented.reply?.facts).toMatchObject({ event: "Review", state: null });
  const silent = review("commented", { body: "" });
  expect(
    report("pull_request_review", { action: "submitted", pull_request: pull, review: silent }).reply,
  ).toBeUndefined();
});

test("a dismissed review is later than itself, and decides nothing anymore", () => {
  const said = report("pull_request_review", {
    action: "dismissed",
    pull_request: pull,
    review: review("dismissed"),
  });
  expect(said.facts["review rita"]).toBeNull();
  expect(said.times).toEqual({ "review rita": "2026-11-20T10:00:00.001Z" });
  expect(said.reply).toMatchObject({ key: "review 7", at: "2026-11-20T10:00:00.001Z", facts: { body: null } });
});

const issue = { number: 12, title: "Help", state: "open", user: { login: "mona" }, updated_at: "2026-11-20T11:00:00Z" };
const comment = { id: 9, user: { login: "rita" }, body: "Looks good", updated_at: "2026-11-20T11:00:00Z" };

test("a comment is a reply, and a deleted one says so without its text and is later than its last edit", () => {
  const made = report("issue_comment", { action: "created", issue, comment });
  expect(made.key).toBe("issue octo/hello#12");
  expect(made.reply).toMatchObject({ key: "comment 9", facts: { event: "Comment", body: "Looks good" } });
  const gone = report("issue_comment", { action: "deleted", issue, comment }).reply;
  expect(gone).toMatchObject({ key: "comment 9", facts: { event: "Comment deleted", body: null } });
  expect((gone?.at ?? "") > (made.reply?.at ?? "")).toBe(true);
});

test("a comment on a pull request is a reply in the pull request's thread, and claims no state that it doesn't know", () => {
  const of = (more: object, pull_request: object) =>
    report("issue_comment", { action: "created", issue: { ...issue, ...more, pull_request }, comment });
  const merged = of({ state: "closed", draft: false }, { merged_at: "2026-11-20T09:00:00Z" });
  expect([merged.key, merged.facts.state?.word]).toEqual(["pull octo/hello#12", "Merged"]);
  expect(of({ draft: true }, {}).facts.state?.word).toBe("Draft");
  const unsure = of({ state: "closed" }, { html_url: "https://github.com/octo/hello/pull/12" });
  expect([unsure.facts.state, unsure.weak?.state?.word]).toEqual([undefined, "Closed"]);
});

test.each([
  ["opened", { state: "open" }, "Open"],
  ["reopened", { state: "open" }, "Open"],
  ["closed", { state: "closed", state_reason: "completed" }, "Closed"],
  ["closed", { state: "closed", state_reason: "not_planned" }, "Closed as not planned"],
  ["deleted", { state: "open" }, "Deleted"],
  ["transferred", { state: "closed" }, "Transferred"],
])("an issue that was %s with %j is %s", (action, changes, word) => {
  expect(report("issues", { action, issue: { ...issue, ...changes } }).facts.state?.word).toBe(word);
});

test("an issue that is closed in the second of a comment is closed", () => {
  const commented = report("issue_comment", { action: "created", issue, comment });
  const closed = report("issues", {
    action: "closed",
    issue: { ...issue, state: "closed", state_reason: "not_planned" },
  });
  expect((closed.at ?? "") > (commented.at ?? "")).toBe(true);
});

const run = { ...failedRun.workflow_run, id: 1, status: "completed", workflow_id: 7, head_sha: SHA };

test("each attempt of a run has its line, and a red one on the default branch is its workflow's incident", () => {
  const said = report("workflow_run", { action: "completed", workflow_run: run });
  expect(said).toMatchObject({
    key: "run octo/hello#1/2",
    facts: { subject: "CI #42 on main", state: { word: "Failed", tone: "bad", open: true } },
    incidentOf: { key: "workflow 7 of octo/hello on main", at: "2026-11-20T09:30:00.000Z", isBad: true },
  });
  const green = report("workflow_run", { action: "completed", workflow_run: { ...run, conclusion: "success" } });
  expect(green).toMatchObject({ facts: { state: { word: "Passed" } }, incidentOf: { isBad: false } });
});

test.each([
  ["another branch", { head_branch: "fix" }],
  ["a fork's branch of the same name", { head_repository: { full_name: "mona/hello" } }],
  ["a pull request", { event: "pull_request" }],
])("a red run of %s is no incident", (_, changes) => {
  const said = report("workflow_run", { action: "completed", workflow_run: { ...run, ...changes } });
  expect([said.incidentOf, said.facts.state]).toEqual([undefined, { word: "Failed", tone: "bad", open: false }]);
});

test.each(["cancelled", "skipped", "neutral", "stale", "action_required"])(
  "a run that is %s neither begins nor ends an incident",
  (conclusion) => {
    expect(
      report("workflow_run", { action: "completed", workflow_run: { ...run, conclusion } }).incidentOf,
    ).toBeUndefined();
  },
);

test("what happens to a run within a second is in order", () => {
  const at = (action: string, changes: object) =>
    report("workflow_run", { action, workflow_run: { ...run, conclusion: null, ...changes } }).at ?? "";
  const times = [
    at("requested", { status: "queued" }),
    at("in_progress", { status: "in_progress" }),
    at("completed", { status: "completed", conclusion: "cancelled" }),
  ];
  expect([...new Set(times)].sort()).toEqual(times);
});

const job = {
  id: 5,
  run_id: 1,
  run_attempt: 2,
  name: "test",
  workflow_name: "CI",
  head_branch: "main",
  head_sha: SHA,
  started_at: "2026-11-20T09:30:00Z",
};

test("a job changes its run's line, and only one that failed is a reply", () => {
  const running = report("workflow_job", { action: "in_progress", workflow_job: { ...job, status: "in_progress" } });
  expect(running).toMatchObject({
    key: "run octo/hello#1/2",
    hasLine: false,
    facts: { "job test": { word: "running" } },
  });
  expect(running.reply).toBeUndefined();
  const failed = { ...job, status: "completed", conclusion: "failure", completed_at: "2026-11-20T09:31:00Z" };
  expect(report("workflow_job", { action: "completed", workflow_job: failed })).toMatchObject({
    facts: { "job test": { word: "failed", tone: "bad" } },
    weak: { subject: "CI on main" },
    reply: { key: "job 5", facts: { subject: "Job test", state: { word: "Failed", open: false } } },
  });
});

test("checks and statuses change their commit and never make a line", () => {
  const check = {
    name: "lint",
    head_sha: SHA,
    status: "completed",
    conclusion: "failure",
    app: { slug: "github-actions" },
  };
  const checked = report("check_run", {
    action: "completed",
    check_run: { ...check, completed_at: "2026-11-20T09:31:00Z" },
  });
  expect(checked).toEqual({
    key: `commit octo/hello@${SHA}`,
    at: "2026-11-20T09:31:00.003Z",
    facts: { "check lint": { word: "failed", tone: "bad" } },
    hasLine: false,
  });
  const status = { sha: SHA, context: "deploy/preview", state: "pending", updated_at: "2026-11-20T09:31:00Z" };
  expect(report("status", status)).toMatchObject({
    key: checked.key,
    facts: { "check deploy/preview": { word: "pending" } },
    hasLine: false,
  });
});

test("a deployment and its statuses are one line, and one that failed is an incident of its environment", () => {
  const deployment = {
    id: 3,
    ref: "main",
    sha: SHA,
    environment: "production",
    created_at: "2026-11-20T10:00:00Z",
  };
  expect(report("deployment", { action: "created", deployment }).key).toBe("deployment octo/hello#3");
  const failed = report("deployment_status", {
    action: "created",
    deployment,
    deployment_status: { state: "failure", environment: "production", updated_at: "2026-11-20T10:02:00Z" },
  });
  expect(failed).toMatchObject({
    key: "deployment octo/hello#3",
    facts: { place: ["octo/hello", "production"], state: { word: "Failed", open: true } },
    incidentOf: { key: "deployments of octo/hello to production", isBad: true },
  });
});

test("a release is one line, however it becomes known", () => {
  const release = { id: 4, tag_name: "v1.2", body: "Faster", published_at: "2026-11-20T10:00:00Z" };
  for (const action of ["created", "published", "released"])
    expect(report("release", { action, release })).toMatchObject({
      key: "release octo/hello#4",
      facts: { subject: "Release v1.2", state: { word: "Published" }, body: "Faster" },
    });
  expect(report("release", { action: "deleted", release }).facts.state?.word).toBe("Deleted");
});

test("an alert has the state that it is in", () => {
  const alert = {
    number: 10,
    state: "open",
    rule: { severity: "error", description: "SQL injection" },
    updated_at: "2026-11-20T10:00:00Z",
  };
  const open = report("code_scanning_alert", { action: "appeared_in_branch", alert });
  expect(open).toMatchObject({
    key: "code scanning alert octo/hello#10",
    facts: { state: { word: "Open", tone: "bad", open: true }, severity: "high" },
  });
  const fixed = report("code_scanning_alert", { action: "fixed", alert: { ...alert, state: "fixed" } });
  expect(fixed.facts.state).toMatchObject({ word: "Fixed", tone: "good" });
});

test("a push to the default branch is a card, and one to another is skipped", () => {
  expect(saidBy("push", { ...push, repository: REPOSITORY })).toBeNull();
  expect(saidBy("push", { ...push, forced: true, repository: REPOSITORY })).toBeNull();
  expect(reason("push", { ...push, ...common, ref: "refs/heads/fix" })).toBe(
    "Pushes to other branches are shown by their pull requests.",
  );
  expect(reason("create", { ref: "fix", ref_type: "branch" })).not.toBeNull();
  expect(saidBy("create", { ...common, ref: "v1", ref_type: "tag" })).toBeNull();
});

test.each(["star", "watch", "fork", "label", "check_suite"])("%s is skipped with its reason", (event) => {
  expect(reason(event, { action: "created" })).toMatch(/posted/);
});

test("merging is later than what happened in the same second before", () => {
  const opened = report("pull_request", { action: "opened", pull_request: pull });
  const merged = report("pull_request", { ...mergedPull });
  expect((merged.at ?? "") > (opened.at ?? "")).toBe(true);
});
