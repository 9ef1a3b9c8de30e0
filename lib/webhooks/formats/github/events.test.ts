import { describe, expect, test } from "vitest";
import { isAppError } from "@/lib/text/errors";
import { github } from "@/lib/webhooks/formats/github/parse";
import { colors } from "@/lib/webhooks/interpret/described/description";
import { commit, failedRun, forcePush, mergedPull, openedPull, push } from "./fixtures";

const card = (event: string, payload: unknown) => github(payload, event).embeds[0];
const sha = "3333333";
const commitUrl = (digit: number) => `https://github.com/octo/hello/commit/${`${digit}`.repeat(40)}`;
const repository = push.repository;

test("a push lists its commits with their authors", () => {
  expect(card("push", push)).toEqual({
    title: "[octo/hello:main] 3 commits",
    url: "https://github.com/octo/hello/compare/000...333",
    description: [
      `[\`1111111\`](${commitUrl(1)}) Escape \\\`\\[x\\]\\\` and \\*stars\\* in \\_\\_init\\_\\_.py – mona`,
      `[\`2222222\`](${commitUrl(2)}) Thank \\@everyone \\& \\<\\@123456789012345678\\> – mona`,
      `[\`3333333\`](${commitUrl(3)}) Fix the flaky test (#12) – mona`,
    ].join("\n"),
    color: colors.blue,
    author: {
      name: "octocat",
      url: "https://github.com/octocat",
      icon_url: "https://avatars.githubusercontent.com/u/583231?v=4",
    },
    footer: { text: "octo/hello" },
    timestamp: "2026-11-20T09:30:00.000Z",
  });
});

describe("a push", () => {
  const many = Array.from({ length: 14 }, (_, index) => commit(index % 10, `Change ${index}`));

  test("with many commits shows ten and links to the rest", () => {
    const { title, description = "" } = card("push", { ...push, commits: many }) ?? {};
    expect(title).toBe("[octo/hello:main] 14 commits");
    expect(description.split("\n")).toHaveLength(11);
    expect(description).toMatch(/\n\[… and 4 more\]\(https:\/\/github.com\/octo\/hello\/compare\/000...333\)$/);
  });

  test("shows new commits, and says which were already on another branch", () => {
    const commits = [commit(1, "Old", false), commit(2, "Older", false), commit(3, "Merge")];
    expect(card("push", { ...push, commits })?.description).toBe(
      `[\`3333333\`](${commitUrl(3)}) Merge – mona\n\n2 commits of these were on another branch already.`,
    );
  });

  test.each([
    ["of one commit", { commits: push.commits.slice(2) }, "[octo/hello:main] 1 commit", commitUrl(3), colors.blue],
    ["without commits", { commits: [] }, "[octo/hello:main] Moved without new commits", push.compare, colors.blue],
    [
      "of a new branch",
      { created: true, ref: "refs/heads/fix/a b", commits: [] },
      "[octo/hello] Branch fix/a b created",
      "https://github.com/octo/hello/tree/fix/a%20b",
      colors.green,
    ],
    [
      "of a new branch with commits",
      { created: true, ref: "refs/heads/fix" },
      "[octo/hello] Branch fix created with 3 commits",
      push.compare,
      colors.green,
    ],
    [
      "that deletes",
      { deleted: true, commits: [] },
      "[octo/hello] Branch main deleted",
      repository.html_url,
      colors.red,
    ],
    [
      "of a tag",
      { created: true, ref: "refs/tags/v1.0", commits: [] },
      "[octo/hello] Tag v1.0 created",
      "https://github.com/octo/hello/tree/v1.0",
      colors.green,
    ],
  ])("%s is described correctly", (_, change, title, url, color) => {
    expect(card("push", { ...push, ...change })).toMatchObject({ title, url, color });
  });

  test("that rewrites a branch says what it replaced", () => {
    expect(card("push", forcePush)).toMatchObject({
      title: "[octo/hello:fix/`quoted`] Force-pushed 1 commit",
      color: colors.amber,
      description: expect.stringMatching(/It was at \[`0000000`\]\(.*\) before\.$/),
    });
  });
});

