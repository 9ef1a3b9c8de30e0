import { describe, expect, test } from "vitest";
import { TONE_COLORS as tones } from "@/lib/messages/cards/tones";
import { isAppError } from "@/lib/text/errors";
import { github } from "@/lib/webhooks/formats/github/parse";
import { embedText } from "@/lib/webhooks/interpret/described/card-text";
import { commit, failedRun, forcePush, mergedPull, openedPull, push } from "./fixtures";

const card = (event: string, payload: unknown) => github(payload, event).embeds[0];
/** Returns the state, event and subject of a card, and its tone if it has no state. */
const saidBy = (event: string, payload: unknown) =>
  github(payload, event)
    .embeds.flatMap(embedText)
    .flatMap((line) => /^ {2}(?:State|Event|Subject|Tone): (.*)/.exec(line)?.[1] ?? []);
const sha = "3333333";
const commitUrl = (digit: number) => `https://github.com/octo/hello/commit/${`${digit}`.repeat(40)}`;
const repository = push.repository;

test("a push lists its commits with their authors", () => {
  expect(card("push", push)).toEqual({
    title: "[octo/hello] Push: 3 commits to main",
    url: "https://github.com/octo/hello/compare/000...333",
    description: [
      `- [\`1111111\`](${commitUrl(1)}) Escape \\\`\\[x\\]\\\` and \\*stars\\* in \\_\\_init\\_\\_.py – mona`,
      `- [\`2222222\`](${commitUrl(2)}) Thank \\@everyone \\& \\<\\@123456789012345678\\> – mona`,
      `- [\`3333333\`](${commitUrl(3)}) Fix the flaky test (#12) – mona`,
    ].join("\n"),
    color: tones.progress,
    author: {
      name: "octocat",
      url: "https://github.com/octocat",
      icon_url: "https://avatars.githubusercontent.com/u/583231?v=4",
    },
    timestamp: "2026-11-20T09:30:00.000Z",
    card: { place: ["octo/hello"], subject: "3 commits to main", event: "Push" },
  });
});

describe("a push", () => {
  const many = Array.from({ length: 14 }, (_, index) => commit(index % 10, `Change ${index}`));

  test("with many commits shows ten and links to the rest", () => {
    const { title, description = "" } = card("push", { ...push, commits: many }) ?? {};
    expect(title).toBe("[octo/hello] Push: 14 commits to main");
    expect(description.split("\n")).toHaveLength(11);
    expect(description).toMatch(/\n- \[… and 4 more\]\(https:\/\/github.com\/octo\/hello\/compare\/000...333\)$/);
  });

  test("shows new commits, and says which were already on another branch", () => {
    const commits = [commit(1, "Old", false), commit(2, "Older", false), commit(3, "Merge")];
    expect(card("push", { ...push, commits })?.description).toBe(
      `2 commits of these were on another branch already.\n\n- [\`3333333\`](${commitUrl(3)}) Merge – mona`,
    );
  });

  test.each([
    ["of one commit", { commits: push.commits.slice(2) }, ["Push", "1 commit to main", "progress"], commitUrl(3)],
    ["without commits", { commits: [] }, ["Push", "No new commits on main", "progress"], push.compare],
    [
      "of a new branch",
      { created: true, ref: "refs/heads/fix/a b", commits: [] },
      ["Branch created", "fix/a b", "progress"],
      "https://github.com/octo/hello/tree/fix/a%20b",
    ],
    [
      "of a new branch with commits",
      { created: true, ref: "refs/heads/fix" },
      ["Branch created", "fix", "progress"],
      push.compare,
    ],
    ["that deletes", { deleted: true, commits: [] }, ["Branch deleted", "main", "none"], repository.html_url],
    [
      "of a tag",
      { created: true, ref: "refs/tags/v1.0", commits: [] },
      ["Tag created", "v1.0", "progress"],
      "https://github.com/octo/hello/tree/v1.0",
    ],
  ])("%s is described correctly", (_, change, said, url) => {
    expect(saidBy("push", { ...push, ...change })).toEqual(said);
    expect(card("push", { ...push, ...change })).toMatchObject({ url, card: { place: ["octo/hello"] } });
  });

  test("that rewrites a branch says what it replaced", () => {
    expect(saidBy("push", forcePush)).toEqual(["Force push", "1 commit to fix/`quoted`", "warning"]);
    expect(card("push", forcePush)?.description).toMatch(/^It was at \[`0000000`\]\(.*\) before\.\n/);
  });
});

