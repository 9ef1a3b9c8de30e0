/**
 * GitHub deliveries reduced to what's read, including cases that GitHub's examples lack: forks, failures and odd names.
 */
const REPOSITORY = { full_name: "octo/hello", html_url: "https://github.com/octo/hello" };
const OCTOCAT = {
  login: "octocat",
  html_url: "https://github.com/octocat",
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
};
const MONA = { login: "mona", html_url: "https://github.com/mona" };
const common = { repository: REPOSITORY, sender: OCTOCAT };
const sha = (digit: number) => `${digit}`.repeat(40);

/** A commit with a subject and a body. */
export const commit = (digit: number, message: string, distinct = true) => ({
  id: sha(digit),
  message,
  distinct,
  url: `https://github.com/octo/hello/commit/${sha(digit)}`,
  author: { name: "Mona Lisa", username: "mona" },
});

export const push = {
  ...common,
  ref: "refs/heads/main",
  before: sha(0),
  after: sha(3),
  created: false,
  deleted: false,
  forced: false,
  compare: "https://github.com/octo/hello/compare/000...333",
  commits: [
    commit(1, "Escape `[x]` and *stars* in __init__.py\n\nThe body isn't shown."),
    commit(2, "Thank @everyone & <@123456789012345678>"),
    commit(3, "Fix the flaky test (#12)"),
  ],
  head_commit: { ...commit(3, "Fix the flaky test (#12)"), timestamp: "2026-11-20T10:30:00+01:00" },
};

export const forcePush = { ...push, forced: true, ref: "refs/heads/fix/`quoted`", commits: push.commits.slice(0, 1) };

const pull = {
  number: 12,
  title: "Fix the **flaky** test",
  html_url: "https://github.com/octo/hello/pull/12",
  body: [
    "<!-- Describe your change -->",
    "Waits for the **condition** and not for a time.",
    "",
    "- [x] Tests",
    "- [ ] Notes",
    "",
    '<img width="400" alt="Before and after" src="https://github.com/user-attachments/assets/1">',
    "<details><summary>Log</summary>",
    "",
    "```",
    "<p>ok</p>",
    "```",
    "</details>",
  ].join("\r\n"),
  user: MONA,
  draft: false,
  merged: false,
  head: { ref: "fix/flaky", label: "mona:fix/flaky", repo: { full_name: "mona/hello" } },
  base: { ref: "main", label: "octo:main", repo: { full_name: "octo/hello" } },
  additions: 10,
  deletions: 2,
  changed_files: 3,
  labels: [{ name: "bug" }, { name: "good first issue" }],
  requested_reviewers: [OCTOCAT],
  requested_teams: [{ name: "Reviewers", html_url: "https://github.com/orgs/octo/teams/reviewers" }],
  updated_at: "2026-11-20T09:30:00Z",
};

export const openedPull = { ...common, sender: MONA, action: "opened", pull_request: pull };

export const mergedPull = { ...common, action: "closed", pull_request: { ...pull, merged: true } };

export const failedRun = {
  ...common,
  action: "completed",
  workflow_run: {
    name: "CI",
    run_number: 42,
    run_attempt: 2,
    conclusion: "failure",
    event: "push",
    head_branch: "main",
    html_url: "https://github.com/octo/hello/actions/runs/1",
    head_commit: { id: sha(3), message: "Fix the flaky test (#12)", author: { name: "Mona Lisa" } },
    run_started_at: "2026-11-20T09:30:00Z",
    updated_at: "2026-11-20T09:33:12Z",
    triggering_actor: MONA,
    pull_requests: [{ number: 12 }],
  },
};