test("an opened pull request shows the details that a reviewer needs", () => {
  expect(card("pull_request", openedPull)).toMatchObject({
    title: "[octo/hello] Pull request #12 opened: Fix the **flaky** test",
    url: "https://github.com/octo/hello/pull/12",
    color: colors.green,
    description: expect.stringMatching(/^Waits for the \*\*condition\*\*/),
    fields: [
      { name: "Branches", value: "`mona:fix/flaky` → `main`", inline: true },
      { name: "Changes", value: "+10 −2 in 3 files", inline: true },
      {
        name: "Reviewers",
        value: "[octocat](https://github.com/octocat), [Reviewers](https://github.com/orgs/octo/teams/reviewers)",
        inline: true,
      },
      { name: "Labels", value: "`bug`, `good first issue`", inline: true },
    ],
  });
});

const pull = openedPull.pull_request;
const about = "Fix the **flaky** test";

test.each([
  ["opened", { pull_request: { ...pull, draft: true } }, `Draft pull request #12 opened: ${about}`, colors.grey],
  ["closed", {}, `Pull request #12 closed without merging: ${about}`, colors.red],
  ["reopened", {}, `Pull request #12 reopened: ${about}`, colors.green],
  ["ready_for_review", {}, `Pull request #12 ready for review: ${about}`, colors.green],
  ["converted_to_draft", {}, `Pull request #12 converted to a draft: ${about}`, colors.grey],
  ["labeled", { label: { name: "bug" } }, `Pull request #12 labeled “bug”: ${about}`, colors.grey],
  ["unlabeled", { label: { name: "bug" } }, `Pull request #12 no longer labeled “bug”: ${about}`, colors.grey],
  ["assigned", { assignee: { login: "mona" } }, `Pull request #12 assigned to mona: ${about}`, colors.grey],
  [
    "review_requested",
    { requested_team: { name: "Core" } },
    `Pull request #12 needs review by Core: ${about}`,
    colors.amber,
  ],
  ["synchronize", {}, `Pull request #12 has new commits: ${about}`, colors.blue],
  ["auto_merge_enabled", {}, `Pull request #12 will be merged automatically: ${about}`, colors.blue],
  ["locked", {}, `Pull request #12 locked: ${about}`, colors.grey],
  ["some_new_action", {}, `Pull request #12 some new action: ${about}`, colors.grey],
])("a pull request that is %s is described correctly", (action, extra, headline, color) => {
  expect(card("pull_request", { ...openedPull, action, ...extra })).toMatchObject({
    title: `[octo/hello] ${headline}`,
    color,
  });
});

test("a pull request merged by someone else names its author", () => {
  const merged = card("pull_request", mergedPull);
  expect(merged).toMatchObject({ title: `[octo/hello] Pull request #12 merged: ${about}`, color: colors.purple });
  expect(merged?.author?.name).toBe("octocat");
  expect(merged?.fields?.at(-1)).toEqual({ name: "Author", value: "[mona](https://github.com/mona)", inline: true });
});

test.each([
  ["approved", "Pull request #12 approved", colors.green],
  ["changes_requested", "Changes requested on pull request #12", colors.red],
  ["commented", "Pull request #12 reviewed", colors.blue],
])("a review that is %s is described correctly", (state, what, color) => {
  const payload = { repository, action: "submitted", pull_request: pull, review: { state, body: "Well *done*." } };
  expect(card("pull_request_review", payload)).toMatchObject({
    title: `[octo/hello] ${what}: ${about}`,
    color,
    description: "Well *done*.",
  });
});

test.each([
  ["closed", { state_reason: "completed" }, "Issue #5 closed as completed: Help", colors.purple],
  ["closed", { state_reason: "not_planned" }, "Issue #5 closed as not planned: Help", colors.grey],
  ["closed", {}, "Issue #5 closed: Help", colors.purple],
  ["deleted", {}, "Issue #5 deleted: Help", colors.red],
  ["pinned", {}, "Issue #5 pinned: Help", colors.grey],
])("an issue that is %s (%j) is described correctly", (action, extra, headline, color) => {
  const payload = { repository, action, issue: { number: 5, title: "Help", ...extra } };
  expect(card("issues", payload)).toMatchObject({ title: `[octo/hello] ${headline}`, color });
});