test("an opened pull request shows the details that a reviewer needs", () => {
  expect(card("pull_request", openedPull)).toMatchObject({
    title: "[octo/hello] Open: Pull request #12 Fix the **flaky** test",
    url: "https://github.com/octo/hello/pull/12",
    color: tones.progress,
    card: { state: { word: "Open", tone: "progress", open: false } },
    description: expect.stringMatching(/^Waits for the \*\*condition\*\*/),
    fields: [
      { name: "Branches", value: "`mona:fix/flaky` → `main`", inline: true },
      { name: "Changes", value: "+10 −2 in 3 files", inline: true },
      {
        name: "Reviewers",
        value: "[octocat](https://github.com/octocat), [Reviewers](https://github.com/orgs/octo/teams/reviewers)",
        inline: true,
        kind: "person",
      },
      { name: "Labels", value: "`bug` `good first issue`", inline: false, kind: "labels" },
    ],
  });
});

const pull = openedPull.pull_request;
const about = "Pull request #12 Fix the **flaky** test";

test.each([
  ["opened", { pull_request: { ...pull, draft: true } }, ["Draft (none)", about]],
  ["closed", {}, ["Closed (bad)", about]],
  ["reopened", {}, ["Reopened (progress)", about]],
  ["ready_for_review", {}, ["Ready for review", "Open (progress)", about]],
  ["converted_to_draft", {}, ["Draft (none)", about]],
  ["labeled", { label: { name: "bug" } }, ["Labeled “bug”", about, "none"]],
  ["unlabeled", { label: { name: "bug" } }, ["No longer labeled “bug”", about, "none"]],
  ["assigned", { assignee: { login: "mona" } }, ["Assigned to mona", about, "none"]],
  ["review_requested", { requested_team: { name: "Core" } }, ["Needs review by Core", about, "warning"]],
  ["synchronize", {}, ["New commits", about, "progress"]],
  ["auto_merge_enabled", {}, ["Will be merged automatically", about, "progress"]],
  ["locked", {}, ["Locked", about, "none"]],
  ["some_new_action", {}, ["Some new action", about, "none"]],
])("a pull request that is %s is described correctly", (action, extra, said) => {
  expect(saidBy("pull_request", { ...openedPull, action, ...extra })).toEqual(said);
});

test("a pull request merged by someone else names its author", () => {
  const merged = card("pull_request", mergedPull);
  expect(saidBy("pull_request", mergedPull)).toEqual(["Merged (done)", about]);
  expect(merged?.author?.name).toBe("octocat");
  expect(merged?.fields?.at(-1)).toEqual({
    name: "Author",
    value: "[mona](https://github.com/mona)",
    inline: true,
    kind: "person",
  });
});

test.each([
  ["approved", ["Approved (good)", about]],
  ["changes_requested", ["Changes requested (warning)", about]],
  ["commented", ["Review", about, "progress"]],
])("a review that is %s is described correctly", (state, said) => {
  const payload = { repository, action: "submitted", pull_request: pull, review: { state, body: "Well *done*." } };
  expect(saidBy("pull_request_review", payload)).toEqual(said);
  expect(card("pull_request_review", payload)?.description).toBe("Well *done*.");
});

test.each([
  ["closed", { state_reason: "completed" }, ["Closed (done)", "Issue #5 Help"]],
  ["closed", { state_reason: "not_planned" }, ["Closed as not planned (none)", "Issue #5 Help"]],
  ["closed", {}, ["Closed (done)", "Issue #5 Help"]],
  ["deleted", {}, ["Deleted (none)", "Issue #5 Help"]],
  ["pinned", {}, ["Pinned", "Issue #5 Help", "none"]],
])("an issue that is %s (%j) is described correctly", (action, extra, said) => {
  expect(saidBy("issues", { repository, action, issue: { number: 5, title: "Help", ...extra } })).toEqual(said);
});

test("the text of a deleted comment isn't repeated", () => {
  const payload = { repository, issue: { number: 5, title: "Help" }, comment: { body: "Oh no" } };
  expect(card("issue_comment", { ...payload, action: "created" })?.description).toBe("Oh no");
  const deleted = card("issue_comment", { ...payload, action: "deleted" });
  expect(deleted?.title).toBe("[octo/hello] Comment deleted: Issue #5 Help");
  expect(JSON.stringify(deleted)).not.toContain("Oh no");
});

