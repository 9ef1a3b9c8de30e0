/** Payloads of a made-up repository, in the shapes that GitHub documents, reduced to what says something. */

type Person = { login: string; html_url: string; avatar_url: string };

export const person = (login: string): Person => ({
  login,
  html_url: `https://github.com/${login}`,
  avatar_url: `https://avatars.githubusercontent.com/${login}`,
});

export const REPOSITORY = {
  id: 1,
  name: "shop",
  full_name: "acme/shop",
  html_url: "https://github.com/acme/shop",
  default_branch: "main",
  owner: person("acme"),
};

const page = (...path: (string | number)[]) => [REPOSITORY.html_url, ...path].join("/");

/** A pull request or an issue, as it is at a moment. */
export type Topic = {
  number: number;
  title: string;
  author: string;
  state: "open" | "closed";
  reason: string | null;
  draft: boolean;
  mergedAt: string | null;
  branch: string;
  sha: string;
  labels: string[];
  assignees: string[];
  reviewers: string[];
  updatedAt: string;
};

const shared = (topic: Topic) => ({
  number: topic.number,
  title: topic.title,
  body: `Part **${topic.number}** of the work.`,
  user: person(topic.author),
  state: topic.state,
  draft: topic.draft,
  labels: topic.labels.map((name) => ({ name, color: "ededed" })),
  assignees: topic.assignees.map(person),
  milestone: null,
  updated_at: topic.updatedAt,
});

/** A pull request as reviews and their comments have it. */
export const shortPull = (topic: Topic) => ({
  ...shared(topic),
  html_url: page("pull", topic.number),
  merged_at: topic.mergedAt,
  head: { ref: topic.branch, sha: topic.sha, label: `acme:${topic.branch}`, repo: { full_name: "acme/shop" } },
  base: { ref: "main", sha: "0".repeat(40), label: "acme:main", repo: { full_name: "acme/shop" } },
  requested_reviewers: topic.reviewers.map(person),
  requested_teams: [],
});

/** A pull request as its own events have it. */
export const wholePull = (topic: Topic) => ({
  ...shortPull(topic),
  merged: topic.mergedAt !== null,
  additions: topic.number * 3,
  deletions: topic.number,
  changed_files: 2,
});

/** An issue. Comments have pull requests in this form, too. */
export const issueOf = (topic: Topic, isPull: boolean) => ({
  ...shared(topic),
  html_url: page(isPull ? "pull" : "issues", topic.number),
  state_reason: topic.reason,
  ...(isPull && { pull_request: { html_url: page("pull", topic.number), merged_at: topic.mergedAt } }),
});

/** A comment on a page of the repository. */
export const commentOf = (id: number, by: string, on: string, body: string, times: { made: string; at: string }) => ({
  id,
  user: person(by),
  html_url: `${on}#comment-${id}`,
  body,
  created_at: times.made,
  updated_at: times.at,
});

/** One of Actions' runs. */
export type Run = {
  id: number;
  attempt: number;
  number: number;
  workflow: { id: number; name: string };
  branch: string;
  sha: string;
  event: string;
  by: string;
  startedAt: string;
};

/** How something that runs is at a moment. */
type Progress = { status: string; conclusion: string | null; at: string };

export const runOf = (run: Run, { status, conclusion, at }: Progress) => ({
  id: run.id,
  name: run.workflow.name,
  workflow_id: run.workflow.id,
  run_number: run.number,
  run_attempt: run.attempt,
  head_branch: run.branch,
  head_sha: run.sha,
  head_commit: { id: run.sha, message: "Change it", author: { name: run.by } },
  head_repository: { full_name: REPOSITORY.full_name },
  event: run.event,
  status,
  conclusion,
  actor: person(run.by),
  triggering_actor: person(run.by),
  pull_requests: [],
  html_url: page("actions", "runs", run.id),
  created_at: run.startedAt,
  run_started_at: run.startedAt,
  updated_at: at,
});

export const jobOf = (run: Run, id: number, name: string, started: string, { status, conclusion, at }: Progress) => ({
  id,
  run_id: run.id,
  run_attempt: run.attempt,
  name,
  workflow_name: run.workflow.name,
  head_branch: run.branch,
  head_sha: run.sha,
  html_url: page("actions", "runs", run.id, "job", id),
  status,
  conclusion,
  created_at: run.startedAt,
  started_at: started,
  completed_at: conclusion === null ? null : at,
  runner_name: "GitHub Actions 1",
  steps: conclusion === "failure" ? [{ name: "Run npm test", status, conclusion, number: 3 }] : [],
});

export const checkOf = (id: number, name: string, sha: string, app: string, started: string, now: Progress) => ({
  id,
  name,
  head_sha: sha,
  html_url: page("runs", id),
  status: now.status,
  conclusion: now.conclusion,
  started_at: started,
  completed_at: now.conclusion === null ? null : now.at,
  output: { title: null, summary: null },
  check_suite: { id: 1, head_branch: "main", head_sha: sha },
  app: { slug: app, name: app },
});

export const deploymentOf = (id: number, sha: string, environment: string, by: string, at: string) => ({
  id,
  sha,
  ref: "main",
  task: "deploy",
  environment,
  description: null,
  creator: person(by),
  created_at: at,
  updated_at: at,
});

export const releaseOf = (id: number, by: string, at: string, body: string) => ({
  id,
  tag_name: `v1.${id}.0`,
  name: `v1.${id}.0`,
  draft: false,
  prerelease: false,
  html_url: page("releases", "tag", `v1.${id}.0`),
  author: person(by),
  body,
  created_at: at,
  published_at: at,
  updated_at: at,
  assets: [],
});

export const pushTo = (branch: string, sha: string, by: string, at: string) => ({
  ref: `refs/heads/${branch}`,
  before: "0".repeat(40),
  after: sha,
  created: false,
  deleted: false,
  forced: false,
  compare: page("compare", `${sha.slice(0, 7)}...main`),
  commits: [
    {
      id: sha,
      message: `Change ${sha.slice(0, 7)}`,
      distinct: true,
      url: page("commit", sha),
      author: { name: by, username: by },
    },
  ],
  head_commit: { id: sha, message: "Change it", timestamp: at, author: { name: by, username: by } },
});