test("the text of a deleted comment isn't repeated", () => {
  const payload = { repository, issue: { number: 5, title: "Help" }, comment: { body: "Oh no" } };
  expect(card("issue_comment", { ...payload, action: "created" })?.description).toBe("Oh no");
  const deleted = card("issue_comment", { ...payload, action: "deleted" });
  expect(deleted?.title).toBe("[octo/hello] Comment deleted on issue #5: Help");
  expect(JSON.stringify(deleted)).not.toContain("Oh no");
});

test("a failed workflow shows its branch, trigger and duration", () => {
  expect(card("workflow_run", failedRun)).toMatchObject({
    title: "[octo/hello] Workflow failed: CI #42 on main",
    url: "https://github.com/octo/hello/actions/runs/1",
    color: colors.red,
    description: `[\`${sha}\`](${commitUrl(3)}) Fix the flaky test (#12) – Mona Lisa`,
    fields: [
      { name: "Pull request", value: "[#12](https://github.com/octo/hello/pull/12)", inline: true },
      { name: "Trigger", value: "`push`", inline: true },
      { name: "Took", value: "3 min 12 s", inline: true },
      { name: "Attempt", value: "2", inline: true },
      { name: "Started by", value: "[mona](https://github.com/mona)", inline: true },
    ],
  });
});

test.each([
  ["success", "succeeded", colors.green],
  ["failure", "failed", colors.red],
  ["timed_out", "timed out", colors.red],
  ["action_required", "needs action", colors.amber],
  ["cancelled", "cancelled", colors.grey],
  ["skipped", "skipped", colors.grey],
])("a check with conclusion %s is described correctly", (conclusion, word, color) => {
  const run = { name: "lint", conclusion, check_suite: { head_branch: "main" } };
  const payload = { repository, action: "completed", check_run: run };
  expect(card("check_run", payload)).toMatchObject({ title: `[octo/hello] Check ${word}: lint on main`, color });
});

test("a leaked secret doesn't appear in the card", () => {
  const alert = { number: 1, secret_type: "x", secret_type_display_name: "Slack token", secret: "xoxb-1" };
  const alertCard = card("secret_scanning_alert", { repository, action: "created", alert });
  expect(alertCard?.title).toBe("[octo/hello] Secret scanning alert #1 created: Slack token");
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
      { name: "Webhook on GitHub", value: "`7`", inline: true },
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
      color: colors.grey,
      author: { name: "mona", url: "https://github.com/mona" },
      footer: { text: "octo/hello" },
      timestamp: "2026-11-20T09:30:00.000Z",
    });
  });

  test("has the state as its color, what changed as fields, and its object's page", () => {
    const thing = { name: "Nightly", html_url: "https://github.com/octo/hello/lanterns/1", lit: true, size: 2 };
    const changes = { lit: { from: false }, size: { from: 1 }, oil: { from: "low", to: "full" } };
    expect(card("lantern_alert", { status: "failed", lantern: thing, changes, repository })).toMatchObject({
      title: "[octo/hello] Lantern alert failed: Nightly",
      url: thing.html_url,
      color: colors.red,
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
      color: colors.blue,
    });
    expect(card("lantern", {})).toEqual({ title: "Lantern", color: colors.grey });
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
    "Merge group of #12 left the merge queue",
    "https://github.com/octo/hello/pull/12",
    ["Because: invalidated"],
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
    "Workflow started by hand: deploy.yml",
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
    "Issue #5 is blocked by issue #7: Help",
    "https://github.com/octo/hello",
    [],
  ],
  [
    "dependabot_alert",
    {
      action: "dismissed",
      alert: { number: 1, dismissed_reason: "tolerable_risk", dismissed_comment: "Only in tests" },
    },
    "Dependabot alert #1 dismissed",
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
    title: "[octo] Issue in a project edited",
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
  expect(long?.fields?.at(-1)?.value).toMatch(/… and \d+ more$/);
});

test("addresses that aren't web addresses are left out", () => {
  const sender = { login: "x", html_url: "javascript:alert(1)", avatar_url: {} };
  const payload = { sender, action: "opened", issue: { number: 1, title: "t", html_url: "data:text/html,x" } };
  expect(card("issues", payload)).toEqual({ title: "Issue #1 opened: t", color: colors.green, author: { name: "x" } });
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