test("a failed workflow shows its branch, trigger and duration", () => {
  expect(card("workflow_run", failedRun)).toMatchObject({
    title: "[octo/hello] Failed: CI #42 on main",
    url: "https://github.com/octo/hello/actions/runs/1",
    card: {
      place: ["octo/hello"],
      state: { word: "Failed", tone: "bad", open: true },
      subject: "CI #42 on main",
      startedAt: "2026-11-20T09:30:00.000Z",
      endedAt: "2026-11-20T09:33:12.000Z",
    },
    description: `[\`${sha}\`](${commitUrl(3)}) Fix the flaky test (#12) – Mona Lisa`,
    fields: [
      { name: "Pull request", value: "[#12](https://github.com/octo/hello/pull/12)", inline: true, kind: "link" },
      { name: "Trigger", value: "`push`", inline: true, kind: "code" },
      { name: "Took", value: "3 min 12 s", inline: true, kind: "duration" },
      { name: "Attempt", value: "2", inline: true, kind: "number" },
      { name: "Started by", value: "[mona](https://github.com/mona)", inline: true, kind: "person" },
    ],
  });
});

test.each([
  ["success", "Succeeded (good)"],
  ["failure", "Failed (bad, open)"],
  ["timed_out", "Timed out (bad, open)"],
  ["action_required", "Needs action (warning, open)"],
  ["cancelled", "Cancelled (none)"],
  ["skipped", "Skipped (none)"],
])("a check with conclusion %s is described correctly", (conclusion, state) => {
  const run = { name: "lint", conclusion, check_suite: { head_branch: "main" } };
  const payload = { repository, action: "completed", check_run: run };
  expect(saidBy("check_run", payload)).toEqual([state, "Check lint on main"]);
});

test("a deployment happens in its repository and environment", () => {
  const deployment = { ref: "main", sha: "3".repeat(40), environment: "production" };
  const payload = { repository, deployment, deployment_status: { state: "failure", environment: "production" } };
  expect(card("deployment_status", payload)).toMatchObject({
    title: "[octo/hello · production] Failed: Deployment of main",
    card: { place: ["octo/hello", "production"], state: { word: "Failed", tone: "bad", open: true } },
  });
});

test("a leaked secret doesn't appear in the card", () => {
  const alert = { number: 1, secret_type: "x", secret_type_display_name: "Slack token", secret: "xoxb-1" };
  const alertCard = card("secret_scanning_alert", { repository, action: "created", alert });
  expect(alertCard?.title).toBe("[octo/hello] Open: Secret scanning alert #1 Slack token");
  expect(JSON.stringify(alertCard)).not.toContain("xoxb");
});

test("a ping confirms the connection and lists the events", () => {
  const hook = { events: ["push", "issues"], updated_at: "2026-11-20T09:30:00Z" };
  expect(card("ping", { repository, zen: "Design for failure.", hook_id: 7, hook })).toMatchObject({
    title: "[octo/hello] GitHub is connected",
    url: "https://github.com/octo/hello/settings/hooks/7",
    description: "> Design for failure.",
    fields: [
      { name: "Will send", value: "`push`, `issues`", inline: true },
      { name: "Webhook on GitHub", value: "`7`", inline: true, kind: "code" },
    ],
  });
});

describe("an event without a card of its own", () => {
  const { sender } = openedPull;

  test("says what happened to what, who did it and where", () => {
    const definition = { property_name: "tier", updated_at: "2026-11-20T09:30:00Z" };
    expect(card("custom_property", { action: "deleted", definition, repository, sender })).toEqual({
      title: "[octo/hello] Custom property deleted: tier",
      url: "https://github.com/octo/hello",
      color: tones.none,
      author: { name: "mona", url: "https://github.com/mona" },
      timestamp: "2026-11-20T09:30:00.000Z",
      card: { place: ["octo/hello"], event: "Custom property deleted", subject: "tier" },
    });
  });

  test("has its state, what changed as facts, and its object's page", () => {
    const thing = { name: "Nightly", html_url: "https://github.com/octo/hello/lanterns/1", lit: true, size: 2 };
    const changes = { lit: { from: false }, size: { from: 1 }, oil: { from: "low", to: "full" } };
    expect(card("lantern_alert", { status: "failure", lantern: thing, changes, repository })).toMatchObject({
      title: "[octo/hello] Failed · Lantern alert: Nightly",
      url: thing.html_url,
      color: tones.bad,
      fields: [
        { name: "Lit", value: "off → on" },
        { name: "Size", value: "`1` → `2`" },
        { name: "Oil", value: "`low` → `full`" },
      ],
    });
  });

  test("is shown, even if the payload is unexpected", () => {
    expect(card("pull_request", { action: "opened", pull_request: "12", repository: [] })).toEqual({
      title: "Pull request opened",
      color: tones.none,
      card: { event: "Pull request opened", subject: "" },
    });
    expect(card("lantern", {})).toMatchObject({ title: "Lantern", color: tones.none });
  });
});

test.each([
  [
    "merge_group",
    {
      action: "destroyed",
      reason: "invalidated",
      merge_group: { head_ref: "refs/heads/gh-readonly-queue/main/pr-12-3fd2", base_ref: "refs/heads/main" },
    },
    "Invalidated: Merge group of #12",
    "https://github.com/octo/hello/pull/12",
    [],
  ],
  [
    "branch_protection_rule",
    { action: "edited", rule: { name: "main", admin_enforced: true }, changes: { admin_enforced: { from: false } } },
    "Branch protection rule edited: main",
    "https://github.com/octo/hello/settings/branches",
    ["Admin enforced: off → on"],
  ],
  [
    "workflow_dispatch",
    { workflow: ".github/workflows/deploy.yml", ref: "refs/heads/main", inputs: { target: "staging" } },
    "Started by hand: Workflow deploy.yml",
    "https://github.com/octo/hello/actions/workflows/deploy.yml",
    ["target: staging"],
  ],
  [
    "custom_property_values",
    {
      action: "updated",
      old_property_values: [{ property_name: "tier", value: null }],
      new_property_values: [{ property_name: "tier", value: "gold" }],
    },
    "Custom properties changed",
    "https://github.com/octo/hello/settings/custom-properties",
    ["tier: none → `gold`"],
  ],
  [
    "security_and_analysis",
    {
      repository: { ...repository, security_and_analysis: { secret_scanning: { status: "disabled" } } },
      changes: { from: { security_and_analysis: { secret_scanning: { status: "enabled" } } } },
    },
    "Security features changed",
    "https://github.com/octo/hello/settings/security_analysis",
    ["Secret scanning: enabled → disabled"],
  ],
  [
    "issue_dependencies",
    { action: "blocked_by_added", blocked_issue: { number: 5, title: "Help" }, blocking_issue: { number: 7 } },
    "Blocked by issue #7: Issue #5 Help",
    "https://github.com/octo/hello",
    [],
  ],
  [
    "dependabot_alert",
    {
      action: "dismissed",
      alert: { number: 1, dismissed_reason: "tolerable_risk", dismissed_comment: "Only in tests" },
    },
    "Dismissed: Dependabot alert #1",
    "https://github.com/octo/hello",
    ["Because: tolerable risk", "Comment: Only in tests"],
  ],
])("the card of %s has its page and the details", (event, payload, headline, url, fields) => {
  const made = card(event, { repository, ...payload });
  expect(made).toMatchObject({ title: `[octo/hello] ${headline}`, url });
  expect((made?.fields ?? []).map(({ name, value }) => `${name}: ${value}`)).toEqual(fields);
});

test("a changed field of a project's item has both values and the project's page", () => {
  const field_value = { field_name: "Status", project_number: 3, from: { name: "Todo" }, to: { name: "Done" } };
  const payload = {
    action: "edited",
    organization: { login: "octo" },
    sender: openedPull.sender,
    projects_v2_item: { content_type: "Issue" },
    changes: { field_value },
  };
  expect(card("projects_v2_item", payload)).toMatchObject({
    title: "[octo] Edited: Issue in a project",
    url: "https://github.com/orgs/octo/projects/3",
    fields: [{ name: "Status", value: "Todo → Done" }],
  });
});

test("a long title ends with an ellipsis, and the card stays within its limits", () => {
  const labels = Array(100).fill({ name: "a label of some length" });
  const title = "🪣".repeat(256);
  const payload = { ...openedPull, pull_request: { ...pull, title, labels, body: "x".repeat(65_536) } };
  const long = card("pull_request", payload);
  expect([...(long?.title ?? "")]).toHaveLength(256);
  expect(long?.title).toMatch(/🪣…$/u);
  expect(long?.description).toMatch(/x…\n\n\[Read more on GitHub\]/);
  expect(long?.fields?.at(-1)).toMatchObject({ name: "Labels", kind: "labels" });
});

test("addresses that aren't web addresses are left out", () => {
  const sender = { login: "x", html_url: "javascript:alert(1)", avatar_url: {} };
  const payload = { sender, action: "opened", issue: { number: 1, title: "t", html_url: "data:text/html,x" } };
  expect(card("issues", payload)).toEqual({
    title: "Open: Issue #1 t",
    color: tones.progress,
    author: { name: "x" },
    card: { subject: "Issue #1 t", state: { word: "Open", tone: "progress", open: false } },
  });
});

test.each([
  [null, "push", "The payload must be a JSON object."],
  [[], "push", "The payload must be a JSON object."],
  ["{}", "push", "The payload must be a JSON object."],
  [{}, "", "The X-GitHub-Event header is missing."],
  [{}, " ", "The X-GitHub-Event header is missing."],
])("%j as %j is refused with an error", (payload, event, sentence) => {
  try {
    github(payload, event);
  } catch (error) {
    expect(isAppError(error) && error.code === "invalid" && error.message).toBe(sentence);
    return;
  }
  throw new Error("It was taken.");
});
